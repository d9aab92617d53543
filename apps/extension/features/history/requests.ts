/** Requests for the answers that are still saved in this browser. */
import { refShape, type AccountRef } from "../../messaging/account.ts"
import { isList, isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import type { SalesRecord } from "../enrich/requests.ts"

/** A saved answer. */
export interface HistoryRow {
  /** The answer's id. */
  readonly id: string
  readonly record: SalesRecord
  /** ISO 8601. */
  readonly fetchedAt: string
  readonly checkedOn: string | null
}

export interface HistoryRequests {
  /** Newest first. Reads only what is saved: nothing is sent. */
  readonly history: { readonly input: AccountRef; readonly output: { readonly rows: ReadonlyArray<HistoryRow> } }
  /** Erases answers and everything else about their subjects. `credits` were spent on them and stay counted. */
  readonly eraseHistory: {
    readonly input: AccountRef & { readonly ids: ReadonlyArray<string> }
    readonly output: { readonly answers: number; readonly credits: number }
  }
}

/** More than a browser's storage holds. */
const MOST_ANSWERS = 1_000_000

export const inputs: Inputs<HistoryRequests> = {
  history: isStruct(refShape),
  eraseHistory: isStruct({ ...refShape, ids: isList(isTextOf(200), MOST_ANSWERS) })
}
