/**
 * The pages of searches that lead from one to the other. A next that comes round would be paid for again and again, so it is
 * seen here, and ends the search.
 */
import type { NextPage } from "./next-page.ts"

/** A page that was read, and the one that led to it. */
interface Read {
  readonly key: string
  readonly before: Read | undefined
}

type Body = Readonly<Record<string, unknown>>

/** Searches that may be gone on with at a time. */
const MOST = 100

const keyOf = (body: Body): string => JSON.stringify(Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1)))

/** What is said to whoever reads on. */
export interface Following {
  readonly next?: Body
  readonly left_out?: string
}

/** Judges the next page of each search of one client, by the body that was sent and what its answer says. */
export const pageChains = (): ((body: Body, next: NextPage) => Following) => {
  /** By the body of the page that is offered. */
  const offered = new Map<string, Read>()
  return (body, next) => {
    if (next === undefined) return {}
    if (next === "unreadable") {
      return {
        left_out: "people: there are more, but how to ask for them cannot be read; raw holds what the provider says"
      }
    }
    const key = keyOf(body)
    const read: Read = { key, before: offered.get(key) }
    const following = keyOf({ ...body, ...next })
    for (let page: Read | undefined = read; page !== undefined; page = page.before) {
      if (page.key === following) {
        return { left_out: "people: the provider's next page is one that was read before, which is taken for the end" }
      }
    }
    offered.delete(following)
    offered.set(following, read)
    for (const oldest of [...offered.keys()].slice(0, Math.max(0, offered.size - MOST))) offered.delete(oldest)
    return { next }
  }
}
