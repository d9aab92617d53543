/**
 * Reads do-not-call marks, under any name and beside, around or inside what they are about: those of a register, opt-outs,
 * withdrawn consents, and words in a status, a type or a list of tags. A mark that cannot be read counts as yes: one call
 * too few does less harm than one to a number on a register. For the same reason, a mark of the person outweighs that a
 * number is on no register. What a mark says of one number never clears another, and what is about another channel alone,
 * such as e-mail, says nothing about calls.
 */
import { isJsonObject } from "@inlay/core-http/json-object"

import { CONTACT_BLOCK, PHONES, phoneFields, UNTYPED } from "./contact-fields.ts"
import type { LocatedRecord } from "./locate.ts"
import { fieldsOf, foldKey, join, plain, spell, toText, type Entry, type Reader } from "./record-reader.ts"

/** What one do-not-call mark says. `null` if it says that nobody knows. */
export type Mark = boolean | null

/** A mark with the kind of the numbers that its name names. */
export interface NamedMark {
  readonly mark: Mark
  /** `null` if it names none: the mark is about every number. */
  readonly of: string | null
  /** Neither the name nor the word is known: the mark counts only if nothing else does. */
  readonly isGuess?: boolean
}

/** Longer names and words are no marks. */
const MAX_MARK_CHARS = 80

/** A name or a value, folded. */
const wordOf = (value: unknown): string => foldKey(plain(value).slice(0, MAX_MARK_CHARS))

/** What names and words of do-not-call marks are made of, folded: `is_dnc`, `dncr_status`, `is_dnd`, `on the register`. */
const REGISTER = "(dn[cd]r?|donot(call|phone|disturb))"
const PARTS = `(is|has|on|in|the|${REGISTER}|status|value|flag|result|wash|found|match(ed)?|list(ed)?|register(ed)?)`
const MARK_NAME = new RegExp(`^${PARTS}*${REGISTER}${PARTS}*$`)
const PERMIT_NAME = new RegExp(`^(is)?((call|contact)able|(can|may|okto)(call|contact)|${REGISTER}(clean|clear(ed)?))$`)
const OTHER_NAME = /dn[cd]|donot(call|phone|contact|disturb)/
/** When somebody looked, whatever came of it: `dncr_checked_at`. */
const WHEN_NAME = /(checked|wash(ed)?|scrub(bed)?|screened|verified|updated)(at|on|date|time)$/
/** Whether or when somebody looked, if the value is yes, no or a date: `dnc_washed`. */
const LOOKED_NAME = /(checked|washed|scrubbed|screened)$/
const LOOKED = /^(true|false|yes|no|[yn]|[\dTZ\W]*\d{4}[\dTZ\W]*)$/i

const YES = new RegExp(`^(1|y|t|yes|true|${PARTS}+)$`)
const NO = new RegExp(`^(0|n|f|no|false|(washed|checked)?(ok|safe|clean|clear|allowed|callable)|(un|not?)${PARTS}+)$`)
const NOBODY_KNOWS = /^(null|none|na|no(status|value)|unknown|unchecked|notchecked)?$/
const PERMITTED = /^(1|y|t|yes|true|ok|allowed|callable)$/

const OTHER_CHANNEL = /mail|newsletter|sms|text|fax|letter/
const CALLS = /phone|call|voice|tele|mobile|cell/
/** Whether a folded name is only about another way to reach somebody. */
const isOtherChannel = (name: string): boolean => OTHER_CHANNEL.test(name) && !CALLS.test(name)

const OPT_OUT_NAME = /opt(ed)?out|suppress(ed|ion)|unsubscri(bed?|ption)/
/** Where, how or whether somebody can opt out, or that somebody looked: not that they did. */
const NOT_OPTED_OUT =
  /(url|uri|link|href|page|token|checked|version|fields|method|source|instructions|policy|(?<!ac)count)$|^(can|may|allows?)(opt|unsub|suppress)/

/** The names by which marks name numbers, folded. */
const NUMBER_NAMES: ReadonlyArray<readonly [name: string, of: string]> = [
  ...PHONES.flatMap(([name, , of]) => (of === null ? [] : [[foldKey(name), of] as const])),
  ["direct", "direct"],
  ["work", "work"]
]

type Role = "mark" | "permit" | "other" | "optOut" | "consent"

/** What a folded name means, and which numbers it names. */
const meaningOf = (name: string): { readonly role: Role; readonly of: string | null } | undefined => {
  if (WHEN_NAME.test(name)) return undefined
  for (const [part, of] of [["", null] as const, ...NUMBER_NAMES]) {
    const rest = name.replace(part, "")
    if (MARK_NAME.test(rest)) return { role: "mark", of }
    if (PERMIT_NAME.test(rest)) return { role: "permit", of }
  }
  if (OTHER_NAME.test(name)) return { role: "other", of: null }
  const role = OPT_OUT_NAME.test(name) ? "optOut" : name.includes("consent") && "consent"
  return role && !isOtherChannel(name) && !NOT_OPTED_OUT.test(name) ? { role, of: numberIn(name) } : undefined
}

