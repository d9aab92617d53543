/** Formats a location as one line: "Sydney, NSW, Australia". */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"

import { words } from "../../identity/words.ts"
import { entryOf, join, toText, toTexts, type Reader } from "./record-reader.ts"

const PARTS = [
  words("city suburb locality town"),
  words("state region state_code province"),
  words("country country_name country_code")
]
const WHOLE = words("name full display text formatted")

const first = (object: JsonObject, names: ReadonlyArray<string>) => {
  for (const name of names) {
    const entry = entryOf(object, name)
    const text = isJsonObject(entry?.value) ? undefined : toText(entry?.value)
    if (entry !== undefined && text !== undefined) return { text, path: entry.path }
  }
  return undefined
}

/** @param prefix of each part's name, such as `hq_` */
const fromParts = (object: JsonObject, prefix = "") => {
  const parts = PARTS.map((names) =>
    first(
      object,
      names.map((name) => prefix + name)
    )
  ).filter((each) => each !== undefined)
  const [leading] = parts
  return leading === undefined ? undefined : { text: parts.map((part) => part.text).join(", "), path: leading.path }
}

/**
 * Reads a location from a text, an object or flat fields.
 * @param prefixes of the names of flat `city`, `state`, `country` fields
 */
export const location = (
  fields: Reader,
  names: ReadonlyArray<string>,
  prefixes: ReadonlyArray<string> = [""]
): string | null => {
  const entry = fields.find(names)
  if (entry !== undefined) {
    const text = isJsonObject(entry.value)
      ? (first(entry.value, WHOLE) ?? fromParts(entry.value))?.text
      : toTexts(entry.value)
    if (text !== undefined && typeof entry.value !== "number") {
      fields.note("location", entry)
      return text
    }
    fields.drifted(entry, "a place")
  }
  for (const prefix of prefixes) {
    const flat = fromParts(fields.record, prefix)
    if (flat === undefined) continue
    fields.note("location", { value: flat.text, path: join(fields.path, flat.path) })
    return flat.text
  }
  return null
}
