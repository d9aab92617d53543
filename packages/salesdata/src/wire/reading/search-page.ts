/** The rows of a search, found in an answer of any shape, with the total and the next page that it tells of. */
import type { FoundPerson } from "../../schema/Search.ts"
import { firstFields, isObject, type JsonObject } from "./json-path.ts"
import { ASIDE, isBare, noQuestion, type Question } from "./locate.ts"
import { nextPage, TOTALS, type NextPage } from "./next-page.ts"
import { locatePerson, readPersonAt } from "./person.ts"
import { entryOf, foldKey, reader, toText } from "./record-reader.ts"

/** What a search answer holds. */
export interface SearchPage {
  readonly people: ReadonlyArray<FoundPerson>
  readonly total: number | null
  /** Body fields that ask for the next page. */
  readonly next: NextPage
  /** Rows that cannot be read as a person, and those past the first 250: they are in the answer alone. */
  readonly unread: number
}

const LISTS =
  /^(people|contacts|results|result|persons|matches|items|data|records|leads|prospects|profiles|hits|list|rows)$/
const MAX_DEPTH = 5

interface Row {
  readonly item: JsonObject
  readonly path: string
}

const placeOf = ({ item }: Row) => locatePerson(item) ?? locatePerson(item, noQuestion, true)

/** A number, an address, or an id: no name of a field. */
const KEY_OF_ROW = /^\d+$|@|\.|^[\da-f-]{8,}$/

interface Rows {
  readonly rows: ReadonlyArray<Row>
  /** Items that are no objects, nulls included. */
  readonly others: number
}

const NO_ROWS: Rows = { rows: [], others: 0 }

/** The objects of a list, or of a list written as an object keyed by number, id or address. */
const rowsIn = (value: unknown, path: string): Rows => {
  if (typeof value !== "object" || value === null) return NO_ROWS
  const rows: Array<Row> = []
  let others = 0
  const add = (key: string | number, item: unknown) => {
    if (isObject(item)) rows.push({ item, path: path === "" ? String(key) : `${path}.${key}` })
    else others++
  }
  if (Array.isArray(value)) {
    for (let n = 0; n < value.length; n++) add(n, value[n])
    return { rows, others }
  }
  for (const key in value) {
    if (!KEY_OF_ROW.test(key)) return NO_ROWS
    add(key, Reflect.get(value, key))
  }
  return { rows, others }
}

const isPeople = ({ rows }: Rows): boolean => rows.slice(0, 5).some((row) => placeOf(row) !== undefined)

/** The list of people, under any name and a few levels deep: a list of that name first. */
const listIn = (body: unknown, path = "", depth = 0): Rows => {
  if (depth > MAX_DEPTH || typeof body !== "object" || body === null) return NO_ROWS
  const rows = rowsIn(body, path)
  if (Array.isArray(body) || (depth > 0 && isPeople(rows))) return isPeople(rows) ? rows : NO_ROWS
  const keys = firstFields(body as JsonObject).map(([key]) => key)
  for (const key of [...keys.filter((one) => LISTS.test(foldKey(one))), ...keys]) {
    if (ASIDE.test(foldKey(key))) continue
    const list = listIn(Reflect.get(body, key), path === "" ? key : `${path}.${key}`, depth + 1)
    if (list.rows.length > 0) return list
  }
  return NO_ROWS
}

/** Whether an answer without anybody readable tells of some: a list with items, or a total beside none of them. */
export const tellsOfPeople = (body: unknown): boolean => hasItems(body) || (totalOf(body) ?? 0) > 0

const hasItems = (body: unknown, depth = 0): boolean => {
  if (Array.isArray(body)) return body.length > 0
  if (depth > MAX_DEPTH || !isObject(body)) return false
  return firstFields(body).some(([key, value]) => LISTS.test(foldKey(key)) && hasItems(value, depth + 1))
}

const IDS = ["id", "person_id", "contact_id", "prospect_id", "lead_id", "profile_id", "uuid", "_id"]
const HAS_EMAIL = [
  "has_email",
  "has_work_email",
  "has_business_email",
  "has_emails",
  "email_available",
  "emails_available"
]
const HAS_PHONE = [
  "has_phone",
  "has_direct_phone",
  "has_mobile_phone",
  "has_mobile",
  "has_direct_dial",
  "has_phones",
  "phone_available",
  "phones_available"
]

/** What is neither a text, a number nor a boolean is no mark; nor may an object be written as a text: it may hold a `toString`. */
const plainOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean"
    ? String(value).toLowerCase()
    : ""

/** A mark as providers write it; `undefined` where none says yes or no. */
const markOf = (record: JsonObject, names: ReadonlyArray<string>): boolean | undefined => {
  const marks = names.map((name) => plainOf(entryOf(record, name)?.value))
  if (marks.some((mark) => mark === "true" || mark === "yes" || mark === "1")) return true
  return marks.some((mark) => mark === "false" || mark === "no" || mark === "0") ? false : undefined
}

const personOf = (row: Row): FoundPerson | undefined => {
  const place = isBare(row.item, noQuestion) ? undefined : placeOf(row)
  if (place === undefined) return undefined
  const { value } = readPersonAt(place.record, row.path, place.around)
  const holders = [place.record, row.item]
  const id = holders
    .flatMap((holder) => IDS.map((name) => toText(entryOf(holder, name)?.value)))
    .find((text) => text !== undefined)
  const hasEmail = holders.map((holder) => markOf(holder, HAS_EMAIL)).find((mark) => mark !== undefined)
  const hasPhone = holders.map((holder) => markOf(holder, HAS_PHONE)).find((mark) => mark !== undefined)
  return {
    ...value,
    ...(id !== undefined && { id }),
    ...(hasEmail !== undefined && { hasEmail }),
    ...(hasPhone !== undefined && { hasPhone })
  }
}

const PLACES = ["pagination", "meta", "paging", "page", "meta.pagination", "data", "result", "data.pagination"]

const totalOf = (body: unknown): number | null =>
  isObject(body)
    ? reader(body, "").number("total", [
        ...TOTALS,
        ...PLACES.flatMap((place) => TOTALS.map((name) => `${place}.${name}`)),
        "count"
      ])
    : null

/** The people of a search answer; `undefined` where it holds no list of any that can be read. */
export const locatePeople = (body: unknown, _question: Question, weakly: boolean): SearchPage | undefined => {
  const list = weakly ? NO_ROWS : listIn(body)
  const page = pageOf(body, list)
  return page.people.length === 0 ? undefined : page
}

/** No page of a search has more; what does is not read at the cost of everything else that waits. */
const MAX_ROWS = 250

const pageOf = (body: unknown, { rows, others }: Rows): SearchPage => {
  const people = rows
    .slice(0, MAX_ROWS)
    .map(personOf)
    .filter((person) => person !== undefined)
  const count = rows.length + others
  return { people, total: totalOf(body), next: nextPage(body, count), unread: count - people.length }
}

/** Nobody, with the total that the answer tells. */
export const nobody = (body: unknown): SearchPage => pageOf(body, NO_ROWS)
