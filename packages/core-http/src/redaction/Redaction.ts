/**
 * Removes secrets from text and headers before they reach a log, a span or an error: by name (headers and fields whose
 * name says secret) and by value, in whatever form a known secret may be echoed.
 */
import * as Redacted from "effect/Redacted"

import { atOnce } from "../time/turns.ts"
import {
  hasInvisible,
  invisible,
  isPlain,
  mayBeIn,
  mayBeBroken,
  mayBeEncoded,
  merge,
  place,
  wrappings,
  type Range
} from "./wrappings.ts"

const MARK = "<redacted>"
/** Shorter secrets would hit everything. */
const MIN_SECRET_CHARS = 4
/** The least of a base64 form that is still told from other text. */
const MIN_BASE64_CHARS = 8
/** A value with so many texts that hold a secret is made to keep us busy: further ones that may hold it are cut whole. */
const MAX_HITS = 200
/** The same within one text: what comes after so many is cut whole. */
const MAX_PLACES = 10_000
/** URL encoding is often applied twice, and JSON or HTML stands around it. */
const MAX_WRAPPINGS = 2
const SECRET_NAME =
  /(^|[-_.])(auth|authorization|bearer|cookie|credential|key|pass|passphrase|password|passwd|secret|signature|token|session|jwt)s?($|[-_.])|api-?key|x-auth/i

/** What a number is written with, but for an exponent. */
const DIGITS = /^[-+.\d]+$/

/** Replaces the secrets that it was made of. */
export interface Redactor {
  /** The text with every known secret replaced: in plain, in base64, and either escaped for a URL, JSON or HTML. */
  readonly text: (text: string) => string
  /** `text` of a long one, which gives way to others as it goes. */
  readonly longText: (text: string) => Generator<void, string>
  /** `text` over every string of a JSON value, keys included; a number that is a secret becomes the mark. */
  readonly json: <A>(value: A) => A
  /** False where a secret may be in the text, or in what its escapes stand for. Quick: not every false is right. */
  readonly isClean: (text: string) => boolean
  /** Whether a secret, or a form of one, may stand in the digits of a number. */
  readonly mayBeNumber: boolean
}

/** Whether a header or field of this name holds a secret by its name alone. */
export const isSecretName = (name: string): boolean => SECRET_NAME.test(name.replace(/([a-z])([A-Z])/g, "$1-$2"))

/** Headers with the value of every secret-named one replaced. */
export const headers = (all: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(all).map(([name, value]) => [name, isSecretName(name) ? MARK : value]))

/**
 * What forms of a text have in common, character by character: hosts and header names are in lower case, forms write a
 * plus for a space, base64 has two alphabets.
 */
const fold = (text: string): string =>
  text
    .replaceAll("İ", "i")
    .toLowerCase()
    .replace(/[-+\s]/g, " ")
    .replaceAll("_", "/")

/** `folded`, without the blanks. */
const squeeze = (text: string): string =>
  text
    .replaceAll("İ", "i")
    .toLowerCase()
    .replace(/[-+\s]+/g, "")
    .replaceAll("_", "/")

/**
 * The base64 of what follows any other bytes depends on the alignment, so the characters that the secret shares with its
 * neighbours are cut off and three forms are searched.
 */
const base64Forms = (bytes: string): ReadonlyArray<string> =>
  [0, 1, 2].flatMap((shift) => {
    const encodedText = btoa("\0".repeat(shift) + bytes)
    const core = encodedText.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))
    return core.length < MIN_BASE64_CHARS ? [] : [core]
  })

/** The forms of one secret that can be recognised inside a longer text, whatever that is wrapped in apart. */
const formsOf = (raw: string): ReadonlyArray<string> => {
  const utf8 = String.fromCharCode(...new TextEncoder().encode(raw.toWellFormed()))
  // A header's bytes are Latin-1; read as UTF-8, each accented letter is lost.
  const latin1 = /[^\0-\xFF]/.test(raw) ? utf8 : raw
  const plain = [raw, raw.replace(/\s+/g, " "), utf8, latin1.replace(/[\x80-\xFF]/g, "\uFFFD")]
  const visible = plain.map((form) => invisible.undo(form))
  return [...new Set([...plain, ...visible, ...base64Forms(utf8), ...base64Forms(latin1)])]
}

/** How a form may be spelt where `folded` makes no difference; in lower case. */
const spellings = (form: string): ReadonlyArray<string> => {
  const lower = form.toLowerCase()
  return [lower, lower.replaceAll(" ", "+"), lower.replaceAll("+", "-").replaceAll("/", "_")]
}

/** What is searched for in folded text. */
interface Needle {
  readonly form: string
  /** A part of it that folding leaves as it is but for the case; empty where it has none. */
  readonly anchor: string
}

const needleOf = (form: string): Needle => ({
  form,
  anchor: (form.match(/[a-z0-9]+/g) ?? []).reduce((longest, run) => (run.length > longest.length ? run : longest), "")
})

