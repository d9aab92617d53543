/**
 * One account's client: guarded endpoint, credential attached last, time limit, budget, retry, bounded JSON answer,
 * typed error, and the spending path for what costs. Plugins give it their provider's request policy and tariff.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

import * as RequestHeaders from "../address/RequestHeaders.ts"
import type { RateLimit } from "../budget/Budget.ts"
import { BudgetScope, SharedBudgets } from "../budget/BudgetStore.ts"
import * as Credential from "../credential/Credential.ts"
import { ProviderError } from "../errors/ProviderError.ts"
import { redactorsOf } from "../redaction/redactors.ts"
import type { Answer } from "../spend/Answer.ts"
import { free, type Preview } from "../spend/Preview.ts"
import * as Purse from "../spend/Purse.ts"
import type { Ticket } from "../spend/Quote.ts"
import { SpendPort } from "../spend/SpendPort.ts"
import { Transport } from "../transport/Transport.ts"
import { attempts, type Fail, type Progress } from "./attempts.ts"
import { resourceOf } from "./exchange-facts.ts"
import { inSpan } from "./in-span.ts"
import { largeAnswers } from "./large-answers.ts"
import { messages } from "./message.ts"
import type { CallRequest, ClientOptions } from "./options.ts"
import type { CheckHeaders, Parts } from "./parts.ts"
import { interruptedReason, keyProblem, mayBeDone, timedOut } from "./reasons.ts"
import { redirects } from "./redirects.ts"
import * as Retry from "./Retry.ts"
import { warn } from "./warn.ts"

export type { CallRequest, ClientOptions, Download, RedirectMeaning, RequestPolicy, RawAnswer } from "./options.ts"
export { rateLimited, reasonOfStatus } from "./reasons.ts"

/** The longest a call may take, retries included. Default 30 s. */
export const TimeLimit = Context.Reference<Duration.Duration>("@inlay/core-http/TimeLimit", {
  defaultValue: () => Duration.seconds(30)
})

/**
 * Called where a call is interrupted (Ctrl-C, an aborted signal) after its request left: what it was may have been done
 * or charged. Default: a warning in the log.
 */
export const OnInterruptedChange = Context.Reference<(error: ProviderError) => Effect.Effect<void>>(
  "@inlay/core-http/OnInterruptedChange",
  { defaultValue: () => (error) => warn(error.message) }
)

/** The client of one account. */
export interface Client {
  /** Sends one call by all the rules above; fails with the one error class. */
  readonly call: (request: CallRequest) => Effect.Effect<Answer, ProviderError>
  /**
   * What `call` would cost and meet now: fails where a guard would refuse the request, and otherwise gives its price and
   * what stands in its way. Sends nothing and reserves nothing.
   */
  readonly preview: (request: CallRequest) => Effect.Effect<Preview, ProviderError>
  /** The last rate limit that the provider reported of one of its resources; nothing is sent. */
  readonly rateLimit: (resource?: string) => RateLimit | undefined
  /** All of them, by resource. */
  readonly rateLimits: () => Readonly<Record<string, RateLimit>>
}

const makeOf = Effect.fnUntraced(function* (options: ClientOptions, parts: Parts) {
  const transport = yield* Transport
  const spend = yield* SpendPort
  const { credential } = options
  const { traced } = parts
  const sharedBudgets = yield* SharedBudgets
  const scope = yield* BudgetScope
  const budget =
    sharedBudgets === undefined || scope === "" ? options.budget : options.budget.keptIn(sharedBudgets, scope)
  const isRenewed = "current" in credential
  // Made with the first purchase: so a client can be made at once, and what is kept is read without it.
  const purse = yield* Effect.cached(Effect.uninterruptible(Purse.of(credential, options.baseAddress)))
  const unusableKey = isRenewed ? undefined : Credential.problem(credential)
  const redactors = redactorsOf(isRenewed ? credential.secrets : () => credential.secrets)
  const messageOf = messages(options, redactors, isRenewed ? "authorization" : credential.header, parts.checkHeaders)

  const fail: Fail = (request, reason, { raw, ...answered } = {}) =>
    new ProviderError({
      provider: options.provider,
      operation: request.operation,
      reason: redactors().ours.json(reason),
      ...redactors().ours.json(answered),
      ...(raw !== undefined && { raw })
    })
  const attempt = attempts({ ...options, budget }, parts, transport, redactors, fail)

  /** A call past every guard, and its price; `undefined` for a free one. */
  const prepare = Effect.fnUntraced(function* (call: CallRequest) {
    const message = yield* Effect.fromResult(Result.mapError(messageOf(call), (reason) => fail(call, reason)))
    if (unusableKey !== undefined) return yield* fail(message.request, keyProblem(unusableKey))
    return { message, quote: options.quote?.(message.request, message.target.path) }
  })

  const preview = Effect.fnUntraced(function* (request: CallRequest) {
    const { quote } = yield* prepare(request)
    return quote === undefined ? free : yield* spend.preview({ ...quote, purse: yield* purse })
  })

  const call = Effect.fnUntraced(function* (callRequest: CallRequest) {
    const { message, quote } = yield* prepare(callRequest)
    const { request } = message
    const limit = yield* TimeLimit
    const deadlineMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)
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
            orElse: () => fail(request, timedOut(limit, progress.mayBeServed), resourceOf(message))
          })
        )
      )
    const outcome =
      quote === undefined
        ? Effect.mapError(send(), (error) =>
            changes && progress.mayBeServed ? mayBeDone(error, request.lookAt) : error
          )
        : Effect.flatMap(spend.kept(quote), (keptAnswer) =>
            keptAnswer === undefined
              ? Effect.flatMap(purse, (hash) =>
                  spend.run({ ...quote, purse: hash }, send, Duration.toMillis(limit), () => progress.mayBeServed)
                )
              : Effect.succeed(keptAnswer)
          )
    if (quote === undefined && !changes) return yield* outcome
    return yield* Effect.onInterrupt(outcome, () =>
      progress.mayBeServed
        ? Effect.flatMap(OnInterruptedChange, (notify) =>
            notify(interruptedReason((reason) => fail(request, reason, resourceOf(message)), changes, request.lookAt))
          )
        : Effect.void
    )
  })

  const client: Client = {
    call: traced === undefined ? call : (request) => traced(`${options.provider}.${request.operation}`, call(request)),
    preview,
    rateLimit: budget.current,
    rateLimits: budget.all
  }
  return client
})

/** A client over the transport and spending path at hand. It keeps the account's budget, so make one for each account. */
export const make = (options: ClientOptions) =>
  makeOf(options, { largeAnswers, redirects, checkHeaders: RequestHeaders.check, traced: inSpan })

/**
 * As `make`, for programs whose bytes count, such as a browser's worker: makes no spans, reads a long answer at once, and
 * refuses every redirect and every request that has headers of its own.
 *
 * @param checkHeaders a guard of the few headers that the program's own requests have, where they have any
 */
export const makeSmall = (options: ClientOptions, checkHeaders?: CheckHeaders) =>
  makeOf(options, checkHeaders === undefined ? {} : { checkHeaders })
