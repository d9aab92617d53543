/**
 * Judges one answer: a redirect, malformed JSON or what the provider calls a failure becomes a reason. Any other answer
 * is returned without the account's key, in whatever form the provider echoed it.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Reason } from "../errors/ProviderError.ts"
import { parseJson } from "../json/parse.ts"
import type { Redactor } from "../redaction/Redaction.ts"
import type { Redactors } from "../redaction/redactors.ts"
import type { Answer } from "../spend/Spend.ts"
import * as ProviderText from "../text/ProviderText.ts"
import type { TransportResponse } from "../transport/Transport.ts"
import type { Message } from "./message.ts"
import type { CallRequest, ClientOptions, RawAnswer, RedirectMeaning } from "./options.ts"
import type { ParsedBody, Parts, Rejection } from "./parts.ts"
import { redirectHost, redirectReason, unexpectedStatus } from "./reasons.ts"

/** The size limit of an answer if neither the client nor the call sets one. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** A deeper value could exhaust the stack of code that walks it. */
export const MAX_JSON_DEPTH = 256

/** Returns whether the caller set a condition of its own and so accepts "not modified". */
const isConditional = ({ headers = {} }: CallRequest): boolean =>
  Object.keys(headers).some((name) => name.startsWith("if-"))

/** Returns the media type in lower case, without parameters. */
const mediaType = (headers: TransportResponse["headers"]): string =>
  (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""

/**
 * Undoes JSON's usual escapes, so that the remaining backslashes belong to other escapes. Raw line breaks cannot be
 * inside a JSON string, so they become spaces; escaped ones become line breaks.
 */
const plainly = (json: string): string => {
  const unbroken = json.includes("\n") || json.includes("\r") ? json.replace(/[\r\n]/g, " ") : json
  return unbroken.includes("\\") ? unbroken.replaceAll('\\"', '"').replace(/\\[nrt]/g, "\n") : unbroken
}

const TOO_DEEP: Reason = {
  _tag: "Decode",
  what: "The response's JSON is nested too deeply.",
  remedy: { to: "ask", whom: "support" }
}

/** The most characters of a text that is not JSON to keep for the error. */
const MAX_RAW_CHARS = 65_536
/** The longest possible key. A cut may leave part of a key at the end, so this many characters are removed there. */
const MAX_KEY_CHARS = 4_096

/** Returns the beginning of a text that is not a valid answer, without the account's key. */
export const rawText = (text: string, echoes: Redactor): string =>
  text.length <= MAX_RAW_CHARS ? echoes.text(text) : echoes.text(text.slice(0, MAX_RAW_CHARS)).slice(0, -MAX_KEY_CHARS)

/**
 * Searches the text first, which is fast, and removes keys from the parsed value, because JSON can write any character
 * in several ways.
 */
export const withoutKeys = (value: unknown, text: string, echoes: Redactor): unknown =>
  echoes.isClean(plainly(text)) ? value : echoes.json(value)

/**
 * With a failing status, a body that is not JSON is ignored: the status explains the failure, whatever page a gateway
 * sent with it.
 */
export const noJson = ({ status, headers, text }: TransportResponse, echoes: Redactor): ParsedBody => {
  if (status >= 400) return Result.succeed(undefined)
  const { "content-type": contentType } = headers
  const type = contentType === undefined ? "no content type" : ProviderText.key(contentType)
  const reason: Reason = {
    _tag: "Decode",
    what: `The response (${type}) is not complete JSON.`,
    remedy: { to: "checkAddress", of: "base" }
  }
  return Result.fail({ reason, raw: rawText(text, echoes) })
}

/** Statuses that say something of the account or the address, if it was the service that answered. */
const ABOUT_CALLER = new Set([401, 403, 404])

/** Adds to a reason that a web page came with the status, which a service of JSON does not send. */
const orOfPage = (reason: Reason, { status, headers, body }: Omit<RawAnswer, "receivedAtMillis">): Reason =>
  body === undefined && ABOUT_CALLER.has(status) && mediaType(headers) === "text/html"
    ? { ...reason, what: `${reason.what} It came with a web page, so a proxy or a firewall may have answered instead.` }
    : reason

export const tooDeep = ({ text }: TransportResponse, echoes: Redactor): ParsedBody =>
  Result.fail({ reason: TOO_DEEP, raw: rawText(text, echoes) })

const parse = (response: TransportResponse, echoes: Redactor): ParsedBody => {
  const { text } = response
  try {
    const body = parseJson(text, MAX_JSON_DEPTH)
    return body === undefined ? tooDeep(response, echoes) : Result.succeed(withoutKeys(body, text, echoes))
  } catch {
    return noJson(response, echoes)
  }
}

/** Reads answers for one account, whose keys the redactors know. */
export const reading = (
  redactors: () => Redactors,
  { failureOf, isText, redirected: meaningOf, maxBodyBytes = MAX_BODY_BYTES }: ClientOptions,
  { largeAnswers }: Pick<Parts, "largeAnswers">
) => {
  const bodyOf = (
    response: TransportResponse,
    path: string,
    maxBytes: number,
    echoes: Redactor
  ): ParsedBody | Effect.Effect<ParsedBody> => {
    const { headers, text } = response
    const large = largeAnswers?.isLarge(text) === true ? largeAnswers : undefined
    if (isText?.(mediaType(headers), path) === true) {
      return large === undefined ? Result.succeed(echoes.text(text)) : large.text(text, echoes)
    }
    if (large !== undefined) return large.json(response, maxBytes, echoes)
    return /\S/.test(text) ? parse(response, echoes) : Result.succeed(null)
  }

  /** Returns an answer, or why it is a failure. Large answers take more than one turn of the event loop. */
  return (
    { request, target: { url, path } }: Message,
    response: TransportResponse,
    receivedAtMillis: number
  ): Result.Result<Answer, Rejection> | Effect.Effect<Result.Result<Answer, Rejection>> => {
    const { echoes } = redactors()
    const { status } = response
    const headers = echoes.isClean(Object.entries(response.headers).join())
      ? response.headers
      : echoes.json(response.headers)
    if (status < 200 || (status === 304 && !isConditional(request)))
      return Result.fail({ reason: unexpectedStatus(status) })
    if (status >= 300 && status < 400 && status !== 304) {
      const host = redirectHost(headers["location"], url)
      const isSameHost = host === url.host
      const documentedMeaning = meaningOf?.(status, isSameHost)
      const defaultMeaning: RedirectMeaning = isSameHost ? { remedy: { to: "checkAddress", of: "endpoint" } } : {}
      return Result.fail({
        reason: redirectReason(host, status !== 307 && status !== 308, documentedMeaning ?? defaultMeaning)
      })
    }
    const judge = (parsedBody: ParsedBody): Result.Result<Answer, Rejection> => {
      if (Result.isFailure(parsedBody)) return Result.fail(parsedBody.failure)
      const body = parsedBody.success
      const raw = { status, headers, body, receivedAtMillis }
      const reason = failureOf(raw, path, request.method, request.body)
      return reason === undefined
        ? Result.succeed({
            status,
            headers,
            body,
            fetchedAt: new Date(receivedAtMillis).toISOString(),
            fromCache: false
          })
        : Result.fail({ reason: orOfPage(reason, raw), raw: body })
    }
    const parsedBody = bodyOf({ ...response, headers }, path, request.maxBodyBytes ?? maxBodyBytes, echoes)
    const answer = Effect.isEffect(parsedBody) ? Effect.map(parsedBody, judge) : judge(parsedBody)
    return response.list === undefined || largeAnswers === undefined
      ? answer
      : largeAnswers.withList(answer, response.list, echoes)
  }
}
