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
import { readRetryAfter } from "./Budget.ts"
import type { Credential } from "./Credential.ts"
import * as Endpoint from "./Endpoint.ts"
import { ProviderError, type Reason } from "./ProviderError.ts"
import * as ProviderText from "./ProviderText.ts"
import * as Redaction from "./Redaction.ts"
import * as Retry from "./Retry.ts"
import { Spend, type Answer, type Quote } from "./Spend.ts"
import { Transport, type TransportFailure, type TransportResponse } from "./Transport.ts"

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
  /** Whether a repeat is harmless; by default true for GET, PUT and DELETE. */
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
  readonly credential: Credential
  /** Sent with every request; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBodyBytes?: number
  readonly retry?: Retry.RetryOptions
  readonly budget: Budget
  /** Says why an answer is a failure, or that it is none. The path is below the base address, without its query. */
  readonly failureOf: (answer: RawAnswer, path: string) => Reason | undefined
  /** What a request costs; `undefined` for a free one. */
  readonly quote?: (request: CallRequest, path: string) => Quote | undefined
}

export interface Client {
  readonly call: (request: CallRequest) => Effect.Effect<Answer, ProviderError>
  /** What a paid request would meet, without sending it; `undefined` for a free one. */
  readonly quote: (request: CallRequest) => Effect.Effect<Quote | undefined, ProviderError>
  readonly rateLimit: () => RateLimit | undefined
}

const MAX_BODY_BYTES = 16 * 1024 * 1024

/** Reasons that any provider's statuses mean, for plugins to build on. `detail` is the provider's own words, cleaned. */
export const reasonOfStatus = (answer: RawAnswer, detail = ""): Reason | undefined => {
  const { status, headers } = answer
  if (status < 400) return undefined
  const said = detail === "" ? "." : `: ${ProviderText.line(detail)}`
  switch (status) {
    case 401:
      return {
        _tag: "Unauthorized",
        what: `The provider rejected the account's key${said}`,
        fix: "Check the key in the account's settings and connect it again."
      }
    case 403:
      return {
        _tag: "Forbidden",
        what: `The account's key lacks a right for this call${said}`,
        fix: "Ask the provider's administrator for it, or use another account."
      }
    case 404:
      return {
        _tag: "NotFound",
        what: `The provider has nothing at this address${said}`,
        fix: "Check the endpoint and the account's base address."
      }
    case 402:
      return {
        _tag: "QuotaExhausted",
        what: `The account's plan is used up${said}`,
        fix: "Buy or wait for more credits."
      }
    case 409:
      return {
        _tag: "Conflict",
        what: `The provider reports a conflict${said}`,
        fix: "Read the current state and try again."
      }
    case 408:
      return { _tag: "Unavailable", status, what: "The provider gave up waiting for the request.", fix: "Try again." }
    case 429: {
      const retryAfterSeconds = readRetryAfter(headers["retry-after"], answer.receivedAtMillis)
      return rateLimited(retryAfterSeconds)
    }
  }
  if (status < 500) {
    return {
      _tag: "Invalid",
      what: `The provider rejected the request (${status})${said}`,
      fix: "Correct the input.",
      fields: []
    }
  }
  return {
    _tag: "Unavailable",
    status,
    what: `The provider failed (${status})${said}`,
    fix: "Try again in a minute; if it stays, look at the provider's status page."
  }
}

/** The provider's throttle, however it was said. */
export const rateLimited = (retryAfterSeconds: number | undefined): Reason => ({
  _tag: "RateLimited",
  what: "The provider's rate limit is reached.",
  fix: retryAfterSeconds === undefined ? "Wait a minute and try again." : `Try again in ${retryAfterSeconds} s.`,
  ...(retryAfterSeconds !== undefined && { retryAfterSeconds })
})

const reasonOfFailure = (failure: TransportFailure): Reason => {
  switch (failure.kind) {
    case "redirect":
      return redirected(failure.detail)
    case "too-large":
      return { _tag: "Decode", what: `The answer is too large: ${failure.detail}.`, fix: "Ask for less at once." }
    case "unreadable":
      return {
        _tag: "Decode",
        what: `The answer cannot be read: ${failure.detail}.`,
        fix: "Check that the base address is the provider's API."
      }
    case "network":
      return {
        _tag: "Transport",
        sent: failure.sent,
        what: failure.sent
          ? `The connection was lost before an answer came (${failure.detail}).`
          : `No connection could be made (${failure.detail}).`,
        fix: "Check the network and the account's base address, then try again."
      }
  }
}

const redirected = (target: string): Reason => ({
  _tag: "Refused",
  guard: "redirect",
  what: `The provider redirected the call to ${target}; a credential is never sent after a redirect.`,
  fix: "Set the account's base address to the final address."
})

