/**
 * One attempt at a call: it waits for its turn and a place, gets the current credential, reserves budget, sends the
 * request and judges the answer. `Progress` records whether the call may be tried again.
 */
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { CORE } from "../budget/Budget.ts"
import * as Credential from "../credential/Credential.ts"
import type { TokenSource } from "../credential/TokenSource.ts"
import { provesNothingDone, type ProviderError, type Reason } from "../errors/ProviderError.ts"
import type { Redactors } from "../redaction/redactors.ts"
import type { Answer, Ticket } from "../spend/Spend.ts"
import type { Transport } from "../transport/Transport.ts"
import { exchangeFacts, resourceOf, type ExchangeFacts } from "./exchange-facts.ts"
import type { Message, Target } from "./message.ts"
import type { CallRequest, ClientOptions, RequestPolicy } from "./options.ts"
import type { Parts, Rejection, Sent } from "./parts.ts"
import { MAX_BODY_BYTES, reading } from "./reading.ts"
import { heldBack, keyProblem, queuedTooLong, reasonOfFailure, withoutToken } from "./reasons.ts"

/**
 * Evaluated before each request of a call is sent. The call fails with the reason that it returns, such as that its
 * caller's token was revoked while it waited. Default: nothing is refused.
 */
export const SendRefusal = Context.Reference<Effect.Effect<Reason | undefined>>("@inlay/core-http/SendRefusal", {
  defaultValue: () => Effect.undefined
})

/** The state of a call, for those that judge it after an attempt, a time limit or an interruption. */
export interface Progress {
  /** Whether a request with an unknown outcome may have been served. */
  mayBeServed: boolean
  /** Whether an attempt was answered, if only with a refusal. */
  isAnswered: boolean
  /** The credential that the last attempt used if it was answered 401. */
  rejected: Credential.Credential | undefined
  /** Whether the credential has been renewed since. */
  renewed: boolean
}

/** After its deadline a call only has its outcome recorded. */
const GRACE_MILLIS = 5_000
const leaseEnd = (deadlineMillis: number): number => deadlineMillis + GRACE_MILLIS

type Attempt = Effect.Effect<Answer, ProviderError>

/** When a call's time ends, and the error with which it then ends. */
export interface Deadline {
  /** Unix time in milliseconds. */
  readonly millis: number
  readonly timeout: Effect.Effect<never, ProviderError>
}

/** Turns a reason into the error of a call, with the known facts of its exchange. */
export type Fail = (request: CallRequest, reason: Reason, exchange?: ExchangeFacts) => ProviderError

