/**
 * One account's client: guarded endpoint, credential attached last, time limit, budget, retry, bounded JSON answer,
 * typed error, and the spending path for what costs. Plugins give it their provider's manners and their tariff.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as References from "effect/References"
import * as Result from "effect/Result"

import type { BaseAddress } from "./BaseAddress.ts"
import type { Budget, RateLimit } from "./Budget.ts"
import type { ConditionalReads } from "./ConditionalReads.ts"
import * as Credential from "./Credential.ts"
import type { PathStyle } from "./Endpoint.ts"
import { attempts, type Progress } from "./internal/attempts.ts"
import { messages } from "./internal/message.ts"
import { interrupted, keyProblem, mayBeDone, timedOut } from "./internal/reasons.ts"
import { redactorsOf } from "./internal/redactors.ts"
import { ProviderError, type Reason } from "./ProviderError.ts"
import * as Purse from "./Purse.ts"
import * as Retry from "./Retry.ts"
import { Spend, type Answer, type Quote, type Ticket } from "./Spend.ts"
import type { TokenSource } from "./TokenSource.ts"
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
  /**
   * Whether the call changes something; by default true of every method but GET. Say `false` of a POST that only reads. What
   * changes something or costs is never repeated where it may have been carried out.
   */
  readonly changes?: boolean
  /** How to see whether a change whose answer was lost was made, as a clause: "list the newest issues of acme/widgets". */
  readonly howToLook?: string
  /** Follow a GET's redirect to the same account's base address, once: what was renamed or moved. */
  readonly followMoved?: boolean
  /** Fetch the text that a GET's redirect to a signed link names, without the credential. */
  readonly followDownload?: Download
  /** The most bytes to read of this answer, instead of the client's own limit. */
  readonly maxBodyBytes?: number
}

/** How to read what a signed link leads to. */
export interface Download {
  /** The most bytes to read. */
  readonly maxBytes: number
  /** Keep only so many characters of its end. */
  readonly tail?: number
}

/**
 * Called where a call is interrupted (Ctrl-C, an aborted signal) after its request left: what it was may have been done
 * or charged. Default: a warning in the log.
 */
export const OnInterruptedChange = Context.Reference<(error: ProviderError) => Effect.Effect<void>>(
  "@inlay/core-http/OnInterruptedChange",
  { defaultValue: () => (error) => Effect.logWarning(error.message) }
)

/** A provider's answer before it is judged. */
export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** Decoded JSON, an integer past 2^53 - 1 as the string of its digits; `null` for an empty body. A text as it is. */
  readonly body: unknown
  /** Unix time in milliseconds. */
  readonly receivedAtMillis: number
}

/** How a provider wants a call to be made. */
export interface Manners {
  /** Which of its rate limits the call counts against; by default `Budget.CORE`. */
  readonly resource?: string
  /** Calls of one lane go one at a time; the budget knows the lane's pause. */
  readonly lane?: string
}

/** An account, and the manners and prices of its provider. */
export interface ClientOptions {
  /** The plugin's id. */
  readonly provider: string
  readonly baseAddress: BaseAddress
  readonly pathStyle: PathStyle
  readonly credential: Credential.Credential | TokenSource
  /** Sent with every request; lower-case names. */
  readonly headers?: Readonly<Record<string, string>>
  readonly maxBodyBytes?: number
  readonly retry?: Retry.RetryOptions
  readonly budget: Budget
  /** Says why an answer is a failure, or that it is none. The path is as for `quote`; method and body are the request's. */
  readonly failureOf: (
    answer: RawAnswer,
    path: string,
    method: CallRequest["method"],
    body: CallRequest["body"]
  ) => Reason | undefined
  /** What to do about a redirect, where the provider means more by its status than that the address is another one. */
  readonly redirected?: (status: number, isSameHost: boolean) => string | undefined
  /**
   * What a request costs; `undefined` for a free one. The path is below the base address, starts with a slash, and is
   * fit for comparing: `Endpoint.comparable`.
   */
  readonly quote?: (request: CallRequest, path: string) => Omit<Quote, "purse"> | undefined
  /** The account's own restrictions: why nothing is sent of a request. The path is as for `quote`. */
  readonly guard?: (request: CallRequest, path: string) => Reason | undefined
  /** Without it, every call counts against the one limit of the account, and none goes in a lane. */
  readonly manners?: (request: CallRequest, path: string) => Manners
  /**
   * Whether answers of a media type are text, not JSON: then `body` is the text. The type is in lower case and without
   * parameters; empty where an answer names none. The path is as for `quote`.
   */
  readonly isText?: (mediaType: string, path: string) => boolean
  /**
   * Keeps what GETs answered, and asks for it again by its ETag: a provider that answers 304 does not count it. Nothing is
   * answered without asking. Given by those who want it, so that others need not carry it.
   */
  readonly conditionalReads?: ConditionalReads
}

