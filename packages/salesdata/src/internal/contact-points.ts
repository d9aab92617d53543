/** E-mail addresses and phone numbers, however a provider lists them: as lists, as single fields, as texts or objects. */
import { isObject, type JsonObject } from "./json-path.ts"
import { entry, toText, type Found, type Reader } from "./reader.ts"

interface Point {
  readonly value: string
  readonly kind: string | null
  /** The object it stood in, for what else that says. */
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

const kindOf = (said: string | undefined): string | null =>
  said === undefined ? null : (KINDS[said.toLowerCase()] ?? said.toLowerCase())

const pointOf = ({ value, path }: Found, kind: string | null): Point | undefined => {
  if (!isObject(value)) {
    const direct = toText(value)
    return direct === undefined ? undefined : { value: direct, kind, in: {}, path }
  }
  for (const name of VALUE_NAMES) {
    const found = entry(value, name)
    const text = toText(found?.value)
    if (found === undefined || text === undefined) continue
    const said = KIND_NAMES.map((key) => entry(value, key)?.value).find((label) => typeof label === "string")
    return { value: text, kind: kindOf(toText(said)) ?? kind, in: value, path: `${path}.${found.path}` }
  }
  return undefined
}

type Singles = ReadonlyArray<readonly [name: string, kind: string | null]>

/** No person has more: what is past them stays in the answer alone, and becomes no key of the cache. */
const MAX_POINTS = 50

/** @param singles field name -> the kind that the name says */
const points = (read: Reader, lists: ReadonlyArray<string>, singles: Singles): ReadonlyArray<Point> => {
  const out = new Map<string, Point>()
  const add = (found: Found, kind: string | null) => {
    const point = pointOf(found, kind)
    if (point === undefined) read.drifted(found, "a text or an object with a value")
    else if (!out.has(point.value.toLowerCase())) out.set(point.value.toLowerCase(), point)
  }
  for (const name of lists) {
    const found = read.find([name])
    if (found === undefined) continue
    if (Array.isArray(found.value)) {
      const values: ReadonlyArray<unknown> = found.value.slice(0, MAX_POINTS)
      values.forEach((value, i) => value !== null && add({ value, path: `${found.path}.${i}` }, null))
      if (found.value.length > MAX_POINTS) {
        read.drifted(found, `at most ${MAX_POINTS} of them (the first ${MAX_POINTS} are read)`)
      }
    } else {
      read.drifted(found, "a list")
      add(found, null)
    }
  }
  for (const [name, kind] of singles) {
    const found = read.find([name])
    if (found !== undefined) add(found, kind)
  }
  return [...out.values()]
}

export interface Email {
  readonly value: string
  readonly kind: string | null
  readonly status: string | null
}

export interface Phone {
  readonly value: string
  readonly kind: string | null
  readonly doNotCall: boolean | null
}

const statusOf = (point: Point): string | null => {
  for (const name of ["status", "verification_status", "deliverability", "quality"]) {
    const text = toText(entry(point.in, name)?.value)
    if (text !== undefined) return text.toLowerCase()
  }
  const verified = point.in["verified"]
  return typeof verified === "boolean" ? (verified ? "verified" : "unverified") : null
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

/** Fields that hold e-mail addresses. */
export const emailFields: ReadonlyArray<string> = ["emails", "email_addresses", ...EMAILS.map(([name]) => name)]

export const emails = (read: Reader): ReadonlyArray<Email> =>
  points(read, emailFields.slice(0, 2), EMAILS)
    .filter((point) => point.value.includes("@"))
    .map((point, i) => {
      read.note(`emails.${i}`, point)
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
    const said = entry(holder, name)?.value
    if (typeof said === "boolean") return said
    if (said === 0 || said === 1) return said === 1
    if (typeof said === "string" && /^(true|yes|listed|registered)$/i.test(said)) return true
    if (typeof said === "string" && /^(false|no|clear|not[ _-]?(listed|registered))$/i.test(said)) return false
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

/** Fields that hold telephone numbers. */
export const phoneFields: ReadonlyArray<string> = [
  "phones",
  "phone_numbers",
  "telephones",
  ...PHONES.map(([name]) => name)
]

/** @param record the person's own object: a do-not-call mark there holds for every number without one of its own */
export const phones = (read: Reader, record: JsonObject): ReadonlyArray<Phone> =>
  points(read, phoneFields.slice(0, 3), PHONES).map((point, i) => {
    read.note(`phones.${i}`, point)
    return { value: point.value, kind: point.kind, doNotCall: doNotCall(point.in) ?? doNotCall(record) ?? null }
  })
