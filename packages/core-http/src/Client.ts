/**
 * One account's client: guarded endpoint, credential attached last, time limit, budget, retry, bounded JSON answer,
 * typed error, and the spending path for what costs. Plugins give it their provider's manners and their tariff.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as References from "effect/References"
import * as Result from "effect/Result"

import type { BaseAddress } from "./BaseAddress.ts"
import type { Budget, RateLimit } from "./Budget.ts"
import * as Credential from "./Credential.ts"
import * as Endpoint from "./Endpoint.ts"
import { reading, type Target } from "./internal/reading.ts"
import { keyInInput, keyProblem, rateLimited, reasonOfFailure, timedOut } from "./internal/reasons.ts"
import { ProviderError, invalidReason, provesNothingDone, type Reason } from "./ProviderError.ts"
import * as Redaction from "./Redaction.ts"
import * as RequestHeaders from "./RequestHeaders.ts"
import * as Retry from "./Retry.ts"
import { Spend, type Answer, type Quote } from "./Spend.ts"
import { Transport } from "./Transport.ts"

export { rateLimited, reasonOfStatus } from "./internal/reasons.ts"

/** The longest a call may take, retries included. Default 30 s. */
export const TimeLimit = Context.Reference<Duration.Duration>("@inlay/core-http/TimeLimit", {
  defaultValue: () => Duration.seconds(30)
})

/** One call below the account's base address. */
export interface CallRequest {
  /** Names the call in errors, spans and the ledger: `enrichPerson`. */
  readonly operation: string
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  /** Below the base address, in the provider's path style. */
  readonly endpoint: string
  /** The caller's own, behind the guard of `RequestHeaders`; an `accept` here takes the default's place. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Readonly<Record<string, unknown>>
  /** Whether a repeat is harmless; by default true for GET, PUT and DELETE. Never true of what costs. */
  readonly repeatable?: boolean
}

/** A provider's answer before it is judged. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded JSON, an integer past 2^53 - 1 as the string of its digits; `null` for an empty body. */
  readonly body: unknown
  /** Unix time in milliseconds. */
  readonly receivedAtMillis: number
}

/** An account, and the manners and prices of its provider. */
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

/** The client of one account. */
export interface Client {
  /** Sends one call by all the rules above; fails with the one error class. */
  readonly call: (request: CallRequest) => Effect.Effect<Answer, ProviderError>
  /** The provider's rate limit as last told; nothing is sent. */
  readonly rateLimit: () => RateLimit | undefined
}

const MAX_BODY_BYTES = 16 * 1024 * 1024
/** Shorter keys are left in answers: they would stand in ordinary words, and a real one is longer. */
const MIN_ECHO_CHARS = 8

/** Endpoints kept with where they lead: many a client asks the same few again and again. */
const KEPT_TARGETS = 100

/** A request that passed the guards, with its body as it is sent. */
interface Message {
  readonly request: CallRequest
  readonly payload: string | undefined
}

/** Where a call stands, for those who must judge it after a time limit or an interruption. */
interface Progress {
  /** Whether a request may have been served whose outcome is not known. */
  mayBeServed: boolean
}

