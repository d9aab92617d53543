/** Filters the history, and converts it to a file. Pure. */
import { emailTone } from "@inlay/salesdata/contacts"

import { history as words } from "../../locales/history.ts"
import { csvFile } from "../../ui/csv-file.ts"
import type { SalesRecord } from "../enrich/requests.ts"
import { cellsOf, COLUMNS, columnsOf } from "../enrich/view/outcome/copies/columns.ts"
import type { HistoryRow } from "./requests.ts"

export interface Filter {
  /** Words of any field, in any order. */
  readonly text: string
  readonly of: "all" | "person" | "company"
  /** Only those with a phone number that may be called, or an email address that is not doubtful. */
  readonly reachable: boolean
}

const folded = (text: string): string => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()

const hasUsableEmail = (record: SalesRecord): boolean =>
  record.of === "person" && record.fields.emails.some(({ status }) => emailTone(status) !== "warning")

/** What is searched of a record. Made once, because thousands take longer than a letter is typed. */
const searched = new WeakMap<SalesRecord, { readonly text: string; readonly hasPhone: boolean }>()

const searchedOf = (record: SalesRecord) => {
  const cached = searched.get(record)
  if (cached !== undefined) return cached
  const columns = columnsOf(record)
  const own = { text: folded(Object.values(columns).join("\n")), hasPhone: columns.phone !== "" }
  searched.set(record, own)
  return own
}

export const filtered = (rows: ReadonlyArray<HistoryRow>, filter: Filter): ReadonlyArray<HistoryRow> => {
  const searchWords = folded(filter.text).split(/\s+/)
  return rows.filter(({ record }) => {
    if (filter.of !== "all" && record.of !== filter.of) return false
    const { text, hasPhone } = searchedOf(record)
    if (filter.reachable && !hasPhone && !hasUsableEmail(record)) return false
    return searchWords.every((word) => text.includes(word))
  })
}

export const csvOf = (rows: ReadonlyArray<HistoryRow>): string =>
  csvFile([
    [...COLUMNS.map((column) => words.column[column]), words.fetched, words.checked],
    ...rows.map(({ record, fetchedAt, checkedOn }) => [...cellsOf(record), fetchedAt, checkedOn ?? ""])
  ])
