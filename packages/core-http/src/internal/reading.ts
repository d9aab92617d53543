/**
 * One answer judged: a redirect, bad JSON or what the provider calls a failure becomes a reason; what is left is an answer
 * without the account's key, however the provider may have echoed it.
 */
import * as Result from "effect/Result"

import type { CallRequest, ClientOptions } from "../Client.ts"
import type { Reason } from "../ProviderError.ts"
import * as ProviderText from "../ProviderText.ts"
import type { Redactor } from "../Redaction.ts"
import type { Answer } from "../Spend.ts"
import type { TransportResponse } from "../Transport.ts"
import { parseJson } from "./json.ts"
import type { Message } from "./message.ts"
import { redirectHost, redirected, unexpectedStatus } from "./reasons.ts"
import type { Redactors } from "./redactors.ts"

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
const plainly = (json: string): string =>
  json
    .replace(/[\r\n]/g, " ")
    .replaceAll('\\"', '"')
    .replace(/\\[nrt]/g, "\n")

/** Reads answers for one account, whose keys the redactors know. */
export const reading = (redactors: () => Redactors, { failureOf, isText, redirected: advice }: ClientOptions) => {
  const parse = (
    { status, headers, text }: TransportResponse,
    path: string,
    echoes: Redactor
  ): Result.Result<unknown, Reason> => {
    if (isText?.(mediaType(headers), path) === true) return Result.succeed(echoes.text(text))
    if (text.trim() === "") return Result.succeed(null)
    const unreadable = (what: string, fix: string) => Result.fail<Reason>({ _tag: "Decode", what, fix })
    try {
      const body = parseJson(text, MAX_JSON_DEPTH)
      if (body === undefined) {
        return unreadable("The answer's JSON is nested too deeply.", "Ask the provider's support about this answer.")
      }
      // Looked for in the text, which is quick, and removed from what it says: JSON can write any character in other ways.
      return Result.succeed(echoes.isClean(plainly(text)) ? body : echoes.json(body))
    } catch {
      // A failing status explains itself, whatever page a gateway sent with it.
      if (status >= 400) return Result.succeed(undefined)
      const type = ProviderText.line(headers["content-type"] ?? "no content type", 60)
      return unreadable(
        `The answer (${type}) is not complete JSON.`,
        "Check that the base address is the provider's API, not its web site."
      )
    }
  }

  const read = (
    { request, target: { url, path } }: Message,
    response: TransportResponse,
    receivedAtMillis: number
  ): Result.Result<Answer, Reason> => {
    const { echoes } = redactors()
    const { status } = response
    const headers = echoes.isClean(Object.entries(response.headers).join())
      ? response.headers
      : echoes.json(response.headers)
    if (status < 200 || (status === 304 && !isConditional(request))) return Result.fail(unexpectedStatus(status))
    if (status >= 300 && status < 400 && status !== 304) {
      const host = redirectHost(headers["location"], url)
      const isSameHost = host === url.host
      const fix =
        advice?.(status, isSameHost) ?? (isSameHost ? "Check the endpoint and the account's base path." : undefined)
      return Result.fail(redirected(host, status !== 307 && status !== 308, fix))
    }
    const parsed = parse({ ...response, headers }, path, echoes)
    if (Result.isFailure(parsed)) return Result.fail(parsed.failure)
    const body = parsed.success
    const reason = failureOf({ status, headers, body, receivedAtMillis }, path, request.method)
    return reason === undefined
      ? Result.succeed({ status, headers, body, fetchedAt: new Date(receivedAtMillis).toISOString(), fromCache: false })
      : Result.fail(reason)
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
        what: `The download link was answered with ${status}.`,
        fix: "Ask again for a new link; what it names may have expired at the service."
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
