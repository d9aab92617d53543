/**
 * Lenient reading of a provider's record. Each field is looked up under its known names in any case. The path where it
 * was found is remembered, and a value of an unexpected type is noted as drift instead of failing the lookup.
 */
import { isJsonObject, type JsonObject } from "@inlay/core-http/json-object"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { words } from "../../identity/words.ts"

export interface Entry {
  readonly value: unknown
  /** Dotted path from the response's root. */
  readonly path: string
}

export interface Reader {
  readonly record: JsonObject
  readonly path: string
  /** What is around the record, if its lists of contact points are the record's. */
  readonly beside?: Reader | undefined
  /** Finds the first name that exists and is not blank. Names may be dotted; `title` also finds `jobTitle`. */
  readonly find: (names: ReadonlyArray<string>) => Entry | undefined
  /**
   * Reads a text field. Numbers are converted to text, an object gives its own name or value, and a list all of its
   * texts, or its first name or address. Empty text counts as missing.
   */
  readonly text: (field: string, names: ReadonlyArray<string>) => string | null
  /** Reads a whole or decimal number, or a text with one. */
  readonly number: (field: string, names: ReadonlyArray<string>) => number | null
  /** Reads a text that must be accepted by a normaliser, such as a domain. */
  readonly normal: (
    field: string,
    names: ReadonlyArray<string>,
    expected: string,
    normalise: (text: string) => string | undefined
  ) => string | null
  readonly note: (field: string, entry: Entry) => void
  readonly drifted: (entry: Entry, expected: string) => void
  /** Field -> path where it was found. */
  readonly sources: Record<string, string>
  readonly drift: ReadonlyArray<string>
}

/** A leniently read record: its values, where each was found, and which had an unexpected type. */
export interface Reading<A> {
  readonly value: A
  /** Field of the record (`emails.0`) -> dotted path in the provider's response. */
  readonly sources: Readonly<Record<string, string>>
  readonly drift: ReadonlyArray<string>
  /** The day on which the provider last checked the record, ISO 8601, if it says so. */
  readonly checkedOn: string | undefined
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

/** Longer texts are not read. No name, title or address is this long; they are only in `raw`. */
const MAX_TEXT_CHARS = 4_000

const plainText = (value: unknown): string | undefined => {
  if (typeof value === "string") {
    return value.length > MAX_TEXT_CHARS || value.trim() === "" ? undefined : value.trim()
  }
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined
}

const TEXT_NAMES = words("name value title text display")

/** Converts a text, a number, or an object with a name or value to text. */
export const toText = (value: unknown): string | undefined => {
  if (!isJsonObject(value)) return plainText(value)
  return TEXT_NAMES.map((key) => plainText(value[key])).find((each) => each !== undefined)
}

/** Converts a list of texts to one text. */
export const toTexts = (value: unknown, maxItems = 5): string | undefined =>
  Array.isArray(value)
    ? value
        .slice(0, maxItems)
        .flatMap((item) => toText(item) ?? [])
        .join(", ") || undefined
    : toText(value)

const toNumber = (value: unknown): number | undefined => {
  const isText = typeof value === "string" && /^\d[\d,\s]*(\.\d+)?$/.test(value.trim())
  const number = isText ? Number(value.replace(/[,\s]/g, "")) : value
  return typeof number === "number" && Number.isFinite(number) ? number : undefined
}

/** Removes case and separators from a key or name. */
export const foldKey = (key: string): string => key.toLowerCase().replace(/[^a-z0-9]/g, "")

/** Converts camel, snake, kebab, dotted and constant case to a lower-case sentence. */
export const spell = (text: string): string =>
  text
    .replace(/['’]/g, "")
    .replace(/[a-z\d](?=[A-Z])|[A-Z](?=[A-Z][a-z])/g, "$& ")
    .replace(/[^a-zA-Z\d]+/g, " ")
    .trim()
    .toLowerCase()

/** The fields of a value, if it is an object. */
export const fieldsOf = (value: unknown) => Object.entries(isJsonObject(value) ? value : {})

/** Folded forms of the names that readers ask for. The names are fixed in this package, so the map stays small. */
const foldedNames = new Map<string, string>()

const foldedName = (name: string): string => {
  const earlier = foldedNames.get(name)
  if (earlier !== undefined) return earlier
  const plainName = foldKey(name)
  foldedNames.set(name, plainName)
  return plainName
}

/**
 * Folded keys per object. About a hundred names are looked up in each record, and the response's JSON never changes, so
 * the keys are folded only once.
 */
const foldedKeys = new WeakMap<JsonObject, ReadonlyMap<string, string>>()

const keysOf = (object: JsonObject): ReadonlyMap<string, string> => {
  const earlier = foldedKeys.get(object)
  if (earlier !== undefined) return earlier
  // In reverse, so that the first of several keys with the same folded form is kept.
  const keys = new Map(
    Object.keys(object)
      .toReversed()
      .map((key) => [foldKey(key), key])
  )
  foldedKeys.set(object, keys)
  return keys
}

/** Finds the entry with a name in an object, whatever the case of its key. */
export const entryOf = (object: JsonObject, name: string): Entry | undefined => {
  if (Object.hasOwn(object, name)) return { value: object[name], path: name }
  const key = keysOf(object).get(foldedName(name))
  return key === undefined ? undefined : { value: object[key], path: key }
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)

/** A value as text. Of an object, `String` would call what its field `toString` holds. */
export const plain = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value ?? null))

/** With what some names begin that are otherwise the same: `job_level`, `current_employer`, `primary_domain`. */
const PREFIXES = words(" job_ current_ primary_")

const CHECKED = words(
  "last_verified_at last_verified verified_at last_checked_at last_updated_at last_updated updated_at"
)

/** The day on which the provider last checked a record, from the record itself or its `data_quality` block. */
export const checkedOn = (fields: Reader): string | undefined => {
  const entry = fields.find([...CHECKED, ...CHECKED.map((name) => `data_quality.${name}`)])
  return typeof entry?.value === "string"
    ? /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/.exec(entry.value)?.[0]
    : undefined
}

/**
 * @param prefixes of names, in the order in which they are tried
 * @param sources those of the record of which this one is a part
 */
export const reader = (
  record: JsonObject,
  path: string,
  prefixes = PREFIXES,
  sources: Record<string, string> = {}
): Reader => {
  const drift: Array<string> = []
  const keys = [...keysOf(record).keys()]
  const used = prefixes.filter((prefix) => keys.some((key) => key.startsWith(foldedName(prefix))))
  const at = (name: string): Entry | undefined => {
    let current: Entry = { value: record, path }
    // Most names have no dot, and splitting them would cost more than the lookup itself.
    for (const part of name.includes(".") ? name.split(".") : [name]) {
      const next = isJsonObject(current.value) ? entryOf(current.value, part) : undefined
      if (next === undefined) return undefined
      current = { value: next.value, path: join(current.path, next.path) }
    }
    return isBlank(current.value) ? undefined : current
  }
  const find: Reader["find"] = (names) => {
    for (const name of names) {
      // A job's name is not its holder's.
      for (const prefix of /^(display_)?name$/.test(name) ? [""] : used) {
        const entry = at(prefix + name)
        if (entry !== undefined) return entry
      }
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
    record,
    path,
    find,
    text: (field, names) =>
      readValue(field, names, "text", (value) => toTexts(value, /name|url|site/i.test(field) ? 1 : undefined)),
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
