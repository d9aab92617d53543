/**
 * Reads e-mail addresses and phone numbers in all formats that providers use: lists, single fields, texts or objects.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { isHidden } from "../../identity/shared-mailboxes.ts"
import type { Email, Phone } from "../../schema/Person.ts"
import { CONTACT_BLOCKS, EMAILS, PHONES, pluralOf, type ContactFields } from "./contact-fields.ts"
import {
  marksAround,
  marksOfNumber,
  marksOfRecord,
  UNTYPED,
  verdictOf,
  type Mark,
  type NamedMark
} from "./do-not-call.ts"
import type { LocatedRecord } from "./locate.ts"
import { wordsIn, type IsOther } from "./names.ts"
import { entryOf, foldKey, join, toText, type Entry, type Reader } from "./record-reader.ts"

interface Point {
  readonly value: string
  readonly kind: string | null
  /** The object that contained it, for further fields such as its status. */
  readonly in: JsonObject
  readonly path: string
}

/** A point with the do-not-call marks of all its repetitions, and the kinds by which other marks name it. */
interface MarkedPoint extends Point {
  readonly marks: ReadonlyArray<Mark>
  readonly kinds: ReadonlyArray<string>
}

const VALUE_NAMES = [
  "value",
  "email",
  "address",
  "email_address",
  "number",
  "phone",
  "phone_number",
  "e164",
  "sanitized_number",
  "international_number",
  "raw_number",
  "local_number",
  "text",
  "display"
]
/** Further names in an item of a list. Elsewhere, an object may have one of them for each kind. */
const ITEM_NAMES = [...VALUE_NAMES, "mobile_phone"]
const KIND_NAMES = ["kind", "type", "label", "category", "phone_type", "email_type", "type_cd"]
/** Kinds, each with the other words of providers for it, folded. */
const KINDS = [
  ["mobile", "cell", "cellphone"],
  ["work", "business", "office"],
  ["direct", "directdial"]
]

const kindOf = (word: string | undefined): string | null =>
  word === undefined ? null : (KINDS.find((words) => words.includes(foldKey(word)))?.[0] ?? word.toLowerCase())

const STATUS_NAMES = [
  "status",
  "verification_status",
  "validation_status",
  "email_status",
  "deliverability",
  "quality",
  "smtp_valid",
  "certainty"
]
/** The object that may hold such a field. */
const VERIFICATION = "verification"

/** What is said of the value of a plain field in fields named after it, such as `email_status`. */
const besides = (fields: Reader, name: string): JsonObject =>
  Object.fromEntries(
    ["type", "verified", VERIFICATION, ...STATUS_NAMES].flatMap((part) => {
      const entry = fields.find([`${name}_${part}`, ...(part === VERIFICATION && name === "email" ? [part] : [])])
      return entry === undefined ? [] : [[part, entry.value] as const]
    })
  )

/** A number with its country's and its area's code, if it has neither and they are in fields of their own. */
const inFull = (value: JsonObject, text: string): string => {
  const [country, area = ""] = ["country_code", "area_code"].map(
    (name) => /^[+0]*(\d{1,4})$/.exec(toText(entryOf(value, name)?.value) ?? "")?.[1]
  )
  if (country === undefined || !/^[1-9](\D*\d){4,8}$/.test(text)) return text
  const mayHaveCode = text.startsWith(country) || (area !== "" && text.startsWith(area))
  return mayHaveCode ? text : `+${country} ${area}${text}`
}

/** @param plain what is said of the value if it is plain */
const pointOf = (
  { value, path }: Entry,
  kind: string | null,
  plain: JsonObject,
  names = VALUE_NAMES
): Point | undefined => {
  if (!isJsonObject(value)) {
    const direct = toText(value)
    return direct === undefined
      ? undefined
      : { value: direct, kind: kind ?? kindOf(toText(plain["type"])), in: plain, path }
  }
  for (const name of names) {
    const entry = entryOf(value, name)
    const text = toText(entry?.value)
    if (entry === undefined || text === undefined) continue
    const word = KIND_NAMES.map((key) => entryOf(value, key)?.value).find((label) => typeof label === "string")
    return { value: inFull(value, text), kind: kindOf(toText(word)) ?? kind, in: value, path: join(path, entry.path) }
  }
  return undefined
}

/**
 * Maximum number of contact points read. No person has more; further ones are only in `raw`, and do not become cache
 * keys.
 */
const MAX_POINTS = 50

/** The same for all ways to write a number of Australia or New Zealand: `+61 491…`, `0061 (0)491…`, `0491…`. */
const keyOf = (value: string): string =>
  value.includes("@") ? value : value.replace(/^tel:|[^\p{L}\p{N}]/gu, "").replace(/^(00|0011)?6[14]0?(?=\d{8})/, "0")

/** Folded names of kinds. Others are an id's, a date's, an assistant's or a company's. */
const KIND =
  /^(mobile|cell|work|business|office|direct|dial|personal|private|home|landline|professional|primary|main|other|phone|number|e?mail|tele)+s?\d*$/
/** What a number or an address contains, unlike its status or date. */
const LIKE_POINT = /@|\d{3}\D*\d{3}/

/** The items of a list, or of a text that lists several, or the value itself. */
const itemsOf = (fields: Reader, entry: Entry): ReadonlyArray<Entry> => {
  const { value, path } = entry
  if (typeof value === "string") {
    const texts = value.split(/[,;|]/)
    return (texts.every((text) => LIKE_POINT.test(text)) ? texts : [value]).map((text) => ({ value: text, path }))
  }
  if (!Array.isArray(value)) return [entry]
  if (value.length > MAX_POINTS) {
    fields.drifted(entry, `at most ${MAX_POINTS} (the first are read)`)
  }
  return value
    .slice(0, MAX_POINTS)
    .map((item: unknown, i) => ({ value: item, path: `${path}.${i}` }))
    .filter((item) => item.value !== null)
}