const timedOut = (limit: Duration.Duration, sent: boolean): Reason => ({
  _tag: "Timeout",
  sent,
  what: `No answer within ${Duration.toSeconds(limit)} s.`,
  fix: "Try again, or allow more time."
})

/** The host of a redirect's target, or the same address's host where it is relative or unreadable. */
const redirectHost = (response: TransportResponse, url: URL): string => {
  const location = response.headers["location"]
  return location !== undefined && URL.canParse(location, url) ? new URL(location, url).host : "an unreadable address"
}

export const make = Effect.fnUntraced(function* (options: ClientOptions) {
  const transport = yield* Transport
  const spend = yield* Spend
  const redactor = Redaction.make(options.credential.secrets)

  const fail = (request: CallRequest, reason: Reason) =>
    new ProviderError({
      provider: options.provider,
      operation: request.operation,
      reason: { ...reason, what: redactor.text(reason.what), fix: redactor.text(reason.fix) }
    })

  const resolve = (request: CallRequest) =>
    Result.mapError(Endpoint.resolve(options.baseAddress, request.endpoint, options.pathStyle), (reason) =>
      fail(request, reason)
    )

  const pathOf = (url: URL) => url.pathname.slice(options.baseAddress.path.length)

  const quoteOf = (request: CallRequest, url: URL) =>
    options.quote?.(request, pathOf(url))

  /** The answer's JSON, or why it is a failure. */
  const read = Effect.fnUntraced(function* (request: CallRequest, url: URL, response: TransportResponse) {
    const { status, headers, text } = response
    if (status >= 300 && status < 400 && status !== 304)
      return yield* fail(request, redirected(redirectHost(response, url)))
    let body: unknown = null
    if (text !== "") {
      try {
        body = JSON.parse(text)
      } catch {
        // A failing status explains itself, whatever page a gateway sent with it.
        if (status < 400) {
          const type = ProviderText.line(headers["content-type"] ?? "no content type", 60)
          return yield* fail(request, {
            _tag: "Decode",
            what: `The answer (${type}) is not complete JSON.`,
            fix: "Check that the base address is the provider's API, not its web site."
          })
        }
      }
    }
    const receivedAtMillis = yield* Clock.currentTimeMillis
    const raw: RawAnswer = { status, headers, body, receivedAtMillis }
    const reason = options.failureOf(raw, pathOf(url))
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

  const send = Effect.fnUntraced(function* (request: CallRequest, url: URL, limit: Duration.Duration) {
    const payload = request.body === undefined ? undefined : JSON.stringify(request.body)
    const headers: Record<string, string> = {
      accept: "application/json",
      ...options.headers,
      ...(payload !== undefined && { "content-type": "application/json" })
    }
    let underWay = false
    const once = Effect.gen(function* () {
      const waitSeconds = yield* options.budget.take
      if (waitSeconds > 0) return yield* fail(request, rateLimited(waitSeconds))
      if (url.origin === options.baseAddress.origin)
        headers[options.credential.header] = Redacted.value(options.credential.value)
      underWay = true
      const response = yield* transport
        .send({
          method: request.method,
          url,
          headers,
          ...(payload !== undefined && { body: payload }),
          maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES
        })
        .pipe(Effect.mapError((failure) => fail(request, reasonOfFailure(failure))))
      yield* options.budget.observe(response.headers)
      const answer = yield* read(request, url, response)
      underWay = false
      return answer
    }).pipe(
      options.budget.withPlace,
      Effect.tapError(() =>
        Effect.sync(() => {
          underWay = false
        })
      )
    )
    const repeatable = request.repeatable ?? (request.method !== "POST" && request.method !== "PATCH")
    const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)
    return yield* once.pipe(
      Effect.retry(Retry.schedule(options.retry ?? Retry.defaults, repeatable, deadline)),
      Effect.timeoutOrElse({
        duration: limit,
        orElse: () => Effect.suspend(() => fail(request, timedOut(limit, underWay)))
      })
    )
  })

  const client: Client = {
    call: (request) =>
      Effect.gen(function* () {
        const url = yield* Effect.fromResult(resolve(request))
        const limit = yield* TimeLimit
        const attempt = send(request, url, limit)
        const quote = quoteOf(request, url)
        return yield* quote === undefined ? attempt : spend.run(quote, attempt, Duration.toMillis(limit))
      }).pipe(Effect.withSpan(`${options.provider}.${request.operation}`)),
    quote: (request) => Effect.map(Effect.fromResult(resolve(request)), (url) => quoteOf(request, url)),
    rateLimit: options.budget.current
  }
  return client
})
