/**
 * One account's client: guarded endpoint, credential attached last, time limit, budget, retry, bounded JSON answer,
 * typed error, and the spending path for what costs. Plugins give it their provider's manners and their tariff.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { BaseAddress } from "./BaseAddress.ts"
import type { Budget, RateLimit } from "./Budget.ts"
import * as Credential from "./Credential.ts"
import * as Endpoint from "./Endpoint.ts"
import { keyProblem, rateLimited, reasonOfFailure, redirectHost, redirected, timedOut } from "./internal/reasons.ts"
import { ProviderError, provesNothingDone, type Reason } from "./ProviderError.ts"
import * as ProviderText from "./ProviderText.ts"
import * as Redaction from "./Redaction.ts"
import * as Retry from "./Retry.ts"
import { Spend, type Answer, type Quote } from "./Spend.ts"
import { Transport, type TransportResponse } from "./Transport.ts"

export { rateLimited, reasonOfStatus } from "./internal/reasons.ts"

/** The longest a call may take, retries included. Default 30 s. */
export const TimeLimit = Context.Reference<Duration.Duration>("@inlay/core-http/TimeLimit", {
  defaultValue: () => Duration.seconds(30)
})

export interface CallRequest {
  /** Names the call in errors, spans and the ledger: `enrichPerson`. */
  readonly operation: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below the base address, in the provider's path style. */
  readonly endpoint: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Whether a repeat is harmless; by default true for GET, PUT and DELETE. Never true of what costs. */
  readonly repeatable?: boolean
}

/** A provider's answer before it is judged. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
  /** Unix time in milliseconds. */
  readonly receivedAtMillis: number
}

export interface ClientOptions {
  /** The plugin's id. */
  readonly provider: string
  readonly baseAddress: BaseAddress
  readonly pathStyle: Endpoint.PathStyle
  readonly credential: Credential.Credential
  /** Sent with every request; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBodyBytes?: number
  readonly retry?: Retry.RetryOptions
  readonly budget: Budget
  /** Says why an answer is a failure, or that it is none. The path is as for `quote`. */
  readonly failureOf: (answer: RawAnswer, path: string) => Reason | undefined
  /**
   * What a request costs; `undefined` for a free one. The path is below the base address, starts with a slash, and is
   * fit for comparing: `Endpoint.comparable`.
   */
  readonly quote?: (request: CallRequest, path: string) => Quote | undefined
}

export interface Client {
  readonly call: (request: CallRequest) => Effect.Effect<Answer, ProviderError>
  readonly rateLimit: () => RateLimit | undefined
}

const MAX_BODY_BYTES = 16 * 1024 * 1024
/** Beyond this, what walks a JSON value may run out of stack. */
const MAX_JSON_DEPTH = 256
/** Shorter keys are left in answers: they would stand in ordinary words, and a real one is longer. */
const MIN_ECHO_CHARS = 8

const isDeeperThan = (levels: number, value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false
  if (levels === 0) return true
  return Object.values(value).some((item) => isDeeperThan(levels - 1, item))
}

/** Where a call stands, for those who must judge it after a time limit or an interruption. */
interface Progress {
  /** Whether a request may have been served whose outcome is not known. */
  mayBeServed: boolean
}

