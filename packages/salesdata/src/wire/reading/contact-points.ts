/**
 * Reads e-mail addresses and phone numbers in all formats that providers use: lists, single fields, texts or objects.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { isHidden } from "../../identity/shared-mailboxes.ts"
import { words } from "../../identity/words.ts"
import type { Email, Phone } from "../../schema/Person.ts"
import { CONTACT_BLOCK, EMAILS, KIND, LIKE_POINT, PHONES, UNTYPED, type ContactField } from "./contact-fields.ts"
import {
  marksAround,
  marksOfBlock,
  marksOfItem,
  marksOfRecord,
  saysSo,
  verdictOf,
  type Mark,
  type NamedMark
} from "./do-not-call.ts"
import type { LocatedRecord } from "./locate.ts"
import { wordsIn, type IsOther } from "./names.ts"
import { entryOf, foldKey, join, reader, toText, type Entry, type Reader } from "./record-reader.ts"
import { statusOf, type Place } from "./status.ts"

interface Point {
  readonly value: string
  readonly kind: string | null
  /** Where further fields such as its status are: its own, then those beside it. */
  readonly in: ReadonlyArray<Place>
  readonly path: string
}

/** A point with the do-not-call marks of all its repetitions, and the kinds by which other marks name it. */
interface MarkedPoint extends Point {
  readonly marks: ReadonlyArray<NamedMark>
  readonly kinds: ReadonlyArray<string | null>
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

/** What is said of the value of a field in the fields beside it that are named after it, such as `email_status`. */
const besides = (holder: JsonObject, path: string): ReadonlyArray<Place> => {
  const name = foldKey(path.replace(/.*\./, "")).replace(/s$/, "")
  return [name, name.replace(/^(job|current|primary)/, "")].map((prefix) => [holder, prefix])
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

/** In the JSON of a point's object: it is not the person's own. The title or position there is the person's job. */
const OF_OTHER = /(?<!title"|position"):"(assistant|colleague|co-?worker|secretary)s?"/i

const kindIn = (places: ReadonlyArray<Place>): string | null =>
  places
    .flatMap(([object, prefix]) => KIND_NAMES.map((name) => kindOf(entryOf(object, prefix + name)?.value)))
    .find((word) => word !== null) ?? null

/** @param beside what is said of the value in the fields beside it */
const pointOf = (
  { value, path }: Entry,
  kind: string | null,
  beside: ReadonlyArray<Place>,
  names: ReadonlyArray<string>
): Point | undefined => {
  if (!isJsonObject(value)) {
    const direct = toText(value)
    return direct === undefined ? undefined : { value: direct, kind: kind ?? kindIn(beside), in: beside, path }
  }
  for (const name of names) {
    const entry = entryOf(value, name)
    const text = toText(entry?.value)
    if (entry === undefined || text === undefined) continue
    const own: Place = [value, ""]
    return {
      value: inFull(value, text),
      kind: kindIn([own]) ?? kind,
      in: [own, ...beside],
      path: join(path, entry.path)
    }
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
  around?: Array<NamedMark>
): ReadonlyArray<MarkedPoint> => {
  const out = new Map<string, MarkedPoint>()
  /** How many were read. They may be in each other, deeper than can be called. */
  let blocks = 0
  const forbid = (item: Entry) => around?.push(...marksOfItem(fields, item))
  const add = (whole: Entry, holder: JsonObject, kind: string | null, of: string | null) => {
    const parts: Array<Entry & { readonly kind: string | null }> = []
    const others: Record<string, unknown> = {}
    // An object may have a value or a list for each kind: `{ work: [...], personal: [...] }`.
    if (isJsonObject(whole.value) && pointOf(whole, kind, [], VALUE_NAMES) === undefined) {
      for (const [key, value] of Object.entries(whole.value)) {
        if (typeof value === "number" || !LIKE_POINT.test(JSON.stringify(value))) others[key] = value
        else if (KIND.test(foldKey(key))) parts.push({ value, path: join(whole.path, key), kind: kindOf(key) })
      }
    }
    if (parts.length > 0) {
      const marks = marksAround(fields, { ...whole, value: others })
      around?.push(...marks.map((mark) => ({ ...mark, of: mark.of ?? kind })))
    }
    const items = (parts.length === 0 ? [{ ...whole, kind }] : parts).flatMap((part) =>
      itemsOf(fields, part).map((entry) => ({ ...part, entry }))
    )
    const beside = items.length > 1 ? [] : besides(holder, whole.path)
    for (const { entry, kind: partKind } of items) {
      if (OF_OTHER.test(JSON.stringify(entry.value))) continue
      const point = pointOf(entry, partKind, beside, ITEM_NAMES)
      if (Array.isArray(whole.value) && !LIKE_POINT.test(point?.value ?? "")) forbid(entry)
      if (point === undefined || isHidden(point.value) || !mayBeOwn(entry.value, true)) {
        fields.drifted(entry, "a value in full")
        continue
      }
      const key = keyOf(point.value.toLowerCase())
      const first = out.get(key) ?? { ...point, marks: [], kinds: [] }
      out.set(key, {
        ...first,
        kind: first.kind ?? point.kind,
        // The marks in a number's own object are about it, whatever they name.
        marks: [...first.marks, ...marksAround(fields, entry)],
        kinds: [...first.kinds, of, point.kind]
      })
    }
  }
  const isOwn = (value: unknown, isPoint?: boolean): value is JsonObject =>
    isJsonObject(value) && !isOther(wordsIn(value), isPoint)
  const mayBeOwn = (value: unknown, isPoint?: boolean) => !isJsonObject(value) || isOwn(value, isPoint)
  const isTyped = (item: Entry) => {
    const type = isOwn(item.value) ? (toText(entryOf(item.value, "type")?.value) ?? "") : ""
    return (
      (KIND.test(foldKey(type)) || saysSo(type)) &&
      // Not a street's.
      /@|(\d[^\p{L}\d]*){6}/u.test(pointOf(item, null, [], ITEM_NAMES)?.value ?? "")
    )
  }
  const read = ({ find, record, path }: Reader, isBeside = false) => {
    for (const [name, kind, of] of names) {
      const entry = find([name])
      const value = entry?.value
      // A single one beside a record may repeat the request, and a list may have somebody else's.
      const isClear =
        !isBeside ||
        (typeof value === "object" &&
          [value]
            .flat()
            .slice(0, MAX_POINTS)
            .every((each) => mayBeOwn(each)))
      if (entry !== undefined && isClear) add(entry, record, kind, of)
    }
    for (const [key, value] of Object.entries(record)) {
      const whole = { value, path: join(path, key) }
      const name = foldKey(key)
      if (!CONTACT_BLOCK.test(name) || (isBeside && name === "contact")) continue
      if (isOwn(value) && ++blocks < MAX_POINTS) {
        read(reader(value, whole.path, [""]))
        if (isBeside) around?.push(...marksOfBlock(fields, whole))
      }
      for (const item of Array.isArray(value) ? itemsOf(fields, whole) : []) {
        if (isTyped(item)) add(item, {}, null, null)
        else if (mayBeOwn(item.value)) forbid(item)
      }
    }
  }
  read(fields)
  if (fields.beside !== undefined) read(fields.beside, true)
  return [...out.values()]
}

export const emails = (fields: Reader, isOther: IsOther): ReadonlyArray<Email> =>
  points(fields, EMAILS, isOther)
    .filter((point) => point.value.includes("@"))
    .map((point, i) => {
      fields.note(`emails.${i}`, point)
      return { value: point.value, kind: point.kind, status: statusOf(point, fields.record) }
    })

/** The numbers of a record. Its own do-not-call marks apply to every number without one. */
const numbers = (fields: Reader, isOther: IsOther, place: LocatedRecord, foreignKeys: RegExp) => {
  const around: Array<NamedMark> = []
  const numberPoints = points(fields, PHONES, isOther, around).filter(
    ({ value }) => /\p{N}/u.test(value) && !/\S@\S|https?:/.test(value)
  )
  const marks = numberPoints.length === 0 ? [] : [...around, ...marksOfRecord(fields, place, foreignKeys)]
  const present = numberPoints.flatMap(({ kinds }) => kinds)
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
  if (first !== undefined) fields.note("phone", first.point)
  return { phone: first?.point.value ?? null, phoneDoNotCall: first?.doNotCall ?? null }
}
