/** Requests for the answers that are still saved in this browser. */
import { isStruct, isTextOf, type Inputs } from "../../messaging/shape.ts"
import { refShape, type AccountRef } from "../accounts/requests.ts"
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
  /** Erases an answer and everything else about its subject. `credits` were spent on them and stay counted. */
  readonly eraseHistory: {
    readonly input: AccountRef & { readonly id: string }
    readonly output: { readonly answers: number; readonly credits: number }
  }
}

export const inputs: Inputs<HistoryRequests> = {
  history: isStruct(refShape),
  eraseHistory: isStruct({ ...refShape, id: isTextOf(200) })
}
