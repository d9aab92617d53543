/** What requests say of a tab: its page, or a link in it. Pure. */
import type { Page } from "./requests.ts"

export const pageOf = ({ tabId, link }: Page): Page => ({ tabId, ...(link !== undefined && { link }) })
