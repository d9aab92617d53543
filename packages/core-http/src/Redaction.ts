/**
 * Removes secrets from text and headers before they reach a log, a span or an error: by name (headers and fields whose
 * name says secret) and by value (every form in which a known secret may be echoed).
 */
import * as Redacted from "effect/Redacted"

const MARK = "<redacted>"
/** Shorter secrets would hit everything. */
const MIN_SECRET_CHARS = 4
/** The least of a base64 form that is still told from other text. */
const MIN_BASE64_CHARS = 8
const SECRET_NAME =
  /(^|[-_.])(auth|authorization|bearer|cookie|credential|key|pass|passphrase|password|passwd|secret|signature|token|session|jwt)s?($|[-_.])|api-?key|x-auth/i

export interface Redactor {
  /** The text with every known secret replaced, also in JSON-escaped, URL-encoded and base64 form. */
  readonly text: (text: string) => string
  /** `text` over every string of a JSON value, keys included. */
  readonly json: <A>(value: A) => A
}

/** Whether a header or field of this name holds a secret by its name alone. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, "$1-$2"))

/** Headers with the value of every secret-named one replaced. */
export const headers = (all: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, isSecretName(name) ? MARK : value]))

const lowerEscapes = (encoded: string) => encoded.replace(/%[0-9A-F]{2}/g, (escape) => escape.toLowerCase())

/**
 * The base64 of what follows any other bytes depends on the alignment, so the characters that the secret shares with its
 * neighbours are cut off and three forms are searched.
 */
const base64Forms = (secret: string): ReadonlyArray<string> => {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].flatMap((shift) => {
    const encoded = btoa("\0".repeat(shift) + String.fromCharCode(...bytes))
    const core = encoded.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
    return core.length < MIN_BASE64_CHARS ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")]
  })
}

/** The forms of one secret that can be recognised inside a longer text. */
const formsOf = (raw: string): ReadonlyArray<string> => {
  const secret = raw.toWellFormed()
  const plain = [raw, ...base64Forms(secret), JSON.stringify(raw).slice(1, -1), secret.replaceAll("/", "\\/")]
  const encoded = [...plain.map((form) => encodeURIComponent(form.toWellFormed())), encodeURI(secret)]
  return [...plain, ...encoded, ...encoded.map(lowerEscapes), ...encoded.map((form) => form.replaceAll("%20", "+"))]
}

/** A redactor for these secrets; those shorter than four characters are not searched for. */
export const make = (secrets: Iterable<Redacted.Redacted>): Redactor => {
  const long = [...secrets].map(Redacted.value).filter((secret) => secret.length >= MIN_SECRET_CHARS)
  // The longest first, so that a secret inside another one does not leave the rest of that one behind.
  const needles = [...new Set(long.flatMap(formsOf))].sort((a, b) => b.length - a.length)
  const any = new RegExp(needles.map((needle) => needle.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|"), "g")
  const text = (from: string): string =>
    needles.some((needle) => from.includes(needle)) ? from.replace(any, MARK) : from
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return text(value)
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== "object" || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [text(key), walk(item)]))
  }
  return { text, json: <A>(value: A) => walk(value) as A }
}
