/**
 * One answer judged: a redirect, bad JSON or what the provider calls a failure becomes a reason; what is left is an answer
 * without the account's key, however the provider may have echoed it.
 */
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import type { Reason } from "../errors/ProviderError.ts"
import { isLarge, parseLarge, type Problem } from "../json/large-json.ts"
import { parseJson } from "../json/parse.ts"
import type { Redactor } from "../redaction/Redaction.ts"
import type { Redactors } from "../redaction/redactors.ts"
import type { Answer } from "../spend/Spend.ts"
import * as ProviderText from "../text/ProviderText.ts"
import { inTurns } from "../time/turns.ts"
import type { TransportResponse } from "../transport/Transport.ts"
import type { Message } from "./message.ts"
import type { CallRequest, ClientOptions, RedirectMeaning } from "./options.ts"
import { redirectHost, redirected, unexpectedStatus } from "./reasons.ts"

/** Of an answer, where neither the client nor the call says otherwise. */
export const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Beyond this, what walks a JSON value may run out of stack. */
const MAX_JSON_DEPTH = 256

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

/** What an answer's values may take in memory, as a multiple of the bytes that it may have itself. */
const MEMORY_A_BYTE = 2.5

const TOO_DEEP: Reason = {
  _tag: "Decode",
  what: "The answer's JSON is nested too deeply.",
  remedy: { to: "ask", whom: "support" }
}
const TOO_MUCH: Reason = {
  _tag: "Decode",
  what: "The answer holds too many values to be kept in memory.",
  remedy: { to: "askForLess" }
}

/** Why an answer is none, and what came in its place. */
export interface Rejected {
  readonly reason: Reason
  /** Its JSON, or the first part of its text where it is no JSON; without the account's key. */
  readonly raw?: unknown
}

/** Of a text that is no JSON, for whoever has to see what came. */
const MAX_RAW_CHARS = 65_536
/** No key is longer: what is left of one at a cut is cut off too. */
const MAX_KEY_CHARS = 4_096

const rawText = (text: string, echoes: Redactor): string =>
  text.length <= MAX_RAW_CHARS ? echoes.text(text) : echoes.text(text.slice(0, MAX_RAW_CHARS)).slice(0, -MAX_KEY_CHARS)

/** Reads answers for one account, whose keys the redactors know. */
export const reading = (
  redactors: () => Redactors,
  { failureOf, isText, redirected: meaningOf, maxBodyBytes = MAX_BODY_BYTES }: ClientOptions
) => {
  /** Looked for in the text, which is quick, and removed from what it says: JSON can write any character in other ways. */
  const withoutKeys = (value: unknown, text: string, echoes: Redactor): unknown =>
    echoes.isClean(plainly(text)) ? value : echoes.json(value)

  /** A failing status explains itself, whatever page a gateway sent with it. */
  const noJson = ({ status, headers, text }: TransportResponse, echoes: Redactor): Result.Result<unknown, Rejected> => {
    if (status >= 400) return Result.succeed(undefined)
    const { "content-type": named } = headers
    const type = named === undefined ? "no content type" : ProviderText.key(named)
    const reason: Reason = {
      _tag: "Decode",
      what: `The answer (${type}) is not complete JSON.`,
      remedy: { to: "checkAddress", of: "base" }
    }
    return Result.fail({ reason, raw: rawText(text, echoes) })
  }

  const parse = (response: TransportResponse, echoes: Redactor): Result.Result<unknown, Rejected> => {
    const { text } = response
    try {
      const body = parseJson(text, MAX_JSON_DEPTH)
      return body === undefined
        ? Result.fail({ reason: TOO_DEEP, raw: rawText(text, echoes) })
        : Result.succeed(withoutKeys(body, text, echoes))
    } catch {
      return noJson(response, echoes)
    }
  }

  const unread = (
    problem: Problem,
    response: TransportResponse,
    echoes: Redactor
  ): Result.Result<unknown, Rejected> => {
    if (problem === "empty") return Result.succeed(null)
    if (problem === "syntax") return noJson(response, echoes)
    return Result.fail({ reason: problem === "depth" ? TOO_DEEP : TOO_MUCH, raw: rawText(response.text, echoes) })
  }

  const parseInPieces = (response: TransportResponse, maxBytes: number, echoes: Redactor) =>
    Effect.matchEffect(
      parseLarge(
        response.text,
        { maxLevels: MAX_JSON_DEPTH, maxBytes: maxBytes * MEMORY_A_BYTE },
        { value: (value, text) => withoutKeys(value, text, echoes), string: echoes.longText }
      ),
      {
        onSuccess: (body) => Effect.succeed(Result.succeed(body)),
        onFailure: (problem) => Effect.succeed(unread(problem, response, echoes))
      }
    )

  const bodyOf = (
    response: TransportResponse,
    path: string,
    maxBytes: number,
    echoes: Redactor
  ): Result.Result<unknown, Rejected> | Effect.Effect<Result.Result<unknown, Rejected>> => {
    const { headers, text } = response
    if (isText?.(mediaType(headers), path) === true) {
      return isLarge(text)
        ? Effect.map(
            inTurns<string, never>(() => echoes.longText(text)),
            Result.succeed
          )
        : Result.succeed(echoes.text(text))
    }
    if (isLarge(text)) return parseInPieces(response, maxBytes, echoes)
    return /\S/.test(text) ? parse(response, echoes) : Result.succeed(null)
  }

  /** An answer, or why it is a failure; large ones take more than one turn of the event loop. */
  const read = (
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
      const meaning = meaningOf?.(status, isSameHost)
      const documented = typeof meaning === "string" ? { what: meaning } : meaning
      const guessed: RedirectMeaning = isSameHost ? { remedy: { to: "checkAddress", of: "endpoint" } } : {}
      return Result.fail({ reason: redirected(host, status !== 307 && status !== 308, documented ?? guessed) })
    }
    const judged = (parsed: Result.Result<unknown, Rejected>): Result.Result<Answer, Rejected> => {
      if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
      const body = parsed.success
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
    const parsed = bodyOf({ ...response, headers }, path, request.maxBodyBytes ?? maxBodyBytes, echoes)
    return Effect.isEffect(parsed) ? Effect.map(parsed, judged) : judged(parsed)
  }

  /** What a signed link gave: its text, or the end of it. A link that has run out is no fault of the call. */
  const readDownload = (
    { status, headers, text }: TransportResponse,
    tail: number | undefined,
    receivedAtMillis: number
  ): Result.Result<Answer, Reason> => {
    if (status !== 200) {
      return Result.fail({
        _tag: "Unavailable",
        status,
        what: `The download link was answered with ${status}: it, or what it names, may have expired.`,
        remedy: { to: "retry" }
      })
    }
    const { echoes } = redactors()
    const kept = tail === undefined || text.length <= tail ? text : text.slice(-tail)
    return Result.succeed({
      status,
      headers: echoes.json(headers),
      body: echoes.text(kept.toWellFormed()),
      ...(kept.length < text.length && { wholeChars: text.length }),
      fetchedAt: new Date(receivedAtMillis).toISOString(),
      fromCache: false
    })
  }

  return { read, readDownload }
}
