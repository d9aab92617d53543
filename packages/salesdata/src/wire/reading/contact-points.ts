/**
 * Reads e-mail addresses and phone numbers in all formats that providers use: lists, single fields, texts or objects.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { isHidden } from "../../identity/shared-mailboxes.ts"
import type { Email, Phone } from "../../schema/Person.ts"
import { CONTACT_BLOCK, EMAILS, PHONES, UNTYPED, type ContactField } from "./contact-fields.ts"
import { marksAround, marksOfRecord, verdictOf, type Mark, type NamedMark } from "./do-not-call.ts"
import type { LocatedRecord } from "./locate.ts"
import { wordsIn, type IsOther } from "./names.ts"
import { entryOf, foldKey, join, reader, toText, type Entry, type Reader } from "./record-reader.ts"
import { words } from "./words.ts"

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

const VALUE_NAMES = words(
  "value email address email_address number phone phone_number e164 sanitized_number international_number raw_number local_number text display"
)
/** Further names in an item of a list. Elsewhere, an object may have one of them for each kind. */
const ITEM_NAMES = [...VALUE_NAMES, "mobile_phone"]
const KIND_NAMES = words("kind type label category phone_type email_type type_cd")
/** The kinds that words of providers stand for, folded. A number that is a phone is of no kind. */
const KINDS = new Map([
  ...[...EMAILS, ...PHONES].map(([name, kind]) => [foldKey(name), kind] as const),
  ["business", "work"],
  ["office", "work"]
])

const kindOf = (word: unknown): string | null => {
  if (typeof word !== "string") return null
  const kind = KINDS.get(foldKey(word))
  return kind === undefined ? word.trim().toLowerCase() || null : kind
}

/** The object that may hold a status. */
const VERIFICATION = "verification"
/** That an address is of no use counts before other words. */
const STATUS_NAMES = words(
  "bounced smtp_valid valid is_valid deliverable status verification_status validation_status email_status deliverability quality certainty validity result state verification verified is_verified"
)
/** Words for such a field with yes or no: `is_valid: false`. */
const FLAG_WORDS: Readonly<Record<string, string>> = {
  "verified true": "verified",
  "verified false": "unverified",
  "valid false": "invalid",
  "deliverable false": "undeliverable",
  "bounced true": "bounced"
}

/** What is said of the value of a field in the fields beside it that are named after it, such as `email_status`. */
const besides = (holder: JsonObject, path: string): JsonObject => {
  const name = foldKey(path.replace(/.*\./, "")).replace(/s$/, "")
  const about = Object.entries(holder).map(([key, value]) => [foldKey(key), value] as const)
  return {
    ...(name === "email" && { [VERIFICATION]: holder[VERIFICATION] }),
    ...Object.fromEntries(
      about.filter(([key]) => key.startsWith(name)).map(([key, value]) => [key.slice(name.length), value])
    )
  }
}

/** A number with its country's and its area's code, if it has neither and they are in fields of their own. */
const inFull = (value: JsonObject, text: string): string => {
  const [country, area = ""] = ["country_code", "area_code"].map(
    (name) => /^[+0]*(\d{1,4})$/.exec(toText(entryOf(value, name)?.value) ?? "")?.[1]
  )
  if (country === undefined || !/^[1-9](\D*\d){4,8}$/.test(text)) return text
  const mayHaveCode = text.startsWith(country) || (area !== "" && text.startsWith(area))
  return mayHaveCode ? text : `+${country} ${area}${text}`
}

