/**
 * Tracks which page of a search led to which. If a provider's next page is one of the earlier pages, the search ends
 * there instead of paying for the same pages again.
 */
import type { FirstPage, NextPage } from "../wire/reading/next-page.ts"
import { inOrder } from "./pricing.ts"

/** A page of a search, and the page that led to it. */
interface Page extends FirstPage {
  readonly key: string
  readonly before: Page | undefined
}

type Body = Readonly<Record<string, unknown>>

/** Maximum number of pages remembered, over all searches. */
const MOST = 100

const keyOf = (body: Body): string => JSON.stringify(inOrder(body))

/** How a search continues: with `next`, and why it cannot or may not. */
export interface Following {
  readonly next?: Body
  readonly left_out?: string
}

const firstOf = (page: Page): Page => {
  let first = page
  while (first.before !== undefined) first = first.before
  return first
}

/**
 * Checks the next page of each search of a client, given the body that was sent, the page in its response, and how the
 * response is read: with the search's first page, if that is known.
 */
export const pageChains = (): ((
  body: Body,
  answered: FirstPage,
  nextOf: (firstPage: FirstPage | undefined) => NextPage
) => Following) => {
  /** Keyed by the body of the offered page. */
  const pages = new Map<string, Page>()
  return (body, answered, nextOf) => {
    const key = keyOf(body)
    const before = pages.get(key)
    const next = nextOf(before === undefined ? undefined : firstOf(before))
    if (next === undefined) return {}
    if (next === "unreadable") {
      return {
        left_out: "people: there are more, but the provider's pagination cannot be read; see raw"
      }
    }
    const current: Page = { ...answered, key, before }
    const following = keyOf({ ...body, ...next.fields })
    for (let page: Page | undefined = current; page !== undefined; page = page.before) {
      if (page.key === following) {
        return { left_out: "people: the provider's next page was read before, so the search ends here" }
      }
    }
    pages.delete(following)
    pages.set(following, current)
    for (const oldest of [...pages.keys()].slice(0, Math.max(0, pages.size - MOST))) pages.delete(oldest)
    if (next.isSure) return { next: next.fields }
    return {
      next: next.fields,
      left_out:
        "people: the provider does not say whether there are more; its next page may be empty, and costs as much as a search"
    }
  }
}
