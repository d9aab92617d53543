/**
 * Removes secrets from text and headers before they reach a log, a span or an error: by name, if the name of a header
 * or field says that it is secret, and by value, in every form in which a known secret may be echoed.
 */
import * as Redacted from "effect/Redacted"

import { atOnce } from "../time/turns.ts"
import { isSecretName } from "./secret-names.ts"
import {
  hasInvisible,
  invisible,
  isPlain,
  mayBeIn,
  mayBeBroken,
  mayBeEncoded,
  merge,
  place,
  undo,
  wrappings,
  type Range
} from "./wrappings.ts"

export { isSecretName } from "./secret-names.ts"

const MARK = "<redacted>"
/** Shorter secrets would match ordinary text everywhere. */
const MIN_SECRET_CHARS = 4
const isLong = ({ length }: string): boolean => length >= MIN_SECRET_CHARS
/** The shortest base64 form that can still be told from other text. */
const MIN_BASE64_CHARS = 8
/**
 * A value with this many texts that contain a secret is probably meant to waste CPU time. Further texts that may
 * contain one are replaced as a whole.
 */
const MAX_HITS = 200
/** The same limit within one text: after this many matches, the rest is replaced as a whole. */
const MAX_PLACES = 10_000
/** How many nested encodings to undo. URL encoding is often applied twice, and JSON or HTML may surround it. */
const MAX_WRAPPINGS = 2
/** The characters of a number, except those of an exponent. */
const DIGITS = /^[-+.\d]+$/

/** Replaces the secrets with which it was made. */
export interface Redactor {
  /** Replaces every known secret in a text: plain or in base64, and either of them escaped for a URL, JSON or HTML. */
  readonly text: (text: string) => string
  /** As `text`, for a long text. It yields to other work in between. */
  readonly longText: (text: string) => Generator<void, string>
  /** Applies `text` to every string of a JSON value, including keys. A number that is a secret is replaced too. */
  readonly json: <A>(value: A) => A
  /**
   * Returns false if a secret may be in the text or in what its escapes stand for. The check is fast and may return
   * false for a text without secrets.
   */
  readonly isClean: (text: string) => boolean
  /** Whether a secret, or an encoded form of one, could appear in the digits of a number. */
  readonly mayBeNumber: boolean
}

/** Returns headers with the value of every header with a secret name replaced. */
export const headers = (all: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, isSecretName(name) ? MARK : value]))

/** Lower-cases a text, character by character, also where a Turkish program changed the case of an i before. */
const lowered = (text: string): string => text.replace(/[İı]/g, "i").toLowerCase()

/** Lower-cases a text, and writes the two alphabets of base64 in the same way. */
const oneAlphabet = (text: string): string => lowered(text).replaceAll("_", "/")

/**
 * Normalises a text, character by character, so that equivalent forms of a secret become equal: hosts and header names
 * are lower-cased, forms write a plus for a space, and base64 has two alphabets.
 */
const fold = (text: string): string => oneAlphabet(text).replace(/[-+\s]/g, " ")

/** As `fold`, but without whitespace. */
const squeeze = (text: string): string => oneAlphabet(text).replace(/[-+\s]+/g, "")

/**
 * Returns the base64 forms of some bytes within a longer text. They depend on the alignment, so there are three, each
 * without the characters that also encode neighbouring bytes.
 */
const base64Forms = (bytes: string): ReadonlyArray<string> =>
  [0, 1, 2].flatMap((shift) => {
    const encodedText = btoa("\0".repeat(shift) + bytes)
    const core = encodedText.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
    return core.length < MIN_BASE64_CHARS ? [] : [core]
  })

/**
 * The forms of a secret to look for in a longer text, apart from the wrappings that are undone separately. Those without
 * its invisible characters may be too short for that, or empty.
 */
