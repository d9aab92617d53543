/** E-mail addresses and phone numbers, however a provider lists them: as lists, as single fields, as texts or objects. */
import { isObject } from "./json-path.ts"
import { toText, type Found, type Reader } from "./reader.ts"

interface Point extends Found {
  readonly value: string
  readonly kind: string | null
  /** The object it stood in, for what else that says. */
  readonly in: Readonly<Record<string, unknown>>
  readonly path: string
}

const VALUE_KEYS = [
  "value",
  "email",
  "address",
  "email_address",
  "emailAddress",
  "number",
  "phone",
  "phone_number",
  "phoneNumber",
  "e164"
]
const KIND_KEYS = ["kind", "type", "label", "category"]

const pointOf = (found: Found, kind: string | null): Point | undefined => {
  const { value, path } = found
  const direct = toText(value)
  if (direct !== undefined) return { value: direct, kind, in: {}, path }
  if (!isObject(value)) return undefined
  for (const key of VALUE_KEYS) {
    const text = toText(value[key])
    if (text === undefined) continue
    const said = KIND_KEYS.map((name) => toText(value[name])).find((label) => label !== undefined)
    return { value: text, kind: said?.toLowerCase() ?? kind, in: value, path: `${path}.${key}` }
  }
  return undefined
}

/** @param singles field name -> the kind that the name says */
const points = (
  read: Reader,
  lists: ReadonlyArray<string>,
  singles: ReadonlyArray<readonly [alias: string, kind: string | null]>
): ReadonlyArray<Point> => {
  const out = new Map<string, Point>()
  const add = (found: Found, kind: string | null) => {
    const point = pointOf(found, kind)
    if (point === undefined) read.drifted(found, "a text or an object with a value")
    else if (!out.has(point.value.toLowerCase())) out.set(point.value.toLowerCase(), point)
  }
  for (const alias of lists) {
    const found = read.find([alias])
    if (found === undefined) continue
    if (!Array.isArray(found.value)) add(found, null)
    else found.value.forEach((value: unknown, i) => value !== null && add({ value, path: `${found.path}.${i}` }, null))
  }
  for (const [alias, kind] of singles) {
    const found = read.find([alias])
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
  const { verified, status, verification_status, deliverability, quality } = point.in
  for (const said of [status, verification_status, deliverability, quality]) {
    const text = toText(said)
    if (text !== undefined) return text.toLowerCase()
  }
  return typeof verified === "boolean" ? (verified ? "verified" : "unverified") : null
}

export const emails = (read: Reader): ReadonlyArray<Email> =>
  points(
    read,
    ["emails", "email_addresses", "emailAddresses"],
    [
      ["email", null],
      ["work_email", "work"],
      ["workEmail", "work"],
      ["business_email", "work"],
      ["businessEmail", "work"],
      ["personal_email", "personal"],
      ["personalEmail", "personal"],
      ["email_address", null],
      ["emailAddress", null]
    ]
  )
    .filter((point) => point.value.includes("@"))
    .map((point, i) => {
      read.note(`emails.${i}`, point)
      return { value: point.value, kind: point.kind, status: statusOf(point) }
    })

const DO_NOT_CALL_KEYS = ["dnc", "do_not_call", "doNotCall", "dncr", "on_dnc_register", "dnc_listed", "dncListed"]

const doNotCall = (holder: Readonly<Record<string, unknown>>): boolean | undefined => {
  for (const key of DO_NOT_CALL_KEYS) {
    const said = holder[key]
    if (typeof said === "boolean") return said
    if (typeof said === "string" && /^(true|yes|listed|registered)$/i.test(said)) return true
    if (typeof said === "string" && /^(false|no|clear)$/i.test(said)) return false
  }
  return undefined
}

/** @param record the person's own object: a do-not-call mark there holds for every number without one of its own */
export const phones = (read: Reader, record: Readonly<Record<string, unknown>>): ReadonlyArray<Phone> =>
  points(
    read,
    ["phones", "phone_numbers", "phoneNumbers", "telephones"],
    [
      ["mobile", "mobile"],
      ["mobile_phone", "mobile"],
      ["mobilePhone", "mobile"],
      ["cell", "mobile"],
      ["direct_dial", "direct"],
      ["directDial", "direct"],
      ["direct_phone", "direct"],
      ["work_phone", "work"],
      ["workPhone", "work"],
      ["office_phone", "work"],
      ["landline", "landline"],
      ["phone", null],
      ["phone_number", null],
      ["phoneNumber", null],
      ["telephone", null]
    ]
  ).map((point, i) => {
    read.note(`phones.${i}`, point)
    return { value: point.value, kind: point.kind, doNotCall: doNotCall(point.in) ?? doNotCall(record) ?? null }
  })
