/**
 * The HTTP client of one account: guarded endpoint, credential attached last, time limit, budget, retry, size-limited
 * JSON answers, one typed error, and the spending path for paid calls. Plugins supply their provider's request policy
 * and tariff.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Result from "effect/Result"

import * as RequestHeaders from "../address/RequestHeaders.ts"
import type { RateLimit } from "../budget/Budget.ts"
import { sharedBudget } from "../budget/shared.ts"
import * as Credential from "../credential/Credential.ts"
import { ProviderError } from "../errors/ProviderError.ts"
import { warn } from "../errors/warn.ts"
import { redactorsOf } from "../redaction/redactors.ts"
import type { Answer } from "../spend/Answer.ts"
import { free, type Preview } from "../spend/Preview.ts"
import type { Ticket } from "../spend/Quote.ts"
import { SpendPort } from "../spend/SpendPort.ts"
import { Transport } from "../transport/Transport.ts"
import { attempts, type Fail, type Progress } from "./attempts.ts"
import { resourceOf } from "./exchange-facts.ts"
import { finishing } from "./finishing.ts"
import { inSpan } from "./in-span.ts"
import { largeAnswers } from "./large-answers.ts"
import { messages } from "./message.ts"
import type { CallRequest, ClientOptions } from "./options.ts"
import type { CheckHeaders, Parts, Redirects } from "./parts.ts"
import { purchasesOver } from "./purchases.ts"
import { interruptedReason, keyProblem, mayBeDone, timedOut } from "./reasons.ts"
import * as Retry from "./Retry.ts"

export { sharedBudget } from "../budget/shared.ts"
export { SendRefusal } from "./attempts.ts"
export { FinishesPurchases, FinishesUntil } from "./finishing.ts"
export type { CallRequest, ClientOptions, Download, RedirectMeaning, RequestPolicy, RawAnswer } from "./options.ts"
export { mayBeDone, rateLimited, reasonOfStatus, timedOut } from "./reasons.ts"

/** The longest that a call may take, retries included. Default 30 s. */
export const TimeLimit = Context.Reference<Duration.Duration>("@inlay/core-http/TimeLimit", {
  defaultValue: () => Duration.seconds(30)
})

/**
 * Called if a call is interrupted (Ctrl-C, an aborted signal) after its request was sent. The error says what may have
 * been done or charged. Default: a warning in the log.
 */
export const OnInterruptedChange = Context.Reference<(error: ProviderError) => Effect.Effect<void>>(
  "@inlay/core-http/OnInterruptedChange",
  { defaultValue: () => (error) => warn(error.message) }
)

/** The client of one account. */
export interface Client {
  /** Sends one call under all the rules above. Fails with `ProviderError` only. */
  readonly call: (request: CallRequest) => Effect.Effect<Answer, ProviderError>
  /**
   * Reports what `call` would cost and what stands in its way. Fails if a guard would refuse the request. Sends nothing
   * and reserves nothing.
   */
  readonly preview: (request: CallRequest) => Effect.Effect<Preview, ProviderError>
  /** The last rate limit that the provider reported for one of its resources. Sends nothing. */
  readonly rateLimit: (resource?: string) => RateLimit | undefined
  /** The last rate limits of all resources, by resource. */
  readonly rateLimits: () => Readonly<Record<string, RateLimit>>
}

/** Options of a client whose provider has no tariff. */
export interface FreeOptions extends Omit<ClientOptions, "quote"> {
  readonly quote?: never
}

/** Past its deadline by this much, a call was not ended in time because the process or the machine slept. */
const SLEPT_MILLIS = 1_000
/** How long an answer that arrived meanwhile, and that nobody has read yet, is then waited for. */
const TO_READ = Duration.seconds(2)

/** Waits for the end of a call's time. */
const endOf = Effect.fnUntraced(function* (deadlineMillis: number, progress: Pick<Progress, "mayBeServed">) {
  yield* Effect.sleep(Duration.millis(Math.max(0, deadlineMillis - (yield* Clock.currentTimeMillis))))
  const lateMillis = (yield* Clock.currentTimeMillis) - deadlineMillis
  if (progress.mayBeServed && lateMillis > SLEPT_MILLIS) yield* Effect.sleep(TO_READ)
})

