/**
 * The guard of headers that callers write. What frames, routes or authenticates a request, or makes it another one, stays
 * the client's own; and what is sent is exactly one line each. Names are compared as gateways may read them: for CGI,
 * `X_Forwarded_For` is `x-forwarded-for`.
 */
import * as Result from "effect/Result"

import { invalidReason, type FieldError, type Invalid, type Refused } from "./ProviderError.ts"
import * as ProviderText from "./ProviderText.ts"
import * as Redaction from "./Redaction.ts"

/** Headers by name; once checked, names are in lower case. */
export type RequestHeaders = Readonly<Record<string, string>>

const MAX_HEADERS = 32
/** Names and values together; servers give up from 8 KB on, the client's own headers included. */
const MAX_CHARS = 6144

/** A token of RFC 9110, section 5.6.2, that starts as every registered name does. */
const NAME = /^[a-z0-9][a-z0-9!#$%&'*+.^_`|~-]*$/i
/** Visible ASCII, spaces inside: what no server, log or character set reads in another way. */
const VALUE = /^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$/
/** The body is JSON in UTF-8; called a form, it would be read as other fields than those the guards saw. */
const JSON_TYPE = /^application\/([\w.-]+\+)?json(\s*;\s*charset="?utf-8"?)?$/i

const FORBIDDEN: ReadonlyArray<readonly [names: RegExp, why: string]> = [
  [
    /^(host|connection|keep-alive|te|trailers?|transfer-encoding|upgrade.*|expect|http2-settings|max-forwards|proxy-.*|content-(?!type$).*|accept-(encoding|charset))$/,
    "it frames the message, which is the client's part"
  ],
  [
    /^(via|(x-)?forward.*|x-(original|rewrite|real|accel|envoy|middleware)-.*|(x-)?(remote|ssl|proxy)-.*|front-end-https|x-(url-)?scheme|(.*-)?(ip|host))$/,
    "it would name another sender or target"
  ],
  [/^(x-)?(http-)?method$|-override$/, "it would turn the request into another one"],
  // The rest of Fetch's forbidden request-headers: https://fetch.spec.whatwg.org/#forbidden-request-header
  [/^(origin|referer|date|dnt|cookie2|set-cookie2|access-control-.*|sec-.*)$/, "browsers keep it for themselves"]
]

const asGatewaysRead = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "-")

/** Secret-named, but for the keys that mark a repeat: a credential is never an input. */
const isCredential = (name: string, own: string): boolean =>
  name === asGatewaysRead(own) || (Redaction.isSecretName(name) && !/^(x-)?idempotency-key$/.test(name))

const whyForbidden = (name: string, credential: string): string | undefined =>
  isCredential(name, credential)
    ? "credentials are the account's, never an input"
    : FORBIDDEN.find(([names]) => names.test(name))?.[1]

/** A longer one is not named, not even in part: it may be a secret, which is recognised whole alone. */
const MAX_NAMED_CHARS = 60

const fieldOf = (name: string): string =>
  name === "" || name.length > MAX_NAMED_CHARS ? "headers" : `headers.${ProviderText.line(name, MAX_NAMED_CHARS)}`

const malformed = (given: RequestHeaders): ReadonlyArray<FieldError> => {
  const entries = Object.entries(given)
  if (entries.length > MAX_HEADERS) return [{ field: "headers", message: `holds more than ${MAX_HEADERS}` }]
  if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_CHARS) {
    return [{ field: "headers", message: `holds more than ${MAX_CHARS} characters` }]
  }
  const seen = new Set<string>()
  return entries.flatMap(([name, value]): ReadonlyArray<FieldError> => {
    const wrong = (message: string) => [{ field: fieldOf(name), message }]
    if (!NAME.test(name) || name in {}) return wrong("is not a header's name")
    if (seen.has(asGatewaysRead(name))) return wrong("is given twice")
    seen.add(asGatewaysRead(name))
    if (!VALUE.test(value)) return wrong("must be visible ASCII characters, without spaces around them")
    if (asGatewaysRead(name) === "content-type" && !JSON_TYPE.test(value)) return wrong("must be JSON, as the body is")
    return []
  })
}

/**
 * The headers with lower-case names, or why none of them is sent.
 *
 * @param credential the account's own header, which no caller may write
 */
export const check = (given: RequestHeaders, credential: string): Result.Result<RequestHeaders, Invalid | Refused> => {
  const wrong = malformed(given)
  if (wrong.length > 0) return Result.fail(invalidReason(wrong))
  for (const name of Object.keys(given)) {
    const why = whyForbidden(asGatewaysRead(name), credential)
    if (why === undefined) continue
    return Result.fail({
      _tag: "Refused",
      guard: "header",
      what: `${fieldOf(name)} cannot be set: ${why}.`,
      fix: "Nothing was sent. Leave the header out."
    })
  }
  return Result.succeed(Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value])))
}

/** Headers that say no more than the client would, or only mark the request. */
const NEUTRAL: Readonly<Record<string, RegExp>> = {
  accept: /^((application\/json|\*\/\*)[, ]*)+$/i,
  "content-type": JSON_TYPE,
  "user-agent": /./,
  "x-request-id": /./,
  "x-correlation-id": /./,
  "idempotency-key": /./
}

/**
 * Whether a request may be answered with more, less or other than without these headers. A kept answer then does not
 * answer it, nor is its answer kept: what a language, range or condition left out would be missing for a month.
 */
export const changeAnswer = (headers: RequestHeaders = {}): boolean =>
  Object.entries(headers).some(([name, value]) => !(Object.hasOwn(NEUTRAL, name) && NEUTRAL[name]?.test(value)))
