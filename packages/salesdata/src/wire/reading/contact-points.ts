/**
 * Reads e-mail addresses and phone numbers in all formats that providers use: lists, single fields, texts or objects.
 */
import type { Email, Phone } from "../../schema/Person.ts"
import { isObject, type JsonObject } from "./json-path.ts"
import { entryOf, foldKey, join, toText, type Entry, type Reader } from "./record-reader.ts"

/** What one do-not-call mark says. `null` if it says that nobody knows. */
type Mark = boolean | null

interface Point {
  readonly value: string
  readonly kind: string | null
  /** The object that contained it, for further fields such as its status. */
  readonly in: JsonObject
  readonly path: string
}

/** A point with the do-not-call marks of all its repetitions. */
interface MarkedPoint extends Point {
  readonly marks: ReadonlyArray<Mark>
}

const VALUE_NAMES = ["value", "email", "address", "email_address", "number", "phone", "phone_number", "e164"]
const KIND_NAMES = ["kind", "type", "label", "category"]
const KINDS: Readonly<Record<string, string>> = {
  cell: "mobile",
  cellphone: "mobile",
  business: "work",
  office: "work",
  direct_dial: "direct"
}

const kindOf = (word: string | undefined): string | null =>
  word === undefined ? null : (KINDS[word.toLowerCase()] ?? word.toLowerCase())

/** What names and words of do-not-call marks are made of, folded: `is_dnc`, `dncr_status`, `on the register`. */
const PARTS = "(is|on|in|the|dncr?|donotcall|status|value|flag|list(ed)?|register(ed)?)"
const MARK_NAME = new RegExp(`^${PARTS}*(dncr?|donotcall)${PARTS}*$`)
const YES = new RegExp(`^(1|y|t|yes|true|${PARTS}+)$`)
const NO = new RegExp(`^(0|n|f|no|false|ok|clean|clear|callable|(un|not?)${PARTS}+)$`)
const NOBODY_KNOWS = /^(null|none|na|unknown|unchecked|notchecked)?$/

/** Longer names and words are no marks. */
const MAX_MARK_CHARS = 80

/**
 * Finds do-not-call marks in an object. A mark that cannot be read counts as yes: one call too few does less harm than
 * one to a number on a register.
 *
 * @param outer the mark's own name, if the object is the mark: `{ listed: true }`
 */
const marksIn = (fields: Reader, { value, path }: Entry, outer = ""): ReadonlyArray<Mark> =>
  Object.entries(isObject(value) ? value : {}).flatMap(([key, mark]) => {
    const name = outer + foldKey(key.slice(0, MAX_MARK_CHARS))
    if (!MARK_NAME.test(name)) return []
    const entry = { value: mark, path: join(path, key) }
    const inner = outer === "" ? marksIn(fields, entry, name) : []
    if (inner.length > 0) return inner
    const word = typeof mark === "object" && mark !== null ? "object" : foldKey(String(mark).slice(0, MAX_MARK_CHARS))
    if (NOBODY_KNOWS.test(word)) return [null]
    const isNo = NO.test(word)
    if (!isNo && !YES.test(word)) fields.drifted(entry, "yes or no")
    return [!isNo]
  })

const pointOf = ({ value, path }: Entry, kind: string | null): Point | undefined => {
  if (!isObject(value)) {
    const direct = toText(value)
    return direct === undefined ? undefined : { value: direct, kind, in: {}, path }
  }
  for (const name of VALUE_NAMES) {
    const entry = entryOf(value, name)
    const text = toText(entry?.value)
    if (entry === undefined || text === undefined) continue
    const word = KIND_NAMES.map((key) => entryOf(value, key)?.value).find((label) => typeof label === "string")
    return { value: text, kind: kindOf(toText(word)) ?? kind, in: value, path: `${path}.${entry.path}` }
  }
  return undefined
}

/** Names of single fields, after the kind that they imply. */
type Singles = ReadonlyArray<readonly [kind: string | null, ...names: ReadonlyArray<string>]>

/**
 * Maximum number of contact points read. No person has more; further ones are only in `raw`, and do not become cache
 * keys.
 */
