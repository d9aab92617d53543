/**
 * The guard in front of every request: it keeps an endpoint within the account's origin and base path, however the
 * endpoint is written, or refuses it. Joining with `new URL(endpoint, base)` or by concatenating strings does not
 * guarantee that.
 */
import * as Result from "effect/Result"

import type { Refused } from "../errors/ProviderError.ts"
import type { BaseAddress } from "./BaseAddress.ts"

/**
 * How a provider's documentation writes endpoints: `/path` from the base address, `path` without the slash, or either.
 */
export type PathStyle = WrittenStyle | "either"

type WrittenStyle = "leading-slash" | "no-leading-slash"

const MAX_CHARS = 8192
const MAX_ENCODINGS = 5
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNSAFE = /[\u0000-\u0020\u007F-\u00A0\u2028\u2029\u202F\uFFFD\\#]|\p{Default_Ignorable_Code_Point}/u
// oxlint-disable-next-line no-control-regex -- as above, after decoding
const UNSAFE_DECODED = /[\u0000-\u001F\u007F-\u009F\\]/
/**
 * Matches dot segments, including those that a server sees only after it trims spaces, drops blanks and dots at the end
 * of a name, or strips `;parameters` from a segment.
 */
const DOT_SEGMENT = /^\s*\.{1,2}(\s[\s.]*)?(;.*)?$/
/**
 * Characters that some character sets fold into a slash, a backslash or a dot, beyond Unicode's own compatibility
 * forms.
 */
const FOLDED: ReadonlyArray<readonly [signs: RegExp, plain: string]> = [
  [/[\u2044\u2215\u29F8\u2571]/g, "/"],
  [/[\u00A5\u20A9\u2216\u29F5\u29F9\u2572]/g, "\\"],
  [/[\u3002\u06D4\u0701\u0702\uA4F8]/g, "."]
]

/** One percent-encoded UTF-8 character. */
const ENCODED = /%(?:[0-7][\da-f]|[cd][\da-f]%[\da-f]{2}|e[\da-f](?:%[\da-f]{2}){2}|f[0-7](?:%[\da-f]{2}){3})/gi
/** The first bytes of an ASCII character that is encoded in more bytes than necessary, which some decoders accept. */
const OVERLONG = /%(?:c[01]|e0%[89][\da-f]|f0%8[\da-f]|f[89a-f])/i

const decodeText = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}

/**
 * Decodes percent-encoding as many times as it was applied. Returns `undefined` if it is malformed or nested too
 * deeply. After the first round a percent sign may be data, so later rounds decode only valid characters.
 */
const decodeFully = (path: string): string | undefined => {
  let current = decodeText(path)
  for (let round = 1; round < MAX_ENCODINGS && current !== undefined; round++) {
    if (!current.includes("%")) return current
    if (OVERLONG.test(current)) return undefined
    const next = current.replace(ENCODED, (one) => decodeText(one) ?? one)
    if (next === current) return current
    current = next
  }
  return undefined
}

const fold = (text: string): string => FOLDED.reduce((current, [signs, plain]) => current.replace(signs, plain), text)

/**
 * An ordinary endpoint with its leading slash: no encoding, no parameters, no empty segment and none that begins with a
 * dot, so every server reads it as it stands. Most endpoints are ordinary, and the checks below cost several times as
 * much as this one.
 */
const ORDINARY = /^\/[\w~-][\w.~-]*(?:\/[\w~-][\w.~:-]*)*(?:\?[\w.~=&,:+*/-]*)?$/

const problem = (endpoint: string, style: WrittenStyle): string | undefined => {
  if (endpoint.length <= MAX_CHARS && ORDINARY.test(style === "leading-slash" ? endpoint : `/${endpoint}`))
    return undefined
  if (endpoint === "") return "The endpoint is empty."
  if (endpoint.length > MAX_CHARS) return `The endpoint is longer than ${MAX_CHARS} characters.`
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint)) return "The endpoint is an absolute address."
  if (style === "leading-slash" && !endpoint.startsWith("/")) return "The endpoint does not start with a slash."
  if (style === "no-leading-slash" && endpoint.startsWith("/")) return "The endpoint starts with a slash."
  if (/^[a-z][a-z0-9+.-]*:/i.test(endpoint)) return "The endpoint starts with a scheme."
  if (endpoint.startsWith("//")) return "The endpoint starts with two slashes, which names another host."
  if (!endpoint.isWellFormed() || UNSAFE.test(endpoint)) {
    return "The endpoint contains a space, a control or invisible character, a backslash or a fragment."
  }
  const path = endpoint.split("?", 1)[0] ?? ""
  if (path.includes("//")) return "The endpoint contains an empty path segment."
  const readable = decodeFully(path)
  if (readable === undefined) return "The endpoint's percent-encoding is malformed or nested too deeply."
  if (UNSAFE_DECODED.test(readable)) return "The endpoint hides a control character or a backslash in its encoding."
  // A server that normalises Unicode treats compatibility forms, such as full-width dots and slashes, as the plain
  // characters.
  const plain = readable.normalize("NFKC")
  if (plain.includes("\\")) return "The endpoint hides a backslash in its encoding."
  const foldedText = fold(plain)
  if ((style === "leading-slash" ? foldedText.slice(1) : foldedText).startsWith("/")) {
    return "The endpoint hides an empty path segment in its encoding."
  }
  if (foldedText.split(/[/\\?#]/).some((segment) => DOT_SEGMENT.test(segment)))
    return "The endpoint contains dot segments."
  return undefined
}

/**
 * Normalises a URL path for comparison, to what the most lenient server would read: decoded, in plain characters, cut
 * at a hidden query or fragment, without parameters (`;v=1`) and without a trailing slash. `/enrich/%70erson/` is
 * therefore recognised as `/enrich/person`.
 */
export const comparable = (path: string): string => {
  if (ORDINARY.test(path) && !path.includes("?")) return path
  const plain = fold((decodeFully(path) ?? path).normalize("NFKC")).replace(/\p{Default_Ignorable_Code_Point}|\s/gu, "")
  return (plain.split(/[?#]/, 1)[0] ?? "")
    .split("/")
    .map((segment) => segment.split(";", 1)[0] ?? "")
    .join("/")
    .replace(/(?<=[^/])\/+$/, "")
}

/**
 * Returns the absolute URL of an endpoint under a base address, or the reason why it is refused. The query is kept. An
 * endpoint with a fragment is refused.
 */
export const resolve = (base: BaseAddress, endpoint: string, style: PathStyle): Result.Result<URL, Refused> => {
  const refuse = (what: string) =>
    Result.fail<Refused>({
      _tag: "Refused",
      guard: "endpoint",
      what,
      remedy: { to: "writeEndpoint", style },
      nothing: "sent"
    })
  const slash = endpoint.startsWith("/") ? "leading-slash" : "no-leading-slash"
  const path = style === "either" ? slash : style
  const wrong = problem(endpoint, path)
  if (wrong !== undefined) return refuse(wrong)
  const text = base.origin + base.path + (path === "leading-slash" ? "" : "/") + endpoint
  const parsed = Result.try(() => new URL(text))
  if (Result.isFailure(parsed)) return refuse("The endpoint does not form a valid URL.")
  const url = parsed.success
  const inside =
    url.origin === base.origin &&
    url.pathname.startsWith(`${base.path}/`) &&
    url.username === "" &&
    url.password === "" &&
    url.hash === ""
  return inside ? Result.succeed(url) : refuse("The endpoint leaves the account's base address.")
}
