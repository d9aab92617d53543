/**
 * Lenient reading of a provider's record: each field is looked for under its known names, however they are cased, the
 * place it was found is remembered, and a value of an unexpected type is noted as drift instead of failing the lookup.
 */
import * as ProviderText from "@inlay/core-http/ProviderText"

import { isObject, type JsonObject } from "./json-path.ts"

export interface Entry {
  readonly value: unknown
  /** Dotted path from the answer's root. */
  readonly path: string
}

export interface Reader {
  /** The first name that is present and not blank. Names may be dotted; `job_title` also finds `jobTitle`. */
  readonly find: (names: ReadonlyArray<string>) => Entry | undefined
  /** A text field; numbers are written out, an object gives its own name or value. Empty text is absent. */
  readonly text: (field: string, names: ReadonlyArray<string>) => string | null
  /** A whole or decimal number; digits in text are read. */
  readonly number: (field: string, names: ReadonlyArray<string>) => number | null
  /** A text that must pass a normaliser, such as a domain. */
  readonly normal: (
    field: string,
    names: ReadonlyArray<string>,
    expected: string,
    normalise: (text: string) => string | undefined
  ) => string | null
  readonly note: (field: string, entry: Entry) => void
  readonly drifted: (entry: Entry, expected: string) => void
  /** Field -> where it was found. */
  readonly sources: Readonly<Record<string, string>>
  readonly drift: ReadonlyArray<string>
}

export const join = (path: string, key: string): string => (path === "" ? key : `${path}.${key}`)

const nameOf = (value: unknown): string =>
  typeof value === "string" && value.length > MAX_TEXT_CHARS
    ? "a very long text"
    : value === null
      ? "null"
      : Array.isArray(value)
        ? "a list"
        : typeof value

/** No name, title or address is longer: what is stays in the answer alone. */
const MAX_TEXT_CHARS = 4_000

const plainText = (value: unknown): string | undefined => {
  if (typeof value === "string") {
    return value.length > MAX_TEXT_CHARS || value.trim() === "" ? undefined : value.trim()
  }
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined
}

/** A text, a number, or an object that names itself. */
export const toText = (value: unknown): string | undefined => {
  if (!isObject(value)) return plainText(value)
  return ["name", "value", "title", "text", "display"]
    .map((key) => plainText(value[key]))
    .find((text) => text !== undefined)
}

const toNumber = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined
  if (typeof value !== "string" || !/^\s*\d[\d,\s]*(\.\d+)?\s*$/.test(value)) return undefined
  const number = Number(value.replace(/[,\s]/g, ""))
  return Number.isFinite(number) ? number : undefined
}

/** A key or name without its casing and separators. */
export const foldKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, "")

/** The names that readers ask for: all of them stand in this package. */
const foldedNames = new Map<string, string>()

const foldedName = (name: string): string => {
  const earlier = foldedNames.get(name)
  if (earlier !== undefined) return earlier
  const plainName = foldKey(name)
  foldedNames.set(name, plainName)
  return plainName
}

/** A record is asked for some hundred names, so its keys are folded once; an answer's JSON never changes. */
const foldedKeys = new WeakMap<JsonObject, ReadonlyMap<string, string>>()

const keysOf = (object: JsonObject): ReadonlyMap<string, string> => {
  const earlier = foldedKeys.get(object)
  if (earlier !== undefined) return earlier
  // Backwards, so that the first of two keys that fold alike stays.
  const keys = new Map(
    Object.keys(object)
      .toReversed()
      .map((key) => [foldKey(key), key])
  )
  foldedKeys.set(object, keys)
  return keys
}

/** The entry of a name in an object, whatever the casing of its key. */
export const entryOf = (object: JsonObject, name: string): Entry | undefined => {
  if (Object.hasOwn(object, name)) return { value: object[name], path: name }
  const key = keysOf(object).get(foldedName(name))
  return key === undefined ? undefined : { value: object[key], path: key }
}

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ""

const CHECKED = [
  "last_verified_at",
  "last_verified",
  "verified_at",
  "last_checked_at",
  "last_updated_at",
  "last_updated",
  "updated_at"
]

/** The day on which the provider last checked a record: said by the record itself, or by its note on quality. */
export const checkedOn = (fields: Reader): string | undefined => {
  const entry = fields.find([...CHECKED, ...CHECKED.map((name) => `data_quality.${name}`)])
  return typeof entry?.value === "string" ? /^\d{4}-\d{2}-\d{2}/.exec(entry.value)?.[0] : undefined
}

export const reader = (root: JsonObject, rootPath: string): Reader => {
  const sources: Record<string, string> = {}
  const drift: Array<string> = []
  const at = (name: string): Entry | undefined => {
    let current: Entry = { value: root, path: rootPath }
    // Most names are not dotted, and splitting those would cost more than finding them.
    for (const part of name.includes(".") ? name.split(".") : [name]) {
      const next = isObject(current.value) ? entryOf(current.value, part) : undefined
      if (next === undefined) return undefined
      current = { value: next.value, path: join(current.path, next.path) }
    }
    return isBlank(current.value) ? undefined : current
  }
  const find: Reader["find"] = (names) => {
    for (const name of names) {
      const entry = at(name)
      if (entry !== undefined) return entry
    }
    return undefined
  }
  const note: Reader["note"] = (field, entry) => {
    sources[field] = entry.path
  }
  const noteDrift: Reader["drifted"] = (entry, expected) => {
    drift.push(`${ProviderText.key(entry.path)}: expected ${expected}, got ${nameOf(entry.value)}`)
  }
  const readValue = <A>(
    field: string,
    names: ReadonlyArray<string>,
    expected: string,
    convert: (value: unknown) => A | undefined
  ) => {
    const entry = find(names)
    if (entry === undefined) return null
    const value = convert(entry.value)
    if (value === undefined) {
      noteDrift(entry, expected)
      return null
    }
    note(field, entry)
    return value
  }
  return {
    find,
    text: (field, names) => readValue(field, names, "text", toText),
    number: (field, names) => readValue(field, names, "a number", toNumber),
    normal: (field, names, expected, normalise) =>
      readValue(field, names, expected, (value) => {
        const text = toText(Array.isArray(value) ? value[0] : value)
        return text === undefined ? undefined : normalise(text)
      }),
    note,
    drifted: noteDrift,
    sources,
    drift
  }
}