/** The kind of number that a name or word names, if it names one kind: a phone is any. */
const numberIn = (name: string): string | null =>
  NUMBER_NAMES.find(([part, kind]) => kind !== UNTYPED && name.includes(part))?.[1] ?? null

/** Most keys of a record have none of these parts, mean something else and are not looked at closely. */
const MAYBE_MARK = /d.?n.?[cd]|dist|call|phone|con|opt|su[bp]|stat|type|kind|label|cat|flag|tag|comp|rest/i

interface ReadMark extends NamedMark {
  /** The entry, if it could not be read. */
  readonly unread?: Entry
  /** Not a register's mark: in an object about another channel, it is about that channel. */
  readonly isOptOut?: boolean
}

const OPTED_IN = /^(optedin|optin|subscribed|in)$/
const STATUS_NAME = /(optout|optedout|subscri\w+)status$/
const ADDRESS = /^\s*<?(mailto:|www\.|\S+(:\/\/|@)|[\w.-]+\.[a-z]+\/)/i

/** Whether an opt-out's value says that there is none: an opt-in, an address, or a list of channels other than calls. */
const isNoOptOut = (name: string, value: unknown): boolean =>
  // What is said of each channel was read before.
  isJsonObject(value) ||
  // Whom to write to, or that somebody opted out of contact.
  (name.endsWith("contact") && !YES.test(wordOf(value))) ||
  [value].flat().every((text: unknown) => {
    const word = wordOf(text)
    const isIn = OPTED_IN.test(word) || (word === "active" && STATUS_NAME.test(name))
    return typeof text === "string" && (isIn || ADDRESS.test(text) || (Array.isArray(value) && isOtherChannel(word)))
  })

const WITHDRAWN = /^(withdrawn|withdrew|revoked|denied|declined|refused|rejected|objected|optedout|optout|removed)$/

/** Whether a consent does not allow calls. One that is about nothing in particular must have been withdrawn. */
const isWithheld = (name: string, word: string): boolean =>
  WITHDRAWN.test(word) || (CALLS.test(name) && /^(0|n|f|no|false|none)$/.test(word))

/** Names of fields whose texts may be marks, folded. A number's name may stand before them: `mobile_status`. */
const WORD_FIELD =
  /^(mobile|direct|work|office|phone|cell|call|contact)*(status(es)?|state|type|kind|label|category|flags?|tags?|labels|compliance|restrictions?)$/

const SAYS_SO =
  /\b(dn[cd]r?|do ?not ?(call|phone|contact|disturb)|opt(ed)? ?out|suppress(ed|ion)|unsubscribed?|no (phone |marketing )?calls)\b/
const DENIED = /\b(not|non|no|un|never|clear|clean|cleared|ok|false|checked|washed|scrubbed|removed|unknown)\b/

/** Whether a text says that somebody must not be called. */
export const saysSo = (text: string): boolean => {
  const words = spell(text.slice(0, MAX_MARK_CHARS))
  return SAYS_SO.test(words) && !DENIED.test(words.replace(SAYS_SO, " ")) && !isOtherChannel(words)
}

const MAX_WORDS = 20

/** What an item of a list says: `{ type: "do_not_call", value: true }`, `{ do_not_call: true }`. */
const textsOf = (item: unknown): ReadonlyArray<string> => {
  if (!isJsonObject(item)) return [toText(item) ?? ""]
  const isOther = isOtherChannel(wordOf(item["channel"] ?? item["type"]))
  const fields = fieldsOf(item).map(([key, value]) => [key, value, wordOf(value)] as const)
  return fields.some(([key, , word]) => MARK_NAME.test(`dnc${wordOf(key)}`) && NO.test(word))
    ? []
    : fields
        .map(([key, value, word]) => (PERMITTED.test(word) ? key : plain(value)))
        .filter((text) => !isOther || MARK_NAME.test(wordOf(text)))
}

/** The texts of such a field, folded, that say that somebody must not be called. */
const marksInWords = (content: unknown): ReadonlyArray<string> =>
  (isJsonObject(content) ? Object.values(content).map(toText) : [content].flat())
    .slice(0, MAX_WORDS)
    .flatMap(textsOf)
    .filter(saysSo)
    .map(wordOf)

/** @param outer the mark's own name, if the object is the mark: `{ listed: true }` */
const readIn = ({ value, path }: Entry, outer = ""): ReadonlyArray<ReadMark> =>
  fieldsOf(value).flatMap(([key, content]): ReadonlyArray<ReadMark> => {
    if (outer === "" && !MAYBE_MARK.test(key)) return []
    const name = outer + wordOf(key)
    const words = WORD_FIELD.test(name) ? marksInWords(content) : []
    if (words.length > 0) return words.map((word) => ({ mark: true, of: numberIn(name + word), isOptOut: true }))
    const meaning = meaningOf(name)
    const isLook = LOOKED_NAME.test(name) && LOOKED.test(plain(content))
    if (meaning === undefined || isLook || (outer !== "" && meaning.role === "other")) return []
    const entry = { value: content, path: join(path, key) }
    const inner = outer === "" ? readIn(entry, name) : []
    return inner.length > 0 ? inner : [{ of: meaning.of, ...markIn(name, meaning.role, entry) }]
  })