const MAX_POINTS = 50

/** The same for all ways to write a number of Australia or New Zealand: `+61 491…`, `0061 (0)491…`, `0491…`. */
const keyOf = (value: string): string =>
  value.includes("@") ? value : value.replace(/^tel:|[^\p{L}\p{N}]/gu, "").replace(/^(00|0011)?6[14]0?(?=\d{8})/, "0")

const points = (fields: Reader, lists: ReadonlyArray<string>, singles: Singles): ReadonlyArray<MarkedPoint> => {
  const out = new Map<string, MarkedPoint>()
  const add = (entry: Entry, kind: string | null) => {
    const point = pointOf(entry, kind)
    if (point === undefined) return fields.drifted(entry, "a text or an object with a value")
    const key = keyOf(point.value.toLowerCase())
    const first = out.get(key) ?? { ...point, marks: [] }
    out.set(key, { ...first, marks: [...first.marks, ...marksIn(fields, entry)] })
  }
  for (const name of lists) {
    const entry = fields.find([name])
    if (entry === undefined) continue
    if (Array.isArray(entry.value)) {
      const values: ReadonlyArray<unknown> = entry.value.slice(0, MAX_POINTS)
      values.forEach((value, i) => value !== null && add({ value, path: `${entry.path}.${i}` }, null))
      if (entry.value.length > MAX_POINTS) {
        fields.drifted(entry, `at most ${MAX_POINTS} of them (the first ${MAX_POINTS} are read)`)
      }
    } else {
      fields.drifted(entry, "a list")
      add(entry, null)
    }
  }
  for (const [kind, ...names] of singles) {
    for (const name of names) {
      const entry = fields.find([name])
      if (entry !== undefined) add(entry, kind)
    }
  }
  return [...out.values()]
}

const statusOf = (point: Point): string | null => {
  for (const name of ["status", "verification_status", "deliverability", "quality"]) {
    const text = toText(entryOf(point.in, name)?.value)
    if (text !== undefined) return text.toLowerCase()
  }
  const verification = point.in["verified"]
  return typeof verification === "boolean" ? (verification ? "verified" : "unverified") : null
}

const EMAILS: Singles = [
  [null, "email"],
  ["work", "work_email", "business_email"],
  ["personal", "personal_email"],
  ["work", "professional_email"],
  [null, "email_address", "contact.email"]
]

const namesOf = (singles: Singles): ReadonlyArray<string> => singles.flatMap(([, ...names]) => names)

/** Fields that contain e-mail addresses. */
export const emailFields: ReadonlyArray<string> = ["emails", "email_addresses", ...namesOf(EMAILS)]

export const emails = (fields: Reader): ReadonlyArray<Email> =>
  points(fields, emailFields.slice(0, 2), EMAILS)
    .filter((point) => point.value.includes("@"))
    .map((point, i) => {
      fields.note(`emails.${i}`, point)
      return { value: point.value, kind: point.kind, status: statusOf(point) }
    })

const PHONES: Singles = [
  ["mobile", "mobile", "mobile_phone", "mobile_number", "cell", "cellphone"],
  ["direct", "direct_dial", "direct_phone"],
  ["work", "work_phone", "office_phone"],
  ["landline", "landline"],
  [null, "phone", "phone_number", "telephone", "contact.phone"]
]

/** Fields that contain telephone numbers. */
export const phoneFields: ReadonlyArray<string> = ["phones", "phone_numbers", "telephones", ...namesOf(PHONES)]

const verdict = (marks: ReadonlyArray<Mark>): Mark => marks.includes(true) || (marks.includes(false) ? false : null)

/** @param record the person's own object. Its do-not-call mark applies to every number without its own. */
export const phones = (fields: Reader, record: Entry): ReadonlyArray<Phone> => {
  const shared = verdict(marksIn(fields, record))
  return points(fields, phoneFields.slice(0, 3), PHONES).map((point, i) => {
    fields.note(`phones.${i}`, point)
    return { value: point.value, kind: point.kind, doNotCall: verdict(point.marks) ?? shared }
  })
}