/** The client of one account. */
export interface Client {
  /** Sends one call by all the rules above; fails with the one error class. */
  readonly call: (request: CallRequest) => Effect.Effect<Answer, ProviderError>
  /** The provider's rate limit as last told, of one of its resources; nothing is sent. */
  readonly rateLimit: (resource?: string) => RateLimit | undefined
  /** All of them, by resource. */
  readonly rateLimits: () => Readonly<Record<string, RateLimit>>
}

/** A client over the transport and spending path at hand. It keeps the account's budget, so make one for each account. */
export const make = Effect.fnUntraced(function* (options: ClientOptions) {
  const transport = yield* Transport
  const spend = yield* Spend
  const { budget, credential } = options
  const isRenewed = "current" in credential
  // Made with the first paid call: so a client can be made at once.
  const purse = yield* Effect.cached(Effect.uninterruptible(Purse.of(credential, options.baseAddress)))
  const unusableKey = isRenewed ? undefined : Credential.problem(credential)
  const redactors = redactorsOf(isRenewed ? credential.secrets : () => credential.secrets)
  const messageOf = messages(options, redactors, isRenewed ? "authorization" : credential.header)

  const fail = (request: CallRequest, reason: Reason, raw?: unknown) =>
    new ProviderError({
      provider: options.provider,
      operation: request.operation,
      reason: redactors().ours.json(reason),
      ...(raw !== undefined && { raw })
    })
  const attempt = attempts(options, transport, redactors, fail)

  const call = Effect.fnUntraced(function* (given: CallRequest) {
    const message = yield* Effect.fromResult(Result.mapError(messageOf(given), (reason) => fail(given, reason)))
    const { request, target } = message
    if (unusableKey !== undefined) return yield* fail(request, keyProblem(unusableKey))
    const limit = yield* TimeLimit
    const deadlineMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)
    const quote = options.quote?.(request, target.path)
    const changes = quote === undefined && (request.changes ?? request.method !== "GET")
    const progress: Progress = { mayBeServed: false, heldBack: false, rejected: undefined, renewed: false }
    // What waited for another's lookup before it was sent has less time left.
    const send = (row?: Ticket) =>
      Effect.flatMap(Clock.currentTimeMillis, (now) =>
        Retry.retrying(
          attempt(message, deadlineMillis, progress, row),
          options.retry ?? Retry.defaults,
          quote === undefined && !changes,
          deadlineMillis,
          () => progress.heldBack
        ).pipe(
          Effect.timeoutOrElse({
            duration: Duration.millis(Math.max(0, deadlineMillis - now)),
            orElse: () => fail(request, timedOut(limit, progress.mayBeServed))
          })
        )
      )
    const outcome =
      quote === undefined
        ? Effect.mapError(send(), (error) =>
            changes && progress.mayBeServed ? mayBeDone(error, request.howToLook) : error
          )
        : spend.run({ ...quote, purse: yield* purse }, send, Duration.toMillis(limit), () => progress.mayBeServed)
    if (quote === undefined && !changes) return yield* outcome
    return yield* Effect.onInterrupt(outcome, () =>
      progress.mayBeServed
        ? Effect.flatMap(OnInterruptedChange, (notify) =>
            notify(interrupted((reason) => fail(request, reason), changes, request.howToLook))
          )
        : Effect.void
    )
  })

  const client: Client = {
    // With tracing off, `withSpan` alone would cost as much as the guard, the budget and the reading of a small answer.
    call: (request) =>
      Effect.flatMap(References.TracerEnabled, (isTraced) =>
        isTraced
          ? Effect.withSpan(call(request), `${options.provider}.${request.operation}`, { captureStackTrace: false })
          : call(request)
      ),
    rateLimit: budget.current,
    rateLimits: budget.all
  }
  return client
})
