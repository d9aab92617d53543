/**
 * Reads do-not-call marks, under any name and beside, around or inside what they are about. A mark that cannot be read
 * counts as yes: one call too few does less harm than one to a number on a register. What a mark says of one number
 * never clears another.
 */
import { isJsonObject } from "@inlay/core-http/json-object"

import { CONTACT_BLOCKS, PHONES, phoneFields } from "./contact-fields.ts"
import type { LocatedRecord } from "./locate.ts"
import {
  BESIDE,
  isNoOptOut,
  isOtherChannel,
  isWithheld,
  isWordField,
  marksInWords,
  optOutRole,
  wordOf
} from "./opt-outs.ts"
import { foldKey, join, type Entry, type Reader } from "./record-reader.ts"

/** What one do-not-call mark says. `null` if it says that nobody knows. */
export type Mark = boolean | null

/** A mark with the kind of the numbers that its name names. */
export interface NamedMark {
  readonly mark: Mark
  /** `undefined` if it names none: the mark is about every number. */
  readonly of: string | undefined
}

/** The kind of a number in a field that implies none, such as `phone`. */
export const UNTYPED = "phone"

/** What names and words of do-not-call marks are made of, folded: `is_dnc`, `dncr_status`, `is_dnd`, `on the register`. */
const REGISTER = "(dn[cd]r?|donot(call|phone|disturb))"
const PARTS = `(is|has|on|in|the|${REGISTER}|status|value|flag|result|wash|found|match(ed)?|list(ed)?|register(ed)?)`
const MARK_NAME = new RegExp(`^${PARTS}*${REGISTER}${PARTS}*$`)
const PERMIT_NAME = new RegExp(`^(is)?((call|contact)able|(can|may|okto)(call|contact)|${REGISTER}(clean|clear(ed)?))$`)
const OTHER_NAME = /dn[cd]|donot(call|phone|contact|disturb)/
/** When somebody looked, whatever came of it: `dncr_checked_at`. */
const WHEN_NAME = /(checked|washed|scrubbed|screened|verified|updated)(at|on|date|time)$/
/** Whether somebody looked, if the value is yes or no: `dnc_washed`. */
const LOOKED_NAME = /(checked|washed|scrubbed|screened)$/

const YES = new RegExp(`^(1|y|t|yes|true|${PARTS}+)$`)
const NO = new RegExp(`^(0|n|f|no|false|ok|clean|clear|callable|(un|not?)${PARTS}+)$`)
const NOBODY_KNOWS = /^(null|none|na|no(status|value)|unknown|unchecked|notchecked)?$/
const PERMITTED = /^(1|y|t|yes|true|ok|allowed|callable)$/

/** The names by which marks name numbers, folded. */
const NUMBER_NAMES = PHONES.flatMap(([kind, ...names]) =>
  [...names, ...(kind === null ? [] : [kind])].map((name) => [foldKey(name), kind ?? UNTYPED] as const)
)

type Role = "mark" | "permit" | "other" | "optOut" | "consent"

/** What a folded name means, and which numbers it names. */
const meaningOf = (name: string): { readonly role: Role; readonly of: string | undefined } | undefined => {
  if (WHEN_NAME.test(name)) return undefined
  const namings = [["", undefined] as const, ...NUMBER_NAMES.filter(([part]) => name.includes(part))]
  for (const [part, of] of namings) {
    const rest = name.replace(part, "")
    if (MARK_NAME.test(rest)) return { role: "mark", of }
    if (PERMIT_NAME.test(rest)) return { role: "permit", of }
  }
  const role = OTHER_NAME.test(name) ? "other" : optOutRole(name)
  return role && { role, of: role === "other" ? undefined : numberIn(name) }
}

/** The kind of number that a name or word names, if it names one kind: a phone is any. */
const numberIn = (name: string): string | undefined => {
  const [, of] = NUMBER_NAMES.find(([part, kind]) => kind !== UNTYPED && name.includes(part)) ?? []
  return of
}

/** Most keys of a record mean something else, and are not looked at closely. */
const MAYBE_MARK =
  /d.?n.?[cd]|disturb|call|phone|contact|opt|suppress|subscri|consent|stat|type|kind|label|category|flag|tag|compliance|restriction/i

interface ReadMark extends NamedMark {
  /** The entry, if it could not be read. */
  readonly unread?: Entry
  /** Neither the name nor the word is known: the mark counts only if nothing else beside it does. */
  readonly isGuess?: boolean
  /** Not a register's mark: in an object about another channel, it is about that channel. */
  readonly isOptOut?: boolean
}