/** That a number may be called, or that nobody opted out, says nothing about a register. */
const markIn = (name: string, role: Role, entry: Entry): Omit<ReadMark, "of"> => {
  const word = isJsonObject(entry.value) ? "object" : wordOf(entry.value)
  const isOptOut = role === "optOut"
  const isPermit = role === "permit"
  if (role === "consent") return { mark: isWithheld(name, word) || null, isOptOut: true }
  if (NOBODY_KNOWS.test(word) || (isPermit && PERMITTED.test(word)) || (isOptOut && isNoOptOut(name, entry.value))) {
    return { mark: null }
  }
  if (NO.test(word)) {
    return role === "mark" ? { mark: false } : { mark: isPermit || null, isOptOut: name.includes("contact") }
  }
  return YES.test(word) ? { mark: true, isOptOut } : { mark: true, isOptOut, unread: entry, isGuess: role === "other" }
}

const marksIn = (fields: Reader, entry: Entry, isOther = false): ReadonlyArray<NamedMark> => {
  const marks = readIn(entry).filter(({ isOptOut }) => !(isOther && isOptOut))
  const isSaid = marks.some(({ mark, isGuess }) => mark !== null && !isGuess)
  const validMarks = marks.filter(({ isGuess }) => !(isSaid && isGuess))
  for (const { unread } of validMarks) if (unread !== undefined) fields.drifted(unread, "yes or no")
  return validMarks
}

/** The objects in an object, with their paths and folded names. */
const innerOf = ({ value, path }: Entry): ReadonlyArray<Entry & { readonly name: string }> =>
  fieldsOf(value)
    .filter(([, inner]) => isJsonObject(inner))
    .map(([key, inner]) => ({ value: inner, path: join(path, key), name: foldKey(key) }))

/** The marks in an object, and one deeper. */
export const marksAround = (fields: Reader, entry: Entry): ReadonlyArray<NamedMark> =>
  [entry, ...innerOf(entry)].flatMap((each) => marksIn(fields, each))

/**
 * The marks in an item of a list that has no number: `{ type: "do_not_call", value: true }`, or its name alone. They
 * clear no number.
 */
export const marksOfItem = (fields: Reader, { value: item, path }: Entry): ReadonlyArray<NamedMark> => {
  const value = isJsonObject(item)
    ? { ...item, type: null, [plain(item["type"] ?? item["key"])]: item["value"] ?? true }
    : { flag: item }
  return marksAround(fields, { value, path }).filter(({ mark }) => mark)
}

/** Folded names of the objects beside a record that are about reaching it. Others may be about somebody else. */
const BESIDE = /compli|consent|privacy|permis|preference|suppress|dn[cd]|donot|optout|regulat|flags/

/** The marks in an object that has contact points or a record, and in those of its objects that are about reaching it. */
export const marksOfBlock = (fields: Reader, entry: Entry): ReadonlyArray<NamedMark> => [
  ...marksIn(fields, entry),
  ...innerOf(entry)
    .filter(({ name }) => BESIDE.test(name))
    .flatMap((each) => marksIn(fields, each, isOtherChannel(each.name)))
]

const NUMBERS = phoneFields.map(foldKey)

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
  const inner = innerOf({ value: record, path }).filter(
    ({ name }) => !NUMBERS.includes(name.replace(/^(job|current)/, "")) && !foreignKeys.test(name)
  )
  return [
    ...marksIn(fields, { value: record, path }),
    ...inner.flatMap((each) =>
      CONTACT_BLOCK.test(each.name) ? marksOfBlock(fields, each) : marksIn(fields, each, isOtherChannel(each.name))
    ),
    ...(around === undefined ? [] : marksOfBlock(fields, { ...around, value: around.record }))
  ]
}

const verdict = (named: ReadonlyArray<NamedMark>): Mark => {
  const marks = named.map(({ mark }) => mark)
  return marks.includes(true) || (marks.includes(false) ? false : null)
}

/**
 * What a record's marks say of numbers of these kinds, with their own.
 * @param present the kinds of all the record's numbers
 */
export const verdictOf = (
  kinds: ReadonlyArray<string | null>,
  own: ReadonlyArray<NamedMark>,
  marks: ReadonlyArray<NamedMark>,
  present: ReadonlyArray<string | null>
): Mark => {
  // Somebody who asked not to be called is not, at a number that is on no register either.
  const sure = marks.filter(({ mark, of, isGuess }) => (of === null ? mark && !isGuess : kinds.includes(of)))
  // A mark of a number that is not there may be about any, but clears none.
  const others = marks.filter(({ mark, of }) => of === null || (mark === true && !present.includes(of)))
  return verdict([...own, ...sure]) ?? verdict(others)
}
