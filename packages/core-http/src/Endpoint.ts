/**
 * The guard in front of every request: an endpoint, however written, stays on the account's own origin and base path.
 * Joining with `new URL(endpoint, base)` or by strings does not promise that; this does, or refuses.
 */
import * as Result from "effect/Result"

import type { BaseAddress } from "./BaseAddress.ts"
import type { Refused } from "./ProviderError.ts"

/** How a provider's documents write endpoints: `/path` from the base address, or `path` without the slash. */
export type PathStyle = "leading-slash" | "no-leading-slash"

const MAX_CHARS = 8192
// oxlint-disable-next-line no-control-regex -- refusing control characters is the point
const UNSAFE =
  /[\u0000-\u0020\u007F-\u00A0\u00AD\u200B-\u200F\u2028-\u202F\u2060-\u206F\uFEFF\uFFFD\\#]|[\uD800-\uDFFF](?![\uDC00-\uDFFF])/
// oxlint-disable-next-line no-control-regex -- as above, after decoding
const UNSAFE_DECODED = /[\u0000-\u001F\u007F-\u009F\\]/

const fixes: Record<PathStyle, string> = {
  "leading-slash": "Write the endpoint as a path that starts with one slash, such as /enrich/person.",
  "no-leading-slash": "Write the endpoint as a path without a leading slash, such as v1beta/properties."
}

/** Decodes percent-encoding until nothing is left to decode; `undefined` when malformed. */
const decodeFully = (path: string): string | undefined => {
  let current = path
  for (let round = 0; round < 5; round++) {
    if (!current.includes("%")) return current
    try {
      const next = decodeURIComponent(current)
      if (next === current) return current
      current = next
    } catch {
      // A single decoded percent sign is data; a malformed sequence in what was written is not.
      return round === 0 ? undefined : current
    }
  }
  return undefined
}

const problem = (endpoint: string, style: PathStyle): string | undefined => {
  if (endpoint === "") return "The endpoint is empty."
  if (endpoint.length > MAX_CHARS) return `The endpoint is longer than ${MAX_CHARS} characters.`
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint)) return "The endpoint is an absolute address."
  if (style === "leading-slash" && !endpoint.startsWith("/")) return "The endpoint does not start with a slash."
  if (style === "no-leading-slash" && endpoint.startsWith("/")) return "The endpoint starts with a slash."
  if (/^[a-z][a-z0-9+.-]*:/i.test(endpoint)) return "The endpoint starts with a scheme."
  if (endpoint.startsWith("//")) return "The endpoint starts with two slashes, which names another host."
  if (UNSAFE.test(endpoint)) {
    return "The endpoint holds a space, a control or invisible character, a backslash or a fragment."
  }
  const path = endpoint.split("?", 1)[0] ?? ""
  const decoded = decodeFully(path)
  if (decoded === undefined) return "The endpoint's percent-encoding is malformed or nested too deeply."
  if (UNSAFE_DECODED.test(decoded)) return "The endpoint hides a control character or a backslash in its encoding."
  const segments = decoded.split("?", 1)[0]?.split("/") ?? []
  if (segments.some((segment) => /^\.{1,2}(;.*)?$/.test(segment))) return "The endpoint holds dot segments."
  if (decoded.slice(1).includes("//")) return "The endpoint holds an empty path segment."
  return undefined
}

/** The absolute URL of an endpoint under a base address, or why it is refused. Queries are kept, fragments never. */
export const resolve = (base: BaseAddress, endpoint: string, style: PathStyle): Result.Result<URL, Refused> => {
  const refuse = (what: string) =>
    Result.fail<Refused>({ _tag: "Refused", guard: "endpoint", what, fix: `${fixes[style]} Nothing was sent.` })
  const found = problem(endpoint, style)
  if (found !== undefined) return refuse(found)
  const text = base.origin + base.path + (style === "leading-slash" ? "" : "/") + endpoint
  if (!URL.canParse(text)) return refuse("The endpoint does not make a valid address.")
  const url = new URL(text)
  const inside =
    url.origin === base.origin &&
    url.pathname.startsWith(`${base.path}/`) &&
    url.username === "" &&
    url.password === "" &&
    url.hash === ""
  return inside ? Result.succeed(url) : refuse("The endpoint leaves the account's base address.")
}