/** @param plain what is said of the value in the fields beside it */
const pointOf = (
  { value, path }: Entry,
  kind: string | null,
  plain: JsonObject,
  names: ReadonlyArray<string>
): Point | undefined => {
  if (!isJsonObject(value)) {
    const direct = toText(value)
    return direct === undefined ? undefined : { value: direct, kind: kind ?? kindOf(plain["type"]), in: plain, path }
  }
  for (const name of names) {
    const entry = entryOf(value, name)
    const text = toText(entry?.value)
    if (entry === undefined || text === undefined) continue
    const own = KIND_NAMES.map((key) => kindOf(entryOf(value, key)?.value)).find((word) => word !== null)
    return { value: inFull(value, text), kind: own ?? kind, in: { ...plain, ...value }, path: join(path, entry.path) }
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
  names: ReadonlyArray<ContactField>,
  isOther: IsOther,
  around: Array<NamedMark> = []
): ReadonlyArray<MarkedPoint> => {
  const out = new Map<string, MarkedPoint>()
  const add = (whole: Entry, holder: JsonObject, kind: string | null, of: string | null) => {
    const parts: Array<Entry & { readonly kind: string | null }> = []
    const others: Record<string, unknown> = {}
    // An object may have a value or a list for each kind: `{ work: [...], personal: [...] }`.
    if (isJsonObject(whole.value) && pointOf(whole, kind, {}, VALUE_NAMES) === undefined) {
      for (const [key, value] of Object.entries(whole.value)) {
        if (typeof value === "number" || !LIKE_POINT.test(JSON.stringify(value))) others[key] = value
        else if (KIND.test(foldKey(key))) parts.push({ value, path: join(whole.path, key), kind: kindOf(key) })
      }
    }
    if (parts.length > 0) around.push(...marksAround(fields, { ...whole, value: others }))
    const items = (parts.length === 0 ? [{ ...whole, kind }] : parts).flatMap((part) =>
      itemsOf(fields, part).map((entry) => ({ ...part, entry }))
    )
    const plain = items.length > 1 ? {} : besides(holder, whole.path)
    for (const { entry, kind: partKind } of items) {
      const point = pointOf(entry, partKind, plain, ITEM_NAMES)
      if (point === undefined || isHidden(point.value)) {
        fields.drifted(entry, "a value in full")
        continue
      }
      const key = keyOf(point.value.toLowerCase())
      const first = out.get(key) ?? { ...point, marks: [], kinds: [] }
      out.set(key, {
        ...first,
        kind: first.kind ?? point.kind,
        // The marks in a number's own object are about it, whatever they name.
        marks: [...first.marks, ...marksAround(fields, entry).map(({ mark }) => mark)],
        kinds: [...first.kinds, of, point.kind].filter((word) => word !== null)
      })
    }
  }
  const isOwn = (value: unknown): value is JsonObject => isJsonObject(value) && !isOther(wordsIn(value))
  const isTyped = (item: unknown) => isOwn(item) && KIND.test(foldKey(toText(entryOf(item, "type")?.value) ?? ""))
  const read = ({ find, record, path }: Reader, isBeside = false) => {
    for (const [name, kind, of] of names) {
      const entry = find([name])
      // A single one beside a record may repeat the request.
      if (entry !== undefined && (!isBeside || typeof entry.value === "object")) add(entry, record, kind, of)
    }
    for (const [key, value] of Object.entries(record)) {
      const whole = { value, path: join(path, key) }
      const name = foldKey(key)
      if (!CONTACT_BLOCK.test(name) || (isBeside && name === "contact")) continue
      if (isOwn(value)) read(reader(value, whole.path, [""]))
      if (Array.isArray(value))
        for (const item of itemsOf(fields, whole)) if (isTyped(item.value)) add(item, {}, null, null)
    }
  }
  read(fields)
  if (fields.beside !== undefined) read(fields.beside, true)
  return [...out.values()]
}

const statusOf = ({ in: said }: Point): string | null => {
  const inner = said[VERIFICATION]
  const all = { ...(isJsonObject(inner) && inner), ...said }
  const statuses = STATUS_NAMES.map((name) => {
    const status = entryOf(all, name)?.value
    const text = toText(status)
    return FLAG_WORDS[`${name.replace(/^(is|smtp)_/, "")} ${text ?? JSON.stringify(status)}`] ?? text?.toLowerCase()
  })
  return statuses.find((each) => each !== undefined) ?? null
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
  const numberPoints = points(fields, PHONES, isOther, around).filter(
    ({ value }) => /\p{N}/u.test(value) && !/@|:\//.test(value)
  )
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
