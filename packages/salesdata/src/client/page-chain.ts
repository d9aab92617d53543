/**
 * Which pages of a search led to which. A provider whose next page is an earlier one would be paid for it again and again:
 * here that is noticed, and ends the search.
 */
import type { NextPage } from "../wire/reading/next-page.ts"

/** A page of a search, and the one that led to it. */
interface Page {
  readonly key: string
  readonly before: Page | undefined
}

type Body = Readonly<Record<string, unknown>>

/** Pages that are remembered, of all searches together. */
const MOST = 100

const keyOf = (body: Body): string => JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))

/** How a search goes on: by `next`, or why not. */
export interface Following {
  readonly next?: Body
  readonly left_out?: string
}

/** Judges the next page of each search of one client, by the body that was sent and what its answer says. */
export const pageChains = (): ((body: Body, next: NextPage) => Following) => {
  /** By the body of the page that is offered. */
  const pages = new Map<string, Page>()
  return (body, next) => {
    if (next === undefined) return {}
    if (next === "unreadable") {
      return {
        left_out: "people: there are more, but how to ask for them cannot be read; raw holds what the provider says"
      }
    }
    const key = keyOf(body)
    const current: Page = { key, before: pages.get(key) }
    const following = keyOf({ ...body, ...next })
    for (let page: Page | undefined = current; page !== undefined; page = page.before) {
      if (page.key === following) {
        return { left_out: "people: the provider's next page is one that was read before, which is taken for the end" }
      }
    }
    pages.delete(following)
    pages.set(following, current)
    for (const oldest of [...pages.keys()].slice(0, Math.max(0, pages.size - MOST))) pages.delete(oldest)
    return { next }
  }
}
