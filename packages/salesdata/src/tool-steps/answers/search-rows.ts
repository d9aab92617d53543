/** Selects the rows of a search that fit in one answer, and says how to get the others. */
import * as AnswerSize from "@inlay/agent-plugin/AnswerSize"

import type { PeopleCriteria } from "../../client/People.ts"
import type { Search } from "../../schema/Search.ts"
import { rawLeftOut } from "./enrichment-size.ts"

/** Bytes reserved for everything besides the rows and the caller's criteria. */
const REPORT_BYTES = 400

interface Room {
  /** Number of rows that were already returned. */
  readonly skip: number
  readonly maxBytes: number
  /** Whether the search can be continued for free. */
  readonly isRemembered: boolean
}

export const rowsWithin = (
  search: Search,
  criteria: PeopleCriteria,
  { skip, maxBytes, isRemembered }: Room
): Search => {
  const people = search.people.slice(skip)
  // A caller that continues has already been told about the raw response.
  const raw = skip > 0 ? null : search.raw
  const whole = { ...search, people, raw }
  if (AnswerSize.bytesWithin(whole, maxBytes) !== undefined) return whole
  const bare = { ...whole, raw: null }
  const unread = search.left_out ?? []
  const noRaw = raw === null ? [] : [rawLeftOut(raw, search, isRemembered ? "skip: 0" : "the same input (paid again)")]
  const room = maxBytes - REPORT_BYTES - AnswerSize.bytesOf({ ...bare, people: [] }) - AnswerSize.bytesOf(criteria)
  let usedBytes = 0
  const fits = people.findIndex((person) => {
    const bytes = AnswerSize.bytesWithin(person, Math.max(0, room - usedBytes))
    usedBytes += (bytes ?? room) + 1
    return bytes === undefined || usedBytes > room
  })
  if (fits === -1) return { ...bare, left_out: [...unread, ...noRaw] }
  // At least one row, so that following `next` always ends.
  const count = Math.max(1, fits)
  // A search that is paid for again gives as many of its rows as an answer can hold.
  const next = { ...criteria, skip: skip + count, ...(!isRemembered && { max_kb: AnswerSize.MAX_KB }) }
  const continued = isRemembered
    ? "next gives the others, free for 15 minutes"
    : "next searches again and costs again; a larger max_kb gives more at once"
  return {
    ...bare,
    people: people.slice(0, count),
    next,
    left_out: [`people: ${count} of ${people.length}; ${continued}`, ...unread, ...noRaw]
  }
}