/** A client over the transport and spending path at hand. It keeps the account's budget, so make one for each account. */
export const make = Effect.fnUntraced(function* (options: ClientOptions) {
  const transport = yield* Transport
  const spend = yield* Spend
  const { credential } = options
  const unusableKey = Credential.problem(credential)
  const redactor = Redaction.make(credential.secrets)
  const echoes = Redaction.make(credential.secrets.filter((secret) => Redacted.value(secret).length >= MIN_ECHO_CHARS))

  const read = reading(echoes, options.failureOf)

  const fail = (request: CallRequest, reason: Reason) =>
    new ProviderError({
      provider: options.provider,
      operation: request.operation,
      reason: redactor.json(reason)
    })

  const targets = new Map<string, Target>()
  const resolve = (request: CallRequest): Result.Result<Target, ProviderError> => {
    const known = targets.get(request.endpoint)
    if (known !== undefined) return Result.succeed(known)
    const resolved = Endpoint.resolve(options.baseAddress, request.endpoint, options.pathStyle)
    if (Result.isFailure(resolved)) return Result.fail(fail(request, resolved.failure))
    const url = resolved.success
    const target = { url, path: Endpoint.comparable(url.pathname.slice(options.baseAddress.path.length)) }
    if (targets.size === KEPT_TARGETS) targets.clear()
    targets.set(request.endpoint, target)
    return Result.succeed(target)
  }

  /** The key is attached by the client alone: elsewhere it would be kept in ledgers and logs, here and at the provider. */
  const holdsKey = ({ endpoint, headers }: CallRequest, payload: string): boolean => {
    const written = `${JSON.stringify([endpoint, headers])}${payload}`
    return echoes.text(written) !== written
  }

  const payloadOf = ({ body }: CallRequest): Result.Result<string | undefined, Reason> =>
    Result.try({
      try: () => (body === undefined ? undefined : JSON.stringify(body)),
      catch: () => invalidReason([{ field: "body", message: "cannot be written as JSON" }])
    })

  /** What may be sent of a request, or why none of it is. */
  const guarded = (request: CallRequest): Result.Result<Message, Reason> => {
    const payload = payloadOf(request)
    if (Result.isFailure(payload)) return Result.fail(payload.failure)
    if (holdsKey(request, payload.success ?? "")) return Result.fail(keyInInput)
    if (request.headers === undefined) return Result.succeed({ request, payload: payload.success })
    return Result.map(RequestHeaders.check(request.headers, credential.header), (headers) => ({
      request: { ...request, headers },
      payload: payload.success
    }))
  }

  /** @param row names what is paid for; a caller's own idempotency key takes its place */
  const attempt = ({ request, payload }: Message, target: Target, progress: Progress, row: string | undefined) => {
    const headers = {
      accept: "application/json",
      ...options.headers,
      ...(payload !== undefined && { "content-type": "application/json" }),
      ...(row !== undefined && { "idempotency-key": row }),
      ...request.headers,
      [credential.header]: Redacted.value(credential.value)
    }
    return Effect.gen(function* () {
      const waitSeconds = yield* options.budget.take
      if (waitSeconds > 0) return yield* fail(request, rateLimited(waitSeconds))
      const earlier = progress.mayBeServed
      progress.mayBeServed = true
      const sent = yield* Effect.result(
        transport.send({
          method: request.method,
          url: target.url,
          headers,
          ...(payload !== undefined && { body: payload }),
          maxBodyBytes: options.maxBodyBytes ?? MAX_BODY_BYTES,
          onProgress: (stage) => {
            progress.mayBeServed = earlier || stage === "sending"
          }
        })
      )
      if (Result.isSuccess(sent)) yield* options.budget.observe(sent.success.headers)
      const answer = Result.isSuccess(sent)
        ? read(request, sent.success, target, yield* Clock.currentTimeMillis)
        : Result.fail(reasonOfFailure(sent.failure))
      if (Result.isSuccess(answer)) return answer.success
      progress.mayBeServed = earlier || !provesNothingDone(answer.failure)
      return yield* fail(request, answer.failure)
    }).pipe(options.budget.withPlace)
  }

  const call = Effect.fnUntraced(function* (given: CallRequest) {
    const message = yield* Effect.fromResult(Result.mapError(guarded(given), (reason) => fail(given, reason)))
    const { request } = message
    const target = yield* Effect.fromResult(resolve(request))
    if (unusableKey !== undefined) return yield* fail(request, keyProblem(unusableKey))
    const limit = yield* TimeLimit
    const deadline = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)
    const quote = options.quote?.(request, target.path)
    const repeatable =
      quote === undefined && (request.repeatable ?? (request.method !== "POST" && request.method !== "PATCH"))
    const progress: Progress = { mayBeServed: false }
    // What waited for another's lookup before it was sent has less time left.
    const send = (row: string | undefined) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) => {
        const attempts = attempt(message, target, progress, row)
        return Retry.retrying(attempts, options.retry ?? Retry.defaults, repeatable, deadline).pipe(
          Effect.timeoutOrElse({
            duration: Duration.millis(Math.max(0, deadline - now)),
            orElse: () => fail(request, timedOut(limit, progress.mayBeServed))
          })
        )
      })
    if (quote === undefined) return yield* send(undefined)
    return yield* spend.run(quote, send, Duration.toMillis(limit), () => progress.mayBeServed)
  })

  const client: Client = {
    // With tracing off, `withSpan` alone would cost as much as the guard, the budget and the reading of a small answer.
    call: (request) =>
      Effect.flatMap(References.TracerEnabled, (isTraced) =>
        isTraced
          ? Effect.withSpan(call(request), `${options.provider}.${request.operation}`, { captureStackTrace: false })
          : call(request)
      ),
    rateLimit: options.budget.current
  }
  return client
})