/** Whether it is worth folding a text. */
const mayHold = (text: string, needles: ReadonlyArray<Needle>): boolean => {
  const lower = text.toLowerCase()
  return needles.some(({ anchor }) => lower.includes(anchor)) || text.includes("İ")
}

/** Where any of the needles stands in a text. */
const hits = (text: string, needles: ReadonlyArray<Needle>): ReadonlyArray<Range> =>
  needles.flatMap(({ form: needle }) => {
    const ranges: Array<Range> = []
    for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + 1)) {
      const last = ranges.at(-1)
      if (last !== undefined && at < last[1]) ranges[ranges.length - 1] = [last[0], at + needle.length]
      else ranges.push([at, at + needle.length])
    }
    return ranges
  })

/** The same, whatever the text or a part of it is wrapped in. */
const deepHits = (text: string, needles: ReadonlyArray<Needle>, layers = MAX_WRAPPINGS): ReadonlyArray<Range> => {
  if (hasInvisible(text)) {
    return place(text, invisible, deepHits(invisible.undo(text), needles, layers))
  }
  const below = (layers === 0 ? [] : wrappings).flatMap((wrapping) => {
    if (!mayBeIn(text, wrapping)) return []
    const inner = wrapping.undo(text)
    return inner === text ? [] : place(text, wrapping, deepHits(inner, needles, layers - 1))
  })
  return merge([...(mayHold(text, needles) ? hits(fold(text), needles) : []), ...below])
}

/** As much as is searched at once, so that a long text takes time alone and no memory. */
const WINDOW_CHARS = 65_536
/**
 * The most characters that two wrappings make of one, such as `&amp;#x41;`. A break with more blanks around it is undone
 * within a window, but not across the edge of one.
 */
const CHARS_OF_ONE = 12

/** Gives way to others after each window. */
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

/** As much as is searched at once where it matters only whether anything is found. */
const GLANCE_CHARS = 8_192

/** Whether any of the needles stands in a text, whatever it is wrapped in. */
const isHit = (text: string, needles: ReadonlyArray<Needle>): boolean => {
  const beyond = CHARS_OF_ONE * Math.max(...needles.map(({ form }) => form.length))
  for (let at = 0; at < text.length; at += GLANCE_CHARS) {
    if (deepHits(text.slice(at, at + GLANCE_CHARS + beyond), needles).length > 0) return true
  }
  return false
}

/** The texts of a value. */
interface Texts {
  readonly plain: Array<string>
  /** Of characters that may stand for others. */
  readonly wrapped: Array<string>
}

/** Between texts that are searched as one: it is in no secret, and stands for nothing else. */
const BETWEEN = "\uE000"

/** A redactor for these secrets; those shorter than four characters are not searched for. */
export const make = (secrets: Iterable<Redacted.Redacted>): Redactor => {
  const distinct = new Set([...secrets].map(Redacted.value))
  const long = [...distinct].filter((secret) => secret.length >= MIN_SECRET_CHARS)
  const forms = long.flatMap(formsOf)
  const needles = [...new Set(forms.map(fold))].map(needleOf)
  const spelt = [...new Set(forms.flatMap(spellings))]
  const shortest = Math.min(...spelt.map(({ length }) => length))
  const numbers = long.filter((secret) => Number.isFinite(Number(secret)))
  const isBare = (text: string): boolean => {
    const lower = text.toLowerCase()
    return !spelt.some((form) => lower.includes(form))
  }
  const tight = [...new Set(needles.map(({ form }) => squeeze(form)))]
  /** However it is broken by lines: what is sought, without its blanks, would stand in the text without them. */
  const isUnbroken = (text: string): boolean => {
    const lower = squeeze(text)
    return !tight.some((form) => lower.includes(form))
  }
  /** A wrapped form is never shorter than the bare one. */
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
  /** Whether a walk would change nothing, but for its texts: those are put by, to be searched together. */
  const isUntouched = (value: unknown, texts: Texts): boolean => {
    if (typeof value === "string") {
      if (value.length >= shortest)
        (mayBeEncoded(value) || mayBeBroken(value) ? texts.wrapped : texts.plain).push(value)
      return true
    }
    if (typeof value === "number") return numbers.length === 0 || !numbers.includes(String(value))
    if (typeof value !== "object" || value === null) return true
    if (Array.isArray(value)) return value.every((item) => isUntouched(item, texts))
    if ("toJSON" in value) return false
    return Object.entries(value).every(([key, item]) => isUntouched(key, texts) && isUntouched(item, texts))
  }
  const json = <A>(value: A): A => {
    const texts: Texts = { plain: [], wrapped: [] }
    const isClear =
      isUntouched(value, texts) &&
      isBare(texts.plain.join(BETWEEN)) &&
      (texts.wrapped.length === 0 || !isHit(texts.wrapped.join(BETWEEN), needles))
    return isClear ? value : (walker()(value) as A)
  }
  const mayBeNumber = spelt.some((form) => DIGITS.test(form))
  return { text, json, isClean, mayBeNumber, longText: search }
}
