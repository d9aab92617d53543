/**
 * The title of the page that a tab shows. After a page has left, the browser goes on reporting its title, or an address
 * in its place, until the next page has one; neither is ever taken for the next page's. Pure.
 */

/** What the browser reports of a tab. */
interface ReportedTab {
  readonly id: number
  /** Without its hash; `undefined` if the extension may not read it. */
  readonly page: string | undefined
  readonly title?: string | undefined
  readonly status?: string | undefined
}

export interface PageTitle {
  readonly id: number
  readonly page: string | undefined
  /** `undefined` as long as it is not certainly this page's. */
  readonly title: string | undefined
  /** The title of the tab's page before. */
  readonly before: string | undefined
}

/** Called when the browser reports another address or another tab, at the latest when it is read. */
export const titleAt = (last: PageTitle | undefined, { id, page }: ReportedTab): PageTitle => {
  if (last?.id === id && last.page === page) return last
  return { id, page, title: undefined, before: last?.id === id ? (last.title ?? last.before) : undefined }
}

/** Called when the tab was read. */
export const titleRead = (last: PageTitle | undefined, tab: ReportedTab): PageTitle => {
  const at = titleAt(last, tab)
  const isOwn = tab.status === "complete" && tab.title !== undefined && tab.title !== at.before
  return isOwn ? { ...at, title: tab.title } : at
}