/** @param around gets the marks around several numbers, in an object that has one for each kind */
const points = (
  fields: Reader,
  groups: ContactFields,
  isOther: IsOther,
  around: Array<NamedMark> = []
): ReadonlyArray<MarkedPoint> => {
  const out = new Map<string, MarkedPoint>()
  const add = (name: string, kind: string | null, fieldKind = kind) => {
    const whole = fields.find([name])
    if (whole === undefined) return
    const plain = Array.isArray(whole.value) ? {} : besides(fields, name)
    const parts: Array<Entry & { readonly kind: string | null }> = []
    const others: Record<string, unknown> = {}
    // An object may have a value or a list for each kind: `{ work: [...], personal: [...] }`.
    if (isJsonObject(whole.value) && pointOf(whole, kind, plain) === undefined) {
      for (const [key, value] of Object.entries(whole.value)) {
        if (typeof value === "number" || !LIKE_POINT.test(JSON.stringify(value))) others[key] = value
        else if (KIND.test(foldKey(key))) parts.push({ value, path: join(whole.path, key), kind: kindOf(key) })
      }
    }
    if (parts.length > 0) around.push(...marksAround(fields, { ...whole, value: others }))
    for (const part of parts.length === 0 ? [{ ...whole, kind }] : parts) {
      for (const entry of itemsOf(fields, part)) {
        const point = pointOf(entry, part.kind, plain, entry === part ? VALUE_NAMES : ITEM_NAMES)
        if (point === undefined || isHidden(point.value)) {
          fields.drifted(entry, "a value in full")
          continue
        }
        const key = keyOf(point.value.toLowerCase())
        const first = out.get(key) ?? { ...point, marks: [], kinds: [] }
        out.set(key, {
          ...first,
          kind: first.kind ?? point.kind,
          marks: [...first.marks, ...marksOfNumber(fields, entry)],
          kinds: [...first.kinds, fieldKind, point.kind].filter((word) => word !== null)
        })
      }
    }
  }
  const blocks = CONTACT_BLOCKS.filter((name) => {
    const value = fields.find([name])?.value
    return isJsonObject(value) && !isOther(wordsIn(value))
  }).map((name) => `${name}.`)
  for (const block of ["", ...blocks]) {
    // The lists of all kinds come first, in the provider's order.
    for (const [kind, ...names] of groups) {
      if (kind === null) for (const name of names) add(block + pluralOf(name), kind)
    }
    for (const [kind, ...names] of groups) {
      for (const name of names) {
        if (kind !== null) add(block + pluralOf(name), kind)
        add(block + name, kind, kind ?? UNTYPED)
      }
    }
  }
  return [...out.values()]
}

const statusOf = (point: Point): string | null => {
  const inner = point.in[VERIFICATION]
  for (const from of isJsonObject(inner) ? [point.in, inner] : [point.in]) {
    for (const name of STATUS_NAMES) {
      const text = toText(entryOf(from, name)?.value)
      if (text !== undefined) return text.toLowerCase()
    }
  }
  const verification = point.in["verified"]
  return typeof verification === "boolean" ? (verification ? "verified" : "unverified") : null
}

export const emails = (fields: Reader, isOther: IsOther): ReadonlyArray<Email> =>
  points(fields, EMAILS, isOther)
    .filter((point) => point.value.includes("@"))
    .map((point, i) => {
      fields.note(`emails.${i}`, point)
      return { value: point.value, kind: point.kind, status: statusOf(point) }
    })

/** The numbers of a record. Its own do-not-call marks apply to every number without one. */
const numbers = (fields: Reader, isOther: IsOther, place: LocatedRecord, foreignKeys: RegExp) => {
  const around: Array<NamedMark> = []
  const numberPoints = points(fields, PHONES, isOther, around).filter(({ value }) => /\p{N}/u.test(value))
  const marks = numberPoints.length === 0 ? [] : [...around, ...marksOfRecord(fields, place, foreignKeys)]
  const present = new Set(numberPoints.flatMap(({ kinds }) => kinds))
  return numberPoints.map((point) => ({ point, doNotCall: verdictOf(point.kinds, point.marks, marks, present) }))
}

/** @param foreignKeys folded keys of objects about somebody else */
export const phones = (
  fields: Reader,
  isOther: IsOther,
  place: LocatedRecord,
  foreignKeys: RegExp
): ReadonlyArray<Phone> =>
  numbers(fields, isOther, place, foreignKeys).map(({ point, doNotCall }, i) => {
    fields.note(`phones.${i}`, point)
    return { value: point.value, kind: point.kind, doNotCall }
  })

/** A company's number, with its do-not-call mark: one without a kind, or else the first. */
export const companyPhone = (
  fields: Reader,
  isOther: IsOther,
  place: LocatedRecord,
  foreignKeys: RegExp
): { readonly phone: string | null; readonly phoneDoNotCall: Mark } => {
  const all = numbers(fields, isOther, place, foreignKeys)
  const first = all.find(({ point }) => point.kinds.includes(UNTYPED)) ?? all[0]
  if (first === undefined) return { phone: null, phoneDoNotCall: null }
  fields.note("phone", first.point)
  return { phone: first.point.value, phoneDoNotCall: first.doNotCall }
}
