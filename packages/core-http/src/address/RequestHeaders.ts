/**
 * The guard of headers that callers write: those that change how the answer is written and the provider's own feature
 * switches pass. What frames, routes or authenticates a request, says for whom it is, or makes it the repeat of another
 * stays the client's and the account's own; and what is sent is exactly one line each.
 */
import * as Result from "effect/Result"

import { invalidReason, type FieldError, type Invalid, type Refused } from "../errors/ProviderError.ts"
import * as ProviderText from "../text/ProviderText.ts"
import { whyForAccounts } from "./caller-header-rules.ts"
import { asGatewaysRead, whyForNobody } from "./header-rules.ts"

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

/** A longer one is not named, not even in part: it may be a secret, which is recognised whole alone. */
const MAX_NAMED_CHARS = 60

const fieldOf = (name: string): string =>
  name === "" || name.length > MAX_NAMED_CHARS ? "headers" : `headers.${ProviderText.line(name, MAX_NAMED_CHARS)}`

const malformedFields = (headers: RequestHeaders): ReadonlyArray<FieldError> => {
  const entries = Object.entries(headers)
  if (entries.length > MAX_HEADERS) return [{ field: "headers", message: `holds more than ${MAX_HEADERS}` }]
  if (entries.reduce((sum, [name, value]) => sum + name.length + value.length, 0) > MAX_CHARS) {
    return [{ field: "headers", message: `holds more than ${MAX_CHARS} characters` }]
  }
  const seenNames = new Set<string>()
  return entries.flatMap(([name, value]): ReadonlyArray<FieldError> => {
    const wrong = (message: string) => [{ field: fieldOf(name), message }]
    if (!NAME.test(name) || name in {}) return wrong("is not a header's name")
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

/** A provider's versions and media types are the caller's choice, whatever the account's client sends by default. */
const isChoice = (name: string): boolean => /^accept$|(^|-)version$/.test(name)

/**
 * A caller's headers with lower-case names, or why none of them is sent.
 *
 * @param credential the account's own header, which no caller may write
 * @param fixedHeaders what the account's settings send with every request: of these, a caller may choose `accept` and versions
 */
export const check = (
  headers: RequestHeaders,
  credential: string,
  fixedHeaders: RequestHeaders = {}
): Result.Result<RequestHeaders, Invalid | Refused> => {
  const own = new Set(Object.keys(fixedHeaders).map(asGatewaysRead))
  return checkHeaders(headers, (name) => {
    const gatewayName = asGatewaysRead(name)
    return own.has(gatewayName) && !isChoice(gatewayName)
      ? "the account sends its own with every request"
      : whyForAccounts(name, credential)
  })
}

/** As `check`, of the headers that an account's settings name for every request: these may say for whom it asks. */
export const checkFixed = (
  headers: RequestHeaders,
  credential: string
): Result.Result<RequestHeaders, Invalid | Refused> => checkHeaders(headers, (name) => whyForNobody(name, credential))

/** Headers that say no more than the client would. */
const NEUTRAL: Readonly<Record<string, RegExp>> = {
  accept: /^((application\/json|\*\/\*)[, ]*)+$/i,
  "content-type": JSON_TYPE
}

/**
 * Whether a request may be answered with more, less or other than without these headers. A kept answer then does not
 * answer it, nor is its answer kept: what a language, range or condition left out would be missing for a month.
 */
export const changeAnswer = (headers: RequestHeaders = {}): boolean =>
  Object.entries(headers).some(([name, value]) => !(Object.hasOwn(NEUTRAL, name) && NEUTRAL[name]?.test(value)))
