export { CodeHost, make, type CodeHostClient } from "./CodeHost.ts"
export { defaults, type Settings } from "./settings.ts"
export type { Page, PageInput } from "../schema/Page.ts"
export type { List } from "../wire/lists.ts"