/** @param outer the mark's own name, if the object is the mark: `{ listed: true }` */
const readIn = ({ value, path }: Entry, outer = ""): ReadonlyArray<ReadMark> =>
  Object.entries(isJsonObject(value) ? value : {}).flatMap(([key, content]): ReadonlyArray<ReadMark> => {
    if (outer === "" && !MAYBE_MARK.test(key)) return []
    const name = outer + wordOf(key)
    const words = outer === "" && isWordField(name) ? marksInWords(content) : []
    if (words.length > 0) return words.map((word) => ({ mark: true, of: numberIn(name + word), isOptOut: true }))
    const meaning = meaningOf(name)
    if (meaning === undefined || (outer !== "" && meaning.role === "other")) return []
    const { role, of } = meaning
    const entry = { value: content, path: join(path, key) }
    const inner = outer === "" ? readIn(entry, name) : []
    if (inner.length > 0) return inner
    if (role === "optOut" || role === "consent") return optOutIn(name, role, entry, of)
    if (typeof content === "boolean" && LOOKED_NAME.test(name)) return []
    const word = typeof content === "object" && content !== null ? "object" : wordOf(content)
    if (NOBODY_KNOWS.test(word)) return [{ mark: null, of }]
    // That a number may be called says nothing about a register.
    if (role === "permit" && PERMITTED.test(word)) return [{ mark: null, of }]
    const isPermit = role === "permit"
    const isContact = isPermit && name.includes("contact")
    if (NO.test(word)) return [{ mark: role === "mark" ? false : isPermit || null, of, isOptOut: isContact }]
    if (YES.test(word)) return [{ mark: true, of }]
    return [{ mark: true, of, unread: entry, isGuess: role === "other" }]
  })

/** That somebody has not opted out says nothing about a register. */
const optOutIn = (
  name: string,
  role: "optOut" | "consent",
  entry: Entry,
  of: string | undefined
): ReadonlyArray<ReadMark> => {
  const { value } = entry
  // What is said of each channel was read before.
  if (isJsonObject(value)) return []
  const word = wordOf(value)
  if (role === "consent") return isWithheld(name, word) ? [{ mark: true, of, isOptOut: true }] : []
  if (NOBODY_KNOWS.test(word) || NO.test(word) || isNoOptOut(name, value)) return []
  // Whom to write to, or that somebody opted out of contact.
  if (name.endsWith("contact") && !YES.test(word)) return []
  return [{ mark: true, of, isOptOut: true, ...(!YES.test(word) && { unread: entry }) }]
}

const marksIn = (fields: Reader, entry: Entry, isOther = false): ReadonlyArray<NamedMark> => {
  const marks = readIn(entry).filter(({ isOptOut }) => !isOther || isOptOut !== true)
  const isSaid = marks.some(({ mark, isGuess }) => mark !== null && isGuess !== true)
  const counted = marks.filter(({ isGuess }) => !isSaid || isGuess !== true)
  for (const { unread } of counted) if (unread !== undefined) fields.drifted(unread, "yes or no")
  return counted
}

/** The objects in an object, with their paths and folded names. */
const innerOf = ({ value, path }: Entry): ReadonlyArray<Entry & { readonly name: string }> =>
  Object.entries(isJsonObject(value) ? value : {})
    .filter(([, inner]) => isJsonObject(inner))
    .map(([key, inner]) => ({ value: inner, path: join(path, key), name: foldKey(key) }))

/** The marks in an object, and one deeper. */
export const marksAround = (fields: Reader, entry: Entry): ReadonlyArray<NamedMark> =>
  [entry, ...innerOf(entry)].flatMap((each) => marksIn(fields, each))

/** The marks in a number's own object, which are about it whatever they name. */
export const marksOfNumber = (fields: Reader, entry: Entry): ReadonlyArray<Mark> =>
  marksAround(fields, entry).map(({ mark }) => mark)

const NUMBERS = new Set(phoneFields.map(foldKey))

/**
 * The marks in a record, around it, in its inner objects that are neither numbers nor about somebody else, and in
 * objects beside it that are about reaching it.
 * @param foreignKeys folded keys of objects about somebody else
 */
export const marksOfRecord = (
  fields: Reader,
  { record, path, around }: LocatedRecord,
  foreignKeys: RegExp
): ReadonlyArray<NamedMark> => {
  const beside = around === undefined ? [] : [{ value: around.record, path: around.path }]
  const inner = innerOf({ value: record, path }).filter(
    ({ name }) => !NUMBERS.has(name.replace(/^(job|current)/, "")) && !foreignKeys.test(name)
  )
  const blocks = inner.filter(({ name }) => CONTACT_BLOCKS.includes(name))
  const besides = [...beside, ...blocks].flatMap(innerOf).filter(({ name }) => BESIDE.test(name))
  return [
    ...[{ value: record, path }, ...beside].flatMap((entry) => marksIn(fields, entry)),
    ...[...inner, ...besides].flatMap((entry) => marksIn(fields, entry, isOtherChannel(entry.name)))
  ]
}

const verdict = (marks: ReadonlyArray<Mark>): Mark => marks.includes(true) || (marks.includes(false) ? false : null)

/**
 * What a record's marks say of numbers of these kinds, after their own.
 * @param present the kinds of all the record's numbers
 */
export const verdictOf = (
  kinds: ReadonlyArray<string>,
  own: ReadonlyArray<Mark>,
  marks: ReadonlyArray<NamedMark>,
  present: ReadonlySet<string>
): Mark => {
  const naming = marks.filter(({ of }) => of !== undefined && kinds.includes(of)).map(({ mark }) => mark)
  // A mark of a number that is not there may be about any, but clears none.
  const others = marks.filter(({ mark, of }) => of === undefined || (mark === true && !present.has(of)))
  return verdict([...own, ...naming]) ?? verdict(others.map(({ mark }) => mark))
}
