/** Reads an account's saved records part by part: thousands take many seconds, and the newest are there at once. */
import type { AccountRef } from "../../messaging/account.ts"
import type { Send } from "../../messaging/client.ts"
import type { Failure } from "../../messaging/failure.ts"
import type { HistoryRow } from "./requests.ts"

/**
 * @param take gets all rows so far, newest first, with each further part; false ends the reading
 * @returns why the rest could not be read
 */
export const readHistory = async (
  send: Send,
  ref: AccountRef,
  take: (rows: ReadonlyArray<HistoryRow>, isWhole: boolean) => boolean
): Promise<Failure | undefined> => {
  let rows: ReadonlyArray<HistoryRow> = []
  let until: number | undefined
  for (;;) {
    const reply = await send("history", { ...ref, ...(until !== undefined && { until }) })
    if (!reply.ok) return reply.error
    until = reply.output.until
    // What is saved for longer is read earlier.
    rows = [...rows, ...reply.output.rows].toSorted((a, b) => Date.parse(b.fetchedAt) - Date.parse(a.fetchedAt))
    if (!take(rows, until === undefined) || until === undefined) return undefined
  }
}