const formsOf = (raw: string): ReadonlyArray<string> => {
  const utf8 = String.fromCharCode(...new TextEncoder().encode(raw.toWellFormed()))
  // The bytes of a header are Latin-1. If they are read as UTF-8, each accented letter becomes U+FFFD.
  const latin1 = /[^\0-\xFF]/.test(raw) ? utf8 : raw
  const plain = [raw, raw.replace(/\s+/g, " "), utf8, latin1.replace(/[\x80-\xFF]/g, "\uFFFD")]
  const visible = plain.map((form) => undo(form, invisible))
  return [...new Set([...plain, ...visible, ...base64Forms(utf8), ...base64Forms(latin1)])].filter(isLong)
}

/** The lower-case spellings of a form that `fold` treats as equal. */
const spellings = (form: string): ReadonlyArray<string> => {
  const lower = lowered(form)
  return [lower, lower.replaceAll(" ", "+"), lower.replaceAll("+", "-").replaceAll("/", "_")]
}

/** A form to look for in folded text. */
interface Needle {
  readonly form: string
  /** The longest run of letters and digits, which folding leaves unchanged except for case; empty if there is none. */
  readonly anchor: string
}

const needleOf = (form: string): Needle => ({
  form,
  anchor: (form.match(/[a-z0-9]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), "")
})

/** Returns whether folding the text is worthwhile, because it may contain a needle. */
const mayHold = (text: string, needles: ReadonlyArray<Needle>): boolean => {
  const lower = lowered(text)
  return needles.some(({ anchor }) => lower.includes(anchor))
}

/** Finds the needles in a folded text. */
const hits = (text: string, needles: ReadonlyArray<Needle>): ReadonlyArray<Range> =>
  needles.flatMap(({ form: needle }) => {
    const ranges: Array<Range> = []
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
      ranges.push([at, at + needle.length])
    }
    return ranges
  })

/** Finds the needles in a text, even if the text or a part of it is wrapped in an encoding. */
const deepHits = (text: string, needles: ReadonlyArray<Needle>, layers = MAX_WRAPPINGS): ReadonlyArray<Range> => {
  if (hasInvisible(text)) {
    return place(text, invisible, deepHits(undo(text, invisible), needles, layers))
  }
  const below = (layers === 0 ? [] : wrappings).flatMap((wrapping) => {
    if (!mayBeIn(text, wrapping)) return []
    const inner = undo(text, wrapping)
    return inner === text ? [] : place(text, wrapping, deepHits(inner, needles, layers - 1))
  })
  return merge([...(mayHold(text, needles) ? hits(fold(text), needles) : []), ...below])
}

/** How many characters to search at once, so that a long text takes time but no additional memory. */
const WINDOW_CHARS = 65_536
/**
 * The most characters that two wrappings make of one, such as `&amp;#x41;`. A line break with more whitespace around it
 * is undone within a window, but not across the edge of one.
 */
const CHARS_OF_ONE = 12

/** Finds the needles in a long text. Yields to other work after each window. */
function* placesIn(text: string, needles: ReadonlyArray<Needle>): Generator<void, ReadonlyArray<Range>> {
  const beyond = CHARS_OF_ONE * Math.max(...needles.map(({ form }) => form.length))
  const places: Array<Range> = []
  for (let at = 0; at < text.length; at += WINDOW_CHARS) {
    const window = text.slice(at, at + WINDOW_CHARS + beyond)
    for (const [start, end] of deepHits(window, needles)) places.push([at + start, at + end])
    if (places.length > MAX_PLACES) return merge([...places, [at, text.length]])
    yield
  }
  return merge(places)
}

/** How many characters to search at once if it only matters whether anything is found. */
const GLANCE_CHARS = 8_192

/** Returns whether any needle is in a text, whatever encoding wraps it. */
const isHit = (text: string, needles: ReadonlyArray<Needle>): boolean => {
  const beyond = CHARS_OF_ONE * Math.max(...needles.map(({ form }) => form.length))
  for (let at = 0; at < text.length; at += GLANCE_CHARS) {
    if (deepHits(text.slice(at, at + GLANCE_CHARS + beyond), needles).length > 0) return true
  }
  return false
}

/** Separates plain texts that are searched together. It is ASCII, so that texts in ASCII stay at one byte a character. */
const BETWEEN_PLAIN = "\0"
/** Separates wrapped texts that are searched together. It is part of no secret and has no meaning in any encoding. */
const BETWEEN_WRAPPED = "\uE000"

