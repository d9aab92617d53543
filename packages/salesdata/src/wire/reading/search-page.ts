/** Finds the rows of a search in a response of any shape, with the total. */
import { defined, isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { words } from "../../identity/words.ts"
import type { FoundPerson } from "../../schema/Search.ts"
import { firstFields } from "./json-path.ts"
import { ASIDE, isBare, KEY_OF_ROW, noQuestion } from "./locate.ts"
import { isPastEnd, totalOf } from "./next-page.ts"
import { locatePerson, readPersonAt } from "./person.ts"
import { entryOf, foldKey, join, toText } from "./record-reader.ts"

/** The content of a search response. */
export interface SearchPage {
  readonly people: ReadonlyArray<FoundPerson>
  readonly total: number | null
  /** Number of rows that cannot be read as a person or come after the first 250. They are only in `raw`. */
  readonly unread: number
}

const LISTS = /^(people|results?|matches|data|list|(contact|person|item|record|lead|prospect|profile|hit|row)s)$/
const MAX_DEPTH = 5

interface Row {
  readonly item: JsonObject
  readonly path: string
}

const placeOf = ({ item }: Row) => locatePerson(item)[0] ?? locatePerson(item, noQuestion, true)[0]

interface Rows {
  readonly rows: ReadonlyArray<Row>
  /** Number of items that are not objects, nulls included. */
  readonly others: number
}

const NO_ROWS: Rows = { rows: [], others: 0 }

/** The objects in a list, or in an object used as a list, keyed by number, id or address. */
const rowsIn = (value: unknown, path: string): Rows => {
  if (typeof value !== "object" || value === null) return NO_ROWS
  const rows: Array<Row> = []
  let others = 0
  for (const key in value) {
    if (!KEY_OF_ROW.test(key)) return NO_ROWS
    const item: unknown = Reflect.get(value, key)
    if (isJsonObject(item)) rows.push({ item, path: join(path, key) })
    else others++
  }
  return { rows, others }
}

const isPeople = ({ rows }: Rows): boolean => rows.slice(0, 5).some((row) => placeOf(row) !== undefined)

/** Finds the list of people, under any name and a few levels deep. Keys with typical list names are tried first. */
const listIn = (body: unknown, path = "", depth = 0): Rows => {
  if (depth > MAX_DEPTH || typeof body !== "object" || body === null) return NO_ROWS
  const rows = rowsIn(body, path)
  if (Array.isArray(body) || (depth > 0 && isPeople(rows))) return isPeople(rows) ? rows : NO_ROWS
  const keys = firstFields(body as JsonObject).map(([key]) => key)
  for (const key of [...keys.filter((one) => LISTS.test(foldKey(one))), ...keys]) {
    if (ASIDE.test(foldKey(key))) continue
    const list = listIn(Reflect.get(body, key), join(path, key), depth + 1)
    if (list.rows.length > 0) return list
  }
  return NO_ROWS
}

/**
 * Whether a response without readable people still mentions some: a list with items, or a total above zero. An empty
 * list after the last page is the end of the results, which the total counts.
 */
export const tellsOfPeople = (body: unknown): boolean => {
  const lengths = lengthsIn(body)
  if (lengths.some((length) => length > 0)) return true
  return (totalOf(body) ?? 0) > 0 && !(lengths.length > 0 && isPastEnd(body))
}

/** The lengths of the lists under typical names. */
const lengthsIn = (body: unknown, depth = 0): ReadonlyArray<number> => {
  if (Array.isArray(body)) return [body.length]
  if (depth > MAX_DEPTH || !isJsonObject(body)) return []
  return firstFields(body).flatMap(([key, value]) => (LISTS.test(foldKey(key)) ? lengthsIn(value, depth + 1) : []))
}

const IDS = words("id person_id contact_id prospect_id lead_id profile_id uuid")
const HAS_EMAIL = /^has(work|business)?emails?$|^emails?available$/
const HAS_PHONE = /^has((direct|mobile)?phones?|mobile|directdial)$|^phones?available$/

/** Reads a flag in the formats that providers use. Returns `undefined` if none says yes or no. */
const markOf = (record: JsonObject, names: RegExp): boolean | undefined => {
  const marks = Object.keys(record)
    .filter((key) => names.test(foldKey(key)))
    .map((key) => toText(record[key]) ?? JSON.stringify(record[key]))
  if (marks.some((mark) => /^(true|yes|1)$/i.test(mark))) return true
  return marks.some((mark) => /^(false|no|0)$/i.test(mark)) ? false : undefined
}

const personOf = (row: Row): FoundPerson | undefined => {
  const place = isBare(row.item, noQuestion) ? undefined : placeOf(row)
  if (place === undefined) return undefined
  const { value } = readPersonAt({ ...place, path: row.path })
  const holders = [place.record, row.item]
  const id = holders
    .flatMap((holder) => IDS.map((name) => toText(entryOf(holder, name)?.value)))
    .find((each) => each !== undefined)
  const has = (names: RegExp) => holders.map((holder) => markOf(holder, names)).find((each) => each !== undefined)
  return defined({ ...value, id, hasEmail: has(HAS_EMAIL), hasPhone: has(HAS_PHONE) })
}

/** Maximum number of rows read. No search page has more, and reading more would block other work. */
const MAX_ROWS = 250

const pageOf = (body: unknown, { rows, others }: Rows): SearchPage => {
  const people = rows
    .slice(0, MAX_ROWS)
    .map(personOf)
    .filter((each) => each !== undefined)
  const count = rows.length + others
  return { people, total: totalOf(body), unread: count - people.length }
}

/** The people in a search response, or `undefined` if it has no list with any readable person. */
export const locatePeople = (body: unknown): SearchPage | undefined => {
  const page = pageOf(body, listIn(body))
  return page.people.length === 0 ? undefined : page
}

/** An empty page, with the response's total. */
export const emptyPage = (body: unknown): SearchPage => pageOf(body, NO_ROWS)
