/** Reads the names in a record, and whether a block of it is about somebody else. */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { formOf, wordsOf } from "../../identity/names.ts"
import { KIND, LIKE_POINT } from "./contact-fields.ts"
import { foldKey, reader, type Reader } from "./record-reader.ts"

export const FULL_NAMES = ["full_name", "display_name"]
export const FIRST_NAMES = ["first_name", "given_name"]
export const LAST_NAMES = ["last_name", "family_name", "surname"]

/** The name in a record or a part of it, which may be in two fields. */
export const nameOf = (fields: Reader): string | null => {
  const fullName = [
    [...FIRST_NAMES, "first"],
    [...LAST_NAMES, "last"]
  ]
    .map((names) => fields.text("name", [...names, ...names.map((part) => `name.${part}`)]))
    .join(" ")
    .trim()
  const names = [...FULL_NAMES, "name"]
  const whole = fields.find(names)
  return fullName !== "" && (whole === undefined || isJsonObject(whole.value)) ? fullName : fields.text("name", names)
}

/** Whether all words of a name are in another, or the two differ in spaces alone, as `Min-su` and `Minsu` do. */
const isWithin = (some: ReadonlyArray<string>, all: ReadonlyArray<string>): boolean => {
  const letters = all.join("")
  const where = some.join("").length === letters.length ? letters : all
  return some.every((word) => where.includes(word))
}

/** The words of the name in a block of a record. A label such as `Mobile (AU)`, or the number itself, is no name. */
export const wordsIn = (block: JsonObject): ReadonlyArray<string> => {
  const name = nameOf(reader(block, "", [""])) ?? ""
  return KIND.test(foldKey(name.replace(/\s+\W.*/, ""))) || LIKE_POINT.test(name) ? [] : wordsOf(name)
}

/**
 * Whether a block whose name has these words is about somebody else.
 * @param isPoint whether it is a number or an address, whose name may be a label such as that of a company's office
 */
export type IsOther = (words: ReadonlyArray<string>, isPoint?: boolean) => boolean

/**
 * @param own the name of the record's person. One of two names may be longer, by a title or a middle name. If the record
 * has only a first name or none, that of a number or an address may still be its person's whole name.
 */
export const otherPerson = (own: string | null): IsOther => {
  const ownWords = wordsOf(own)
  return (words, isPoint) =>
    !isWithin(words, ownWords) && !((isPoint || ownWords.length > 1) && isWithin(ownWords, words))
}

/**
 * @param own the name of the record's company. It may contain that of its owner, whose number is not the company's: only
 * the block's name may be longer, by a legal form.
 */
export const otherCompany = (own: string | null): IsOther => {
  const ownWords = wordsOf(own)
  return (words, isPoint) =>
    !isPoint && words.length > 0 && (words.length < ownWords.length || formOf(words) !== formOf(ownWords))
}
