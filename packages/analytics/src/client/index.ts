export { Analytics, apiOf, make, type AnalyticsClient, type Api } from "./Analytics.ts"
export { defaults, type Settings } from "./settings.ts"
export type { Page, PageInput } from "../schema/Page.ts"
export type { List } from "../wire/pages.ts"
