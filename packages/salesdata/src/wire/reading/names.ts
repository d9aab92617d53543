/** Reads the names in a record, and whether a block of it is about somebody else. */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { reader, type Reader } from "./record-reader.ts"

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
    .filter((part) => part !== null)
    .join(" ")
  const names = [...FULL_NAMES, "name"]
  const whole = fields.find(names)
  return fullName !== "" && (whole === undefined || isJsonObject(whole.value)) ? fullName : fields.text("name", names)
}

/** The words of a name, without accents and punctuation. */
const wordsOf = (name: string | null): ReadonlyArray<string> =>
  (name ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

const isWithin = (some: ReadonlyArray<string>, all: ReadonlyArray<string>): boolean =>
  some.every((word) => all.includes(word))

/** Whether a block of a record has the name of somebody else. */
export type IsOther = (block: JsonObject) => boolean

/** @param own the name of the record's person. One of two names may be longer, by a title or a middle name. */
export const otherPerson =
  (own: string | null): IsOther =>
  (block) => {
    const [words, ownWords] = [wordsOf(nameOf(reader(block, "", [""]))), wordsOf(own)]
    return !isWithin(words, ownWords) && (ownWords.length < 2 || !isWithin(ownWords, words))
  }

/** @param own the name of the record's company. It may contain that of its owner, whose number is not the company's. */
export const otherCompany =
  (own: string | null): IsOther =>
  (block) => {
    const words = wordsOf(nameOf(reader(block, "", [""])))
    return words.length > 0 && words.join(" ") !== wordsOf(own).join(" ")
  }
