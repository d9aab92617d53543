/** A location as one line: "Sydney, NSW, Australia". */
import { isObject } from "./json-path.ts"
import { toText, type Reader } from "./reader.ts"

const PARTS = [
  ["city", "suburb", "locality", "town"],
  ["state", "region", "state_code", "province"],
  ["country", "country_name", "countryName", "country_code"]
]

const fromObject = (value: Readonly<Record<string, unknown>>): string | undefined => {
  const whole = ["name", "full", "display", "text", "formatted"]
    .map((key) => toText(value[key]))
    .find((text) => text !== undefined)
  if (whole !== undefined) return whole
  const parts = PARTS.map((keys) => keys.map((key) => toText(value[key])).find((text) => text !== undefined))
  return parts.filter((part) => part !== undefined).join(", ") || undefined
}

/** @param record the object itself, for flat `city`, `state`, `country` fields */
export const location = (
  read: Reader,
  record: Readonly<Record<string, unknown>>,
  rootPath: string,
  aliases: ReadonlyArray<string>
): string | null => {
  const found = read.find(aliases)
  const named =
    found === undefined
      ? undefined
      : (toText(found.value) ?? (isObject(found.value) ? fromObject(found.value) : undefined))
  if (found !== undefined && named !== undefined) {
    read.note("location", found)
    return named
  }
  if (found !== undefined) read.drifted(found, "a text or an object with city, state, country")
  const flat = fromObject(Object.fromEntries(PARTS.flat().map((key) => [key, record[key]])))
  if (flat === undefined) return null
  const key = PARTS.flat().find((name) => toText(record[name]) !== undefined) ?? ""
  read.note("location", { path: rootPath === "" ? key : `${rootPath}.${key}`, value: flat })
  return flat
}