/** @param fail turns a reason into the call's error */
export const attempts = (
  options: ClientOptions,
  parts: Parts,
  transport: Transport["Service"],
  redactors: () => Redactors,
  fail: Fail
) => {
  const { budget, credential, requestPolicy, usage } = options
  const readResponse = reading(redactors, options, parts)
  const follow = parts.redirects?.(options, transport, redactors)
  const send = options.conditionalReads?.(transport.send) ?? transport.send

  /** Gets a token for a call. If that fails, the call fails and nothing is sent. */
  const tokenFor = Effect.fnUntraced(function* (request: CallRequest, token: TokenSource["current"]) {
    const key = yield* Effect.result(token)
    if (Result.isFailure(key)) return yield* fail(request, withoutToken(key.failure.reason))
    const problem = Credential.problem(key.success)
    return problem === undefined ? key.success : yield* fail(request, keyProblem(problem))
  })

  /** Fails if the request may not be sent, or if the budget does not allow it now. */
  const take = Effect.fnUntraced(function* (request: CallRequest, policy: RequestPolicy | undefined) {
    const refusal = yield* yield* SendRefusal
    if (refusal !== undefined) return yield* fail(request, refusal)
    const waitSeconds = yield* budget.take(policy?.resource, policy?.units)
    if (waitSeconds !== 0)
      return yield* fail(request, heldBack(waitSeconds, yield* budget.sourceOfWait(policy?.resource)))
  })

  /** The request as it is sent, without its address. */
  const requestOf = ({ request, payload }: Message, key: Credential.Credential, row: Ticket | undefined) => ({
    method: request.method,
    headers: {
      accept: "application/json",
      ...options.headers,
      ...(payload !== undefined && { "content-type": "application/json" }),
      ...(row !== undefined && { "idempotency-key": row.id }),
      ...request.headers,
      ...(key !== Credential.none && { [key.header]: Redacted.value(key.value) })
    },
    ...(payload !== undefined && { body: payload }),
    ...(row !== undefined && { alone: true }),
    // Paid answers are kept exactly as they arrived, so no list of theirs is read separately.
    ...(request.bodyReader !== undefined &&
      row === undefined &&
      parts.largeAnswers?.mayBeSeparate(redactors().echoes) === true && { bodyReader: request.bodyReader }),
    maxBodyBytes: request.maxBodyBytes ?? options.maxBodyBytes ?? MAX_BODY_BYTES
  })

  /** Sends the request, follows a redirect that it allows, and judges the answer. */
  const exchange = (
    message: Message,
    deadline: Deadline,
    policy: RequestPolicy | undefined,
    progress: Progress,
    row: Ticket | undefined
  ) =>
    Effect.gen(function* () {
      const { request, target } = message
      const clock = yield* Clock.Clock
      const nowMillis = () => clock.currentTimeMillisUnsafe()
      const key = "current" in credential ? yield* tokenFor(request, credential.current) : credential
      // While it waited for its turn, the machine may have slept, or its clock have been set.
      if (nowMillis() > deadline.millis) return yield* deadline.timeout
      yield* take(request, policy)
      if (row !== undefined) yield* row.stillAffordable
      if (nowMillis() > deadline.millis) return yield* deadline.timeout
      const earlier = progress.mayBeServed
      progress.mayBeServed = true
      const sending = {
        ...requestOf(message, key, row),
        onProgress: (stage: "connecting" | "sending") => {
          progress.mayBeServed = earlier || stage === "sending"
        }
      }
      // Without a policy, every answer is about the whole account, even if its headers name a resource.
      const resource = policy && (policy.resource ?? CORE)
      const sendTo = (url: URL) => Effect.result(send({ ...sending, url }))
      const judge = (sent: Sent, sentTo: Target) =>
        Effect.gen(function* () {
          const sentMessage = { ...message, target: sentTo }
          const receivedAtMillis = nowMillis()
          const judgment = Result.isSuccess(sent)
            ? readResponse(sentMessage, sent.success, receivedAtMillis)
            : Result.fail<Rejection>({ reason: reasonOfFailure(sent.failure) })
          const answer = Effect.isEffect(judgment) ? yield* judgment : judgment
          if (Result.isSuccess(sent)) {
            const { status, headers } = sent.success
            const body = Result.isSuccess(answer) ? answer.success.body : answer.failure.raw
            const cost = usage?.({ status, headers, body, receivedAtMillis }, sentTo.path)
            yield* budget.observe(headers, resource, cost)
          } else if (!sent.failure.sent) yield* budget.observe({}, resource, { units: 0 })
          if (Result.isSuccess(answer)) return answer.success
          const { reason, raw } = answer.failure
          progress.isAnswered ||= Result.isSuccess(sent)
          progress.mayBeServed = earlier || !provesNothingDone(reason)
          if (reason._tag === "RateLimited" && reason.retryAfterSeconds !== undefined) {
            yield* budget.hold(reason.retryAfterSeconds, reason.scope === "account" ? undefined : (resource ?? CORE))
          }
          if (Result.isSuccess(sent) && sent.success.status === 401) progress.rejected = key
          // If the answer may have been paid for, the error carries it. For a free call it would only take memory.
          const isPaid = row !== undefined && !provesNothingDone(reason)
          const hasRaw = isPaid || options.keepsRefusals === true
          return yield* fail(request, reason, { ...exchangeFacts(sentMessage, sent), ...(hasRaw && { raw }) })
        })
      const sent = yield* sendTo(target.url)
      const followed = follow?.(sent, {
        ...message,
        observe: (headers) => budget.observe(headers, resource),
        take: take(request, policy),
        send: sendTo,
        judge,
        fail: (reason) => fail(request, reason, resourceOf(message))
      })
      return yield* followed ?? judge(sent, target)
    })

  /** Runs an attempt in its lane, unless it would wait there past its deadline. */
  const inLane = (attempt: Attempt, lane: string, { request }: Message, deadlineMillis: number) =>
    Effect.gen(function* () {
      const waitMillis = yield* budget.laneWaitMillis(lane)
      if ((yield* Clock.currentTimeMillis) + waitMillis >= deadlineMillis)
        return yield* fail(request, queuedTooLong(Math.ceil(waitMillis / 1000)))
      return yield* budget.withLane(lane, attempt, leaseEnd(deadlineMillis))
    })

  /**
   * Repeats a call once with a new token if the first is rejected. That is safe for any call, because a 401 proves that
   * nothing was done.
   */
  const renewing = (attempt: Attempt, { request }: Message, progress: Progress) => {
    if (!("current" in credential)) return attempt
    return attempt.pipe(
      Effect.catch((error) => {
        const { rejected, renewed } = progress
        progress.rejected = undefined
        if (rejected === undefined || renewed) return Effect.fail(error)
        return Effect.flatMap(tokenFor(request, credential.renew(rejected)), () => {
          progress.renewed = true
          return attempt
        })
      })
    )
  }

  /**
   * Every attempt, including a repeat, joins its lane anew, so no two attempts are closer to each other than the lane's
   * pause.
   * @param row the ledger row of a paid call
   */
  return (message: Message, deadline: Deadline, progress: Progress, row: Ticket | undefined): Attempt => {
    const { request, target } = message
    const policy = requestPolicy?.(request, target.path)
    const placedSend = budget.withPlace(
      exchange(message, deadline, policy, progress, row),
      policy?.resource,
      leaseEnd(deadline.millis)
    )
    const attempt = policy?.lane === undefined ? placedSend : inLane(placedSend, policy.lane, message, deadline.millis)
    return renewing(attempt, message, progress)
  }
}
