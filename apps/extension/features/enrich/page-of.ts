/** The part of a tab that requests carry: its page, or a link in it. Pure. */
import type { Page } from "./requests.ts"

export const pageOf = ({ tabId, link }: Page): Page => ({ tabId, ...(link !== undefined && { link }) })