const makeOf = Effect.fnUntraced(function* (options: ClientOptions, parts: Parts) {
  const transport = yield* Transport
  const { credential } = options
  const { traced, purchases } = parts
  const budget = parts.shared === undefined ? options.budget : yield* parts.shared(options.budget)
  const isRenewed = "current" in credential
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

  /** Checks a call against every guard and finds its price, which is `undefined` for a free call. */
  const prepare = Effect.fnUntraced(function* (call: CallRequest) {
    const message = messageOf(call)
    if (Result.isFailure(message)) return yield* fail(call, message.failure)
    const { request, target } = message.success
    if (unusableKey !== undefined) return yield* fail(request, keyProblem(unusableKey))
    const quote = options.quote?.(request, target.path)
    const purchase = quote === undefined || purchases === undefined ? undefined : yield* purchases(quote)
    return { message: message.success, purchase }
  })

  const preview = Effect.fnUntraced(function* (request: CallRequest) {
    const { purchase } = yield* prepare(request)
    return purchase === undefined ? free : yield* purchase.preview
  })

  const call = Effect.fnUntraced(function* (callRequest: CallRequest) {
    const { message, purchase } = yield* prepare(callRequest)
    const { request } = message
    const limit = yield* TimeLimit
    const deadlineMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(limit)
    const changes = purchase === undefined && (request.changes ?? request.method !== "GET")
    const progress: Progress = { mayBeServed: false, isAnswered: false, rejected: undefined, renewed: false }
    const timeout = Effect.suspend(() => {
      const { isAnswered, mayBeServed } = progress
      return fail(request, timedOut(limit, mayBeServed, !mayBeServed && !isAnswered), resourceOf(message))
    })
    // A call that waited for another call's lookup before it is sent has less time left.
    const send = (row?: Ticket) =>
      Effect.raceFirst(
        Retry.retrying(
          attempt(message, { millis: deadlineMillis, timeout }, progress, row),
          options.retry ?? Retry.defaults,
          purchase === undefined && !changes,
          deadlineMillis
        ),
        Effect.andThen(endOf(deadlineMillis, progress), timeout)
      )
    const bought = purchase?.run(send, Duration.toMillis(limit), () => progress.mayBeServed)
    const outcome =
      bought === undefined
        ? Effect.mapError(send(), (error) =>
            changes && progress.mayBeServed ? mayBeDone(error, request.lookAt) : error
          )
        : (parts.finishing?.(bought, progress) ?? bought)
    if (purchase === undefined && !changes) return yield* outcome
    return yield* Effect.onExit(outcome, (exit) =>
      progress.mayBeServed && Exit.hasInterrupts(exit)
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

const everyFreePart = {
  largeAnswers,
  checkHeaders: RequestHeaders.check,
  traced: inSpan,
  shared: sharedBudget
}

/**
 * Makes a client over the transport and spending path in the context. The client holds the account's budget, so make
 * one per account. It follows no redirect without `redirects`, which only programs that pass it have to load.
 */
export const make = /* @__PURE__ */ Effect.fnUntraced(function* (options: ClientOptions, redirects?: Redirects) {
  const purchases = yield* purchasesOver(yield* SpendPort, options)
  return yield* makeOf(options, { ...everyFreePart, redirects, purchases, finishing })
})

/** As `make`, for a provider whose calls cost nothing. It needs no spending path. */
export const makeFree = (options: FreeOptions, redirects?: Redirects) =>
  makeOf(options, { ...everyFreePart, redirects })

/**
 * As `make`, for programs that must stay small, such as a browser's worker: it makes no spans, shares its budget with no
 * other process, finishes no purchase that is interrupted, parses a long answer in one go, and refuses every redirect
 * and, without `checkHeaders`, every request that has headers of its own.
 * `checkHeaders` is a guard of the few headers that the program's own requests have, if they have any.
 */
export const makeSmall = /* @__PURE__ */ Effect.fnUntraced(function* (
  options: ClientOptions,
  checkHeaders?: CheckHeaders
) {
  const purchases = yield* purchasesOver(yield* SpendPort, options)
  return yield* makeOf(options, { purchases, ...(checkHeaders !== undefined && { checkHeaders }) })
})
