export { CodeHost, make, type CodeHostClient } from "./CodeHost.ts"
export { defaults, type Settings } from "./settings.ts"
export type { List, Page, PageInput } from "./pages.ts"
