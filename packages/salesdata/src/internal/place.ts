/** A location as one line: "Sydney, NSW, Australia". */
import { isObject, type JsonObject } from "./json-path.ts"
import { entry, join, toText, type Reader } from "./reader.ts"

const PARTS = [
  ["city", "suburb", "locality", "town"],
  ["state", "region", "state_code", "province"],
  ["country", "country_name", "country_code"]
]
const WHOLE = ["name", "full", "display", "text", "formatted"]

const first = (object: JsonObject, names: ReadonlyArray<string>) => {
  for (const name of names) {
    const found = entry(object, name)
    const text = isObject(found?.value) ? undefined : toText(found?.value)
    if (found !== undefined && text !== undefined) return { text, path: found.path }
  }
  return undefined
}

/** @param prefix before each part's name, such as `hq_` */
const fromParts = (object: JsonObject, prefix = "") => {
  const parts = PARTS.map((names) =>
    first(
      object,
      names.map((name) => prefix + name)
    )
  ).filter((part) => part !== undefined)
  const [leading] = parts
  return leading === undefined ? undefined : { text: parts.map((part) => part.text).join(", "), path: leading.path }
}

/**
 * @param record the object itself, for flat `city`, `state`, `country` fields
 * @param prefixes of those flat fields' names
 */
export const location = (
  read: Reader,
  record: JsonObject,
  rootPath: string,
  names: ReadonlyArray<string>,
  prefixes: ReadonlyArray<string> = [""]
): string | null => {
  const found = read.find(names)
  if (found !== undefined) {
    const text = isObject(found.value)
      ? (first(found.value, WHOLE) ?? fromParts(found.value))?.text
      : toText(found.value)
    if (text !== undefined && typeof found.value !== "number") {
      read.note("location", found)
      return text
    }
    read.drifted(found, "a text or an object with city, state, country")
  }
  for (const prefix of prefixes) {
    const flat = fromParts(record, prefix)
    if (flat === undefined) continue
    read.note("location", { value: flat.text, path: join(rootPath, flat.path) })
    return flat.text
  }
  return null
}