export const make = Effect.fnUntraced(function* (options: ClientOptions) {
  const transport = yield* Transport
  const spend = yield* Spend
  const { credential } = options
  const unusableKey = Credential.problem(credential)
  const redactor = Redaction.make(credential.secrets)
  const echoes = Redaction.make(credential.secrets.filter((secret) => Redacted.value(secret).length >= MIN_ECHO_CHARS))

  const fail = (request: CallRequest, reason: Reason) =>
    new ProviderError({
      provider: options.provider,
      operation: request.operation,
      reason: redactor.json(reason)
    })

  const resolve = (request: CallRequest) =>
    Result.mapError(Endpoint.resolve(options.baseAddress, request.endpoint, options.pathStyle), (reason) =>
      fail(request, reason)
    )

  const pathOf = (url: URL) => Endpoint.comparable(url.pathname.slice(options.baseAddress.path.length))

  const quoteOf = (request: CallRequest, url: URL) => options.quote?.(request, pathOf(url))

  /** The JSON of an answer's text; a provider that echoes the account's key does not get it past here. */
  const parse = (request: CallRequest, { status, headers, text }: TransportResponse) => {
    if (text.trim() === "") return Result.succeed<unknown>(null)
    const unreadable = (what: string, fix: string) => Result.fail(fail(request, { _tag: "Decode", what, fix }))
    try {
      const body: unknown = JSON.parse(echoes.text(text))
      return isDeeperThan(MAX_JSON_DEPTH, body)
        ? unreadable("The answer's JSON is nested too deeply.", "Ask the provider's support about this answer.")
        : Result.succeed(body)
    } catch {
      // A failing status explains itself, whatever page a gateway sent with it.
      if (status >= 400) return Result.succeed<unknown>(undefined)
      const type = ProviderText.line(headers["content-type"] ?? "no content type", 60)
      return unreadable(
        `The answer (${type}) is not complete JSON.`,
        "Check that the base address is the provider's API, not its web site."
      )
    }
  }

  /** The answer, or why it is a failure. */
  const read = Effect.fnUntraced(function* (request: CallRequest, url: URL, response: TransportResponse) {
    const { status } = response
    if (status >= 300 && status < 400 && status !== 304) {
      return yield* fail(request, redirected(redirectHost(response, url), status !== 307 && status !== 308))
    }
    const body = yield* Effect.fromResult(parse(request, response))
    const headers = echoes.json(response.headers)
    const receivedAtMillis = yield* Clock.currentTimeMillis
    const reason = options.failureOf({ status, headers, body, receivedAtMillis }, pathOf(url))
    if (reason !== undefined) return yield* fail(request, reason)
    const answer: Answer = {
      status,
      headers,
      body,
      fetchedAt: new Date(receivedAtMillis).toISOString(),
      fromCache: false
    }
    return answer
  })

  const attempt = (request: CallRequest, url: URL, progress: Progress) => {
    const payload = request.body === undefined ? undefined : JSON.stringify(request.body)
    const headers = {
      accept: "application/json",
      ...options.headers,
      ...(payload !== undefined && { "content-type": "application/json" }),
      ...(url.origin === options.baseAddress.origin && { [credential.header]: Redacted.value(credential.value) })
    }
    return Effect.gen(function* () {
      const waitSeconds = yield* options.budget.take
      if (waitSeconds > 0) return yield* fail(request, rateLimited(waitSeconds))
      const earlier = progress.mayBeServed
      progress.mayBeServed = true
      return yield* transport
        .send({
          method: request.method,
          url,
          headers,
          ...(payload !== undefined && { body: payload }),
          maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
          onProgress: (stage) => {
            progress.mayBeServed = earlier || stage === "sending"
          }
        })
        .pipe(
          Effect.mapError((failure) => fail(request, reasonOfFailure(failure))),
          Effect.tap((response) => options.budget.observe(response.headers)),
          Effect.flatMap((response) => read(request, url, response)),
          Effect.tapError((error) =>
            Effect.sync(() => {
              progress.mayBeServed = earlier || !provesNothingDone(error.reason)
            })
          )
        )
    }).pipe(options.budget.withPlace)
  }

  const client: Client = {
    call: (request) =>
      Effect.gen(function* () {
        const url = yield* Effect.fromResult(resolve(request))
        if (unusableKey !== undefined) return yield* fail(request, keyProblem(unusableKey))
        const limit = yield* TimeLimit
        const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)
        const quote = quoteOf(request, url)
        const repeatable =
          quote === undefined && (request.repeatable ?? (request.method !== "POST" && request.method !== "PATCH"))
        const progress: Progress = { mayBeServed: false }
        // What waited for another's lookup before it was sent has less time left.
        const send = Effect.flatMap(Clock.currentTimeMillis, (now) =>
          attempt(request, url, progress).pipe(
            Effect.retry(Retry.schedule(options.retry ?? Retry.defaults, repeatable, deadline)),
            Effect.timeoutOrElse({
              duration: Duration.millis(Math.max(0, deadline - now)),
              orElse: () => fail(request, timedOut(limit, progress.mayBeServed))
            })
          )
        )
        if (quote === undefined) return yield* send
        return yield* spend.run(quote, send, Duration.toMillis(limit), () => progress.mayBeServed)
      }).pipe(Effect.withSpan(`${options.provider}.${request.operation}`)),
    rateLimit: options.budget.current
  }
  return client
})