/** Makes a redactor for these secrets. Secrets of fewer than four characters are not searched for. */
export const make = (secrets: Iterable<Redacted.Redacted>): Redactor => {
  const long = [...new Set([...secrets].map(Redacted.value))].filter(isLong)
  const forms = long.flatMap(formsOf)
  const needles = [...new Set(forms.map(fold))].map(needleOf)
  const spelt = [...new Set(forms.flatMap(spellings))]
  const shortest = Math.min(...spelt.map(({ length }) => length))
  const numbers = long.filter((secret) => Number.isFinite(Number(secret)))
  const isBare = (text: string): boolean => {
    const lower = lowered(text)
    return !spelt.some((form) => lower.includes(form))
  }
  const tight = [...new Set(needles.map(({ form }) => squeeze(form)))]
  /** Returns whether a text contains no needle that is split by line breaks, by comparing both without whitespace. */
  const isUnbroken = (text: string): boolean => {
    const lower = squeeze(text)
    return !tight.some((form) => lower.includes(form))
  }
  /** A wrapped form is never shorter than the bare one, so a text shorter than every form is clean. */
  const isClean = (text: string): boolean =>
    text.length < shortest ||
    (isPlain(text) ? isBare(text) : !mayBeEncoded(text) && (mayBeBroken(text) ? isUnbroken(text) : isBare(text)))
  function* search(from: string): Generator<void, string> {
    let out = ""
    let end = 0
    for (const [start, next] of yield* placesIn(from, needles)) {
      out += from.slice(end, start) + MARK
      end = next
    }
    return end === 0 ? from : out + from.slice(end)
  }
  const text = (from: string): string => (isClean(from) ? from : atOnce(search(from)))
  const walker = () => {
    let redactedEnd = 0
    const textOf = (from: string): string => {
      if (isClean(from)) return from
      if (redactedEnd >= MAX_HITS) return MARK
      const out = atOnce(search(from))
      if (out !== from) redactedEnd++
      return out
    }
    const walk = (value: unknown): unknown => {
      if (typeof value === "string") return textOf(value)
      if (typeof value === "number") return numbers.includes(String(value)) ? MARK : value
      if (Array.isArray(value)) return value.map(walk)
      if (typeof value !== "object" || value === null) return value
      if ("toJSON" in value && typeof value.toJSON === "function") return walk(value.toJSON())
      return Object.fromEntries(Object.entries(value).map(([key, item]) => [textOf(key), walk(item)]))
    }
    return walk
  }
  const json = <A>(value: A): A => {
    /** The names of fields, to search each of them once: a list repeats those of its records. */
    const names = new Set<string>()
    const plain: Array<string> = []
    const wrapped: Array<string> = []
    /** Collects texts, so that they can be searched together. Returns false if a secret may be outside them. */
    const collect = (part: unknown): boolean => {
      if (typeof part === "string") {
        if (part.length < shortest) return true
        const isWrapped = !isPlain(part) && (mayBeEncoded(part) || mayBeBroken(part))
        ;(isWrapped ? wrapped : plain).push(part)
        return true
      }
      if (typeof part === "number") return numbers.length === 0 || !numbers.includes(String(part))
      if (typeof part !== "object" || part === null) return true
      if (Array.isArray(part)) return part.every(collect)
      if ("toJSON" in part) return false
      const fields = part as Readonly<Record<string, unknown>>
      for (const name in fields) {
        names.add(name)
        if (!collect(fields[name])) return false
      }
      return true
    }
    const isClear =
      collect(value) &&
      [...names].every(collect) &&
      isBare(plain.join(BETWEEN_PLAIN)) &&
      (wrapped.length === 0 || !isHit(wrapped.join(BETWEEN_WRAPPED), needles))
    return isClear ? value : (walker()(value) as A)
  }
  const mayBeNumber = spelt.some((form) => DIGITS.test(form))
  return { text, json, isClean, mayBeNumber, longText: search }
}
