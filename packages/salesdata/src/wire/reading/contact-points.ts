/**
 * Reads e-mail addresses and phone numbers in all formats that providers use: lists, single fields, texts or objects.
 */
import type { Email, Phone } from "../../schema/Person.ts"
import { isObject, type JsonObject } from "./json-path.ts"
import { entryOf, toText, type Entry, type Reader } from "./record-reader.ts"

interface Point {
  readonly value: string
  readonly kind: string | null
  /** The object that contained it, for further fields such as its status. */
  readonly in: JsonObject
  readonly path: string
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

type Singles = ReadonlyArray<readonly [name: string, kind: string | null]>

/**
 * Maximum number of contact points read. No person has more; further ones are only in `raw`, and do not become cache
 * keys.
 */
const MAX_POINTS = 50

/** @param singles field name -> the kind that the name implies */
const points = (fields: Reader, lists: ReadonlyArray<string>, singles: Singles): ReadonlyArray<Point> => {
  const out = new Map<string, Point>()
  const add = (entry: Entry, kind: string | null) => {
    const point = pointOf(entry, kind)
    if (point === undefined) fields.drifted(entry, "a text or an object with a value")
    else if (!out.has(point.value.toLowerCase())) out.set(point.value.toLowerCase(), point)
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
  for (const [name, kind] of singles) {
    const entry = fields.find([name])
    if (entry !== undefined) add(entry, kind)
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
  ["email", null],
  ["work_email", "work"],
  ["business_email", "work"],
  ["personal_email", "personal"],
  ["professional_email", "work"],
  ["email_address", null],
  ["contact.email", null]
]

/** Fields that contain e-mail addresses. */
export const emailFields: ReadonlyArray<string> = ["emails", "email_addresses", ...EMAILS.map(([name]) => name)]

export const emails = (fields: Reader): ReadonlyArray<Email> =>
  points(fields, emailFields.slice(0, 2), EMAILS)
    .filter((point) => point.value.includes("@"))
    .map((point, i) => {
      fields.note(`emails.${i}`, point)
      return { value: point.value, kind: point.kind, status: statusOf(point) }
    })

const DO_NOT_CALL_NAMES = [
  "dnc",
  "do_not_call",
  "dncr",
  "dncr_status",
  "dnc_listed",
  "on_dnc_register",
  "on_do_not_call_register"
]

const doNotCall = (holder: JsonObject): boolean | undefined => {
  for (const name of DO_NOT_CALL_NAMES) {
    const mark = entryOf(holder, name)?.value
    if (typeof mark === "boolean") return mark
    if (mark === 0 || mark === 1) return mark === 1
    if (typeof mark === "string" && /^(true|yes|listed|registered)$/i.test(mark)) return true
    if (typeof mark === "string" && /^(false|no|clear|not[ _-]?(listed|registered))$/i.test(mark)) return false
  }
  return undefined
}

const PHONES: Singles = [
  ["mobile", "mobile"],
  ["mobile_phone", "mobile"],
  ["mobile_number", "mobile"],
  ["cell", "mobile"],
  ["cellphone", "mobile"],
  ["direct_dial", "direct"],
  ["direct_phone", "direct"],
  ["work_phone", "work"],
  ["office_phone", "work"],
  ["landline", "landline"],
  ["phone", null],
  ["phone_number", null],
  ["telephone", null],
  ["contact.phone", null]
]

/** Fields that contain telephone numbers. */
export const phoneFields: ReadonlyArray<string> = [
  "phones",
  "phone_numbers",
  "telephones",
  ...PHONES.map(([name]) => name)
]

/** @param record the person's own object. Its do-not-call flag applies to every number without its own. */
export const phones = (fields: Reader, record: JsonObject): ReadonlyArray<Phone> =>
  points(fields, phoneFields.slice(0, 3), PHONES).map((point, i) => {
    fields.note(`phones.${i}`, point)
    return { value: point.value, kind: point.kind, doNotCall: doNotCall(point.in) ?? doNotCall(record) ?? null }
  })
