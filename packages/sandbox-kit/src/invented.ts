// Replaces personal data in a foreign JSON value: names, addresses and numbers are invented, and the structure stays.

import { createHash, randomBytes } from "node:crypto"

import { isObject } from "./json.ts"

/** Replaces personal data in the responses of one recording. */
export interface Invention {
  /**
   * Replaces a value. Equal texts get equal replacements, so that what belonged together still does. The replacements
   * differ between runs.
   *
   * @param context what was requested: if a sentence in the value repeats a text of the request or of the value, that
   * text is replaced in the sentence too
   */
  readonly value: (value: unknown, context?: unknown) => unknown
}

/** Which values stay unchanged, and what the replacements depend on. */
export interface InventionOptions {
  /** Names of fields whose values stay unchanged, in addition to those that name a kind or a state. */
  readonly keep?: ReadonlyArray<string>
  /**
   * What the invented texts depend on. Random by default, so that nobody can find an original number by trying all of
   * them.
   */
  readonly salt?: string
}

/** Fields whose values are terms of the service and not personal data. */
const KINDS = new Set(["code", "country", "currency", "kind", "object", "state", "status", "type"])
/** Fields whose texts are sentences of the service. They stay, except for parts that may be personal data. */
const SENTENCES = new Set(["detail", "error", "hint", "message", "reason"])
/** Email addresses, links, and numbers that are long enough to be personal. */
const PERSONAL = /[^\s@"'<>]+@[^\s@"'<>]+|https?:\/\/[^\s"'<>]+|\+?\d[\d ()-]{4,}\d/g
const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?$/
const DAY_MILLIS = 86_400_000

/** Shorter texts occur in too many words. */
const SHORTEST_REPEATED = 4

const LOWER = "abcdefghijklmnopqrstuvwxyz"
const UPPER = LOWER.toUpperCase()

/**
 * Makes a replacement for one recording. Lower-case letters become other lower-case letters, and digits other digits.
 * All dates move by the same interval. `status`, `type` and similar fields stay.
 */
export const invention = ({ keep = [], salt = randomBytes(16).toString("hex") }: InventionOptions = {}): Invention => {
  const staying = new Set([...KINDS, ...keep])
  const bytesOf = (text: string) => createHash("sha512").update(salt).update("\0").update(text).digest()
  /** How many days every date moves, so that the intervals between dates stay the same. */
  const days = (bytesOf("days").readUInt16BE() % 700) + 30

  /**
   * Replaces letters by letters and digits by digits. Other characters stay, so that a phone number still looks like
   * one.
   */
  const letters = (text: string): string => {
    const bytes = bytesOf(text)
    return text.replace(/[a-z]|[A-Z]|\d|[^\0-\x7f]/g, (sign, at: number) => {
      const byte = bytes[at % bytes.length] ?? 0
      if (/\d/.test(sign)) return String(sign === "0" ? 0 : 1 + (byte % 9))
      return (sign === sign.toUpperCase() && sign !== sign.toLowerCase() ? UPPER : LOWER).charAt(byte % 26)
    })
  }

  const host = (name: string): string => `${letters(name.split(".")[0] ?? name).toLowerCase()}.example`

  const link = (text: string): string => {
    const url = new URL(text)
    url.host = host(url.hostname)
    url.pathname = letters(decodeURI(url.pathname))
    url.search = ""
    url.username = ""
    url.password = ""
    return url.href
  }

  const shiftedDate = (text: string): string => {
    const date = new Date(Date.parse(text) - days * DAY_MILLIS)
    return Number.isNaN(date.getTime()) ? letters(text) : date.toISOString().slice(0, text.length)
  }

  const text = (original: string): string => {
    if (original === "") return original
    if (DATE.test(original)) return shiftedDate(original)
    if (URL.canParse(original) && /^https?:/.test(original)) return link(original)
    const [, mailbox, domain] = /^([^\s@]+)@([^\s@]+)$/.exec(original) ?? []
    if (mailbox !== undefined && domain !== undefined) return `${letters(mailbox)}@${host(domain)}`
    if (/^(?:[a-z0-9-]+\.)+[a-z]{2,}$/i.test(original)) return host(original)
    return letters(original)
  }

  const number = (original: number): number => {
    const digits = String(original)
    return Math.abs(original) < 1_000 || !/^-?\d+$/.test(digits) ? original : Number(letters(digits))
  }

  const sentence = (original: string, repeated: ReadonlyArray<string>): string =>
    repeated.reduce((words, one) => words.replaceAll(one, text(one)), original.replaceAll(PERSONAL, text))

  const invented = (value: unknown, field: string, repeated: ReadonlyArray<string>): unknown => {
    if (Array.isArray(value)) return value.map((item) => invented(item, field, repeated))
    if (isObject(value))
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [fieldName(name), invented(inner, name, repeated)])
      )
    const name = field.toLowerCase()
    if (staying.has(field) || staying.has(name)) return value
    if (typeof value === "number") return number(value)
    if (typeof value !== "string") return value
    return SENTENCES.has(name) ? sentence(value, repeated) : text(value)
  }

  /** Responses that are keyed by the request's input have, for example, an email address as a field name. */
  const fieldName = (name: string): string => (/[@\s]|\.\w{2,}$|\d{5}/.test(name) ? text(name) : name)

  /** Sorted longest first, so that a full name is replaced before its parts. */
  const repeatable = (value: unknown, field = ""): ReadonlyArray<string> => {
    if (Array.isArray(value)) return value.flatMap((item) => repeatable(item, field))
    if (isObject(value)) return Object.entries(value).flatMap(([name, inner]) => repeatable(inner, name))
    const stays = staying.has(field) || SENTENCES.has(field.toLowerCase())
    return typeof value === "string" && value.length >= SHORTEST_REPEATED && !stays ? [value] : []
  }

  return {
    value: (value, context) =>
      invented(
        value,
        "",
        [...new Set(repeatable([context, value]))].toSorted((a, b) => b.length - a.length)
      )
  }
}
