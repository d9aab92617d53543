/**
 * Lenient reading of a provider's record: each field is looked for under its known names, the place it was found is
 * remembered, and a value of an unexpected type is noted as drift instead of failing the lookup.
 */
import { isObject, type JsonObject } from "./json-path.ts"

export interface Found {
  readonly value: unknown
  /** Dotted path from the answer's root. */
  readonly path: string
}

export interface Reader {
  /** The first alias that is present and not null. An alias may be dotted. */
  readonly find: (aliases: ReadonlyArray<string>) => Found | undefined
  /** A text field; numbers are written out. Empty text is absent. */
  readonly text: (field: string, aliases: ReadonlyArray<string>) => string | null
  /** A whole or decimal number; digits in text are read. */
  readonly number: (field: string, aliases: ReadonlyArray<string>) => number | null
  readonly note: (field: string, found: Found) => void
  readonly drifted: (found: Found, expected: string) => void
  /** Field -> where it was found. */
  readonly sources: Readonly<Record<string, string>>
  readonly drift: ReadonlyArray<string>
}

const join = (path: string, key: string) => (path === "" ? key : `${path}.${key}`)

const nameOf = (value: unknown): string => (value === null ? "null" : Array.isArray(value) ? "a list" : typeof value)

export const toText = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.trim() === "" ? undefined : value.trim()
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined
}

const toNumber = (value: unknown): number | undefined => {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined
  if (typeof value !== "string" || !/^\s*\d[\d,\s]*(\.\d+)?\s*$/.test(value)) return undefined
  return Number(value.replace(/[,\s]/g, ""))
}

export const reader = (root: JsonObject, rootPath: string): Reader => {
  const sources: Record<string, string> = {}
  const drift: Array<string> = []
  const find = (aliases: ReadonlyArray<string>): Found | undefined => {
    for (const alias of aliases) {
      let value: unknown = root
      for (const key of alias.split(".")) value = isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
      if (value !== undefined && value !== null && value !== "") return { value, path: join(rootPath, alias) }
    }
    return undefined
  }
  const note = (field: string, found: Found) => {
    sources[field] = found.path
  }
  const drifted = (found: Found, expected: string) => {
    drift.push(`${found.path}: expected ${expected}, got ${nameOf(found.value)}`)
  }
  const read =
    <A>(expected: string, convert: (value: unknown) => A | undefined) =>
    (field: string, aliases: ReadonlyArray<string>): A | null => {
      const found = find(aliases)
      if (found === undefined) return null
      const value = convert(found.value)
      if (value === undefined) {
        drifted(found, expected)
        return null
      }
      note(field, found)
      return value
    }
  return { find, text: read("text", toText), number: read("a number", toNumber), note, drifted, sources, drift }
}
