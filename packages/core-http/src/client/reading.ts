/**
 * One answer judged: a redirect, bad JSON or what the provider calls a failure becomes a reason; what is left is an answer
 * without the account's key, however the provider may have echoed it.
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
import type { CallRequest, ClientOptions, RedirectMeaning } from "./options.ts"
import type { Parsed, Parts, Rejected } from "./parts.ts"
import { redirectHost, redirectReason, unexpectedStatus } from "./reasons.ts"

/** Of an answer, where neither the client nor the call says otherwise. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Beyond this, what walks a JSON value may run out of stack. */
export const MAX_JSON_DEPTH = 256

/** Whether the caller asked to be answered "not modified" where nothing changed. */
const isConditional = ({ headers = {} }: CallRequest): boolean =>
  Object.keys(headers).some((name) => name.startsWith("if-"))

/** In lower case, without parameters. */
const mediaType = (headers: TransportResponse["headers"]): string =>
  (headers["content-type"] ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? ""

/**
 * JSON's usual escapes undone, so that what is left of its backslashes tells of others. A raw line break never stands within
 * what JSON says; one that is written as an escape does.
 */
const plainly = (json: string): string => {
  const unbroken = json.includes("\n") || json.includes("\r") ? json.replace(/[\r\n]/g, " ") : json
  return unbroken.includes("\\") ? unbroken.replaceAll('\\"', '"').replace(/\\[nrt]/g, "\n") : unbroken
}

const TOO_DEEP: Reason = {
  _tag: "Decode",
  what: "The answer's JSON is nested too deeply.",
  remedy: { to: "ask", whom: "support" }
}

/** Of a text that is no JSON, for whoever has to see what came. */
const MAX_RAW_CHARS = 65_536
/** No key is longer: what is left of one at a cut is cut off too. */
const MAX_KEY_CHARS = 4_096

/** The beginning of a text that is no answer, without the account's key. */
export const rawText = (text: string, echoes: Redactor): string =>
  text.length <= MAX_RAW_CHARS ? echoes.text(text) : echoes.text(text.slice(0, MAX_RAW_CHARS)).slice(0, -MAX_KEY_CHARS)

/** Looked for in the text, which is quick, and removed from what it says: JSON can write any character in other ways. */
export const withoutKeys = (value: unknown, text: string, echoes: Redactor): unknown =>
  echoes.isClean(plainly(text)) ? value : echoes.json(value)

/** A failing status explains itself, whatever page a gateway sent with it. */
export const noJson = ({ status, headers, text }: TransportResponse, echoes: Redactor): Parsed => {
  if (status >= 400) return Result.succeed(undefined)
  const { "content-type": contentType } = headers
  const type = contentType === undefined ? "no content type" : ProviderText.key(contentType)
  const reason: Reason = {
    _tag: "Decode",
    what: `The answer (${type}) is not complete JSON.`,
    remedy: { to: "checkAddress", of: "base" }
  }
  return Result.fail({ reason, raw: rawText(text, echoes) })
}

export const tooDeep = ({ text }: TransportResponse, echoes: Redactor): Parsed =>
  Result.fail({ reason: TOO_DEEP, raw: rawText(text, echoes) })

const parse = (response: TransportResponse, echoes: Redactor): Parsed => {
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
  ): Parsed | Effect.Effect<Parsed> => {
    const { headers, text } = response
    const large = largeAnswers?.isLarge(text) === true ? largeAnswers : undefined
    if (isText?.(mediaType(headers), path) === true) {
      return large === undefined ? Result.succeed(echoes.text(text)) : large.text(text, echoes)
    }
    if (large !== undefined) return large.json(response, maxBytes, echoes)
    return /\S/.test(text) ? parse(response, echoes) : Result.succeed(null)
  }

  /** An answer, or why it is a failure; large ones take more than one turn of the event loop. */
  return (
    { request, target: { url, path } }: Message,
    response: TransportResponse,
    receivedAtMillis: number
  ): Result.Result<Answer, Rejected> | Effect.Effect<Result.Result<Answer, Rejected>> => {
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
    const judge = (parsedBody: Parsed): Result.Result<Answer, Rejected> => {
      if (Result.isFailure(parsedBody)) return Result.fail(parsedBody.failure)
      const body = parsedBody.success
      const reason = failureOf({ status, headers, body, receivedAtMillis }, path, request.method, request.body)
      return reason === undefined
        ? Result.succeed({
            status,
            headers,
            body,
            fetchedAt: new Date(receivedAtMillis).toISOString(),
            fromCache: false
          })
        : Result.fail({ reason, raw: body })
    }
    const parsedBody = bodyOf({ ...response, headers }, path, request.maxBodyBytes ?? maxBodyBytes, echoes)
    const answer = Effect.isEffect(parsedBody) ? Effect.map(parsedBody, judge) : judge(parsedBody)
    return response.list === undefined || largeAnswers === undefined
      ? answer
      : largeAnswers.withList(answer, response.list, echoes)
  }
}
