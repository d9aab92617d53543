/** Requests for the answers that are still saved in this browser. */
import { refShape, type AccountRef } from "../../messaging/account.ts"
import { isList, isNumberIn, isOptional, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import type { SalesRecord } from "../enrich/requests.ts"

/** A saved answer. */
export interface HistoryRow {
  readonly id: string
  readonly record: SalesRecord
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly checkedOn: string | null
}

export interface HistoryRequests {
  /**
   * One part, newest first: the first, or what follows the part that ended at `until`, which is left out of the last.
   * Reads only what is saved: nothing is sent.
   */
  readonly history: {
    readonly input: AccountRef & { readonly until?: number | undefined }
    readonly output: { readonly rows: ReadonlyArray<HistoryRow>; readonly until?: number | undefined }
  }
  /** Erases answers and everything else about their subjects. What was spent on them stays counted. */
  readonly eraseHistory: {
    readonly input: AccountRef & { readonly ids: ReadonlyArray<string> }
    readonly output: { readonly answers: number }
  }
}

/** More than a browser's storage holds. */
const MOST_ANSWERS = 1_000_000

export const inputs: Inputs<HistoryRequests> = {
  history: isStruct({ ...refShape, until: isOptional(isNumberIn(0, Infinity)) }),
  eraseHistory: isStruct({ ...refShape, ids: isList(isTextOf(200), MOST_ANSWERS) })
}
