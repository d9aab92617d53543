/**
 * The guard of the headers that callers set. Headers that change how the answer is written pass, and so do the
 * provider's own feature switches. Headers that frame, route or authenticate a request, say on whose behalf it is made,
 * or mark it as a repeat of another are left to the client and the account. Every header must be exactly one line.
 */
import * as Result from "effect/Result"

import { invalidReason, type FieldError, type Invalid, type Refused } from "../errors/ProviderError.ts"
import * as ProviderText from "../text/ProviderText.ts"
import { whyForAccounts } from "./caller-header-rules.ts"
import { asGatewaysRead, whyForNobody } from "./header-rules.ts"

/** Headers by name. After the check, names are in lower case. */
export type RequestHeaders = Readonly<Record<string, string>>

const MAX_HEADERS = 32
/** Limit of all names and values together. Servers reject 8 KB and more, which includes the client's own headers. */
const MAX_CHARS = 6144

/** A token of RFC 9110, section 5.6.2, whose first character is a letter or digit, as in every registered name. */
const NAME = /^[a-z0-9][a-z0-9!#$%&'*+.^_`|~-]*$/i
/** Visible ASCII with spaces only inside, which every server, log and character set reads alike. */
const VALUE = /^[\x21-\x7E]([\x20-\x7E]*[\x21-\x7E])?$/
/**
 * The body is JSON in UTF-8. A server that is told that it is a form would read other fields than the guards checked.
 */
const JSON_TYPE = /^application\/([\w.-]+\+)?json(\s*;\s*charset="?utf-8"?)?$/i

/**
 * A longer name is not repeated in an error, not even in part: it may be a secret, and redaction recognises only whole
 * secrets.
 */
const MAX_NAMED_CHARS = 60

const fieldOf = (name: string): string =>
  name === "" || name.length > MAX_NAMED_CHARS ? "headers" : `headers.${ProviderText.line(name, MAX_NAMED_CHARS)}`

const malformedFields = (headers: RequestHeaders): ReadonlyArray<FieldError> => {
  const entries = Object.entries(headers)
  if (entries.length > MAX_HEADERS) return [{ field: "headers", message: `has more than ${MAX_HEADERS}` }]
  if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_CHARS) {
    return [{ field: "headers", message: `has more than ${MAX_CHARS} characters` }]
  }
  const seenNames = new Set<string>()
  return entries.flatMap(([name, value]): ReadonlyArray<FieldError> => {
    const wrong = (message: string) => [{ field: fieldOf(name), message }]
    if (!NAME.test(name) || name in {}) return wrong("is not a valid header name")
    if (seenNames.has(asGatewaysRead(name))) return wrong("is given twice")
    seenNames.add(asGatewaysRead(name))
    if (!VALUE.test(value)) return wrong("must be visible ASCII characters, without spaces around them")
    if (asGatewaysRead(name) === "content-type" && !JSON_TYPE.test(value)) return wrong("must be JSON, as the body is")
    return []
  })
}

const checkHeaders = (
  headers: RequestHeaders,
  whyNot: (name: string) => string | undefined
): Result.Result<RequestHeaders, Invalid | Refused> => {
  const wrong = malformedFields(headers)
  if (wrong.length > 0) return Result.fail(invalidReason(wrong))
  for (const name of Object.keys(headers)) {
    const why = whyNot(name)
    if (why === undefined) continue
    return Result.fail({
      _tag: "Refused",
      guard: "header",
      what: `${fieldOf(name)} cannot be set: ${why}.`,
      remedy: { to: "leaveOut", what: "header" },
      nothing: "sent"
    })
  }
  return Result.succeed(Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])))
}

/** Callers may choose the provider's version and media type, whatever the account's client sends by default. */
const isChoice = (name: string): boolean => /^accept$|(^|-)version$/.test(name)

/**
 * Checks a caller's headers. Returns them with lower-case names, or the reason why none of them is sent.
 *
 * @param credential the account's own header, which no caller may set
 * @param fixedHeaders headers that the account's settings send with every request; of these, a caller may override only
 * `accept` and versions
 */
export const check = (
  headers: RequestHeaders,
  credential: string,
  fixedHeaders: RequestHeaders = {}
): Result.Result<RequestHeaders, Invalid | Refused> => {
  // The entries of a Headers or a Map are no fields of it, and would not be sent.
  if (Symbol.iterator in Object(headers))
    return Result.fail(invalidReason([{ field: "headers", message: "must be an object of texts" }]))
  const own = new Set(Object.keys(fixedHeaders).map(asGatewaysRead))
  return checkHeaders(headers, (name) => {
    const gatewayName = asGatewaysRead(name)
    return own.has(gatewayName) && !isChoice(gatewayName)
      ? "the account sends its own with every request"
      : whyForAccounts(name, credential)
  })
}

/**
 * Checks the headers that an account's settings add to every request. In contrast to `check`, these may say on whose
 * behalf a request is made.
 */
export const checkFixed = (
  headers: RequestHeaders,
  credential: string
): Result.Result<RequestHeaders, Invalid | Refused> => checkHeaders(headers, (name) => whyForNobody(name, credential))

/** Headers that ask for nothing other than the client's defaults. */
const NEUTRAL: Readonly<Record<string, RegExp>> = {
  accept: /^((application\/json|\*\/\*)[, ]*)+$/i,
  "content-type": JSON_TYPE
}

/**
 * Returns whether these headers may change what the request is answered with. If so, a cached answer does not satisfy
 * the request and its answer is not cached: what a language, a range or a condition left out would be missing from the
 * cache for a month.
 */
export const changeAnswer = (headers: RequestHeaders = {}): boolean =>
  Object.entries(headers).some(([name, value]) => !(Object.hasOwn(NEUTRAL, name) && NEUTRAL[name]?.test(value)))
