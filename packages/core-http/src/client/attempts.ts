/**
 * One attempt at a call: its turn, a place, the key of the moment, the budget, the request, and the answer judged. What it
 * leaves behind says whether the call may be tried again.
 */
import * as Clock from "effect/Clock"
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
import type { Message } from "./message.ts"
import type { CallRequest, ClientOptions, RequestPolicy } from "./options.ts"
import type { Parts, Rejected } from "./parts.ts"
import { MAX_BODY_BYTES, reading } from "./reading.ts"
import { heldBack, keyProblem, queuedTooLong, reasonOfFailure, withoutToken } from "./reasons.ts"

/** Where a call stands, for those who must judge it after an attempt, a time limit or an interruption. */
export interface Progress {
  /** Whether a request may have been served whose outcome is not known. */
  mayBeServed: boolean
  /** Whether the last attempt ended at our own budget, before it was sent. */
  heldBack: boolean
  /** The credential that the last attempt was answered 401 for. */
  rejected: Credential.Credential | undefined
  /** Whether there is another credential since. */
  renewed: boolean
}

/** After its deadline a call has its outcome written down, and nothing else. */
const GRACE_MILLIS = 5_000
const leaseEnd = (deadlineMillis: number): number => deadlineMillis + GRACE_MILLIS

type Attempt = Effect.Effect<Answer, ProviderError>

/** Makes a reason the error of a call, with what is known of its exchange. */
export type Fail = (request: CallRequest, reason: Reason, exchange?: ExchangeFacts) => ProviderError

/** @param fail makes a reason the call's own error */
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

  /** A token as the call's own matter: without one, nothing is sent. */
  const tokenFor = Effect.fnUntraced(function* (request: CallRequest, token: TokenSource["current"]) {
    const key = yield* Effect.result(token)
    if (Result.isFailure(key)) return yield* fail(request, withoutToken(key.failure.reason))
    const problem = Credential.problem(key.success)
    return problem === undefined ? key.success : yield* fail(request, keyProblem(problem))
  })

  /** Why a request cannot go now, if so. */
  const take = Effect.fnUntraced(function* (
    request: CallRequest,
    policy: RequestPolicy | undefined,
    progress: Progress
  ) {
    const waitSeconds = yield* budget.take(policy?.resource, policy?.units)
    progress.heldBack = waitSeconds > 0
    if (!progress.heldBack) return
    return yield* fail(request, heldBack(waitSeconds, yield* budget.sourceOfWait(policy?.resource)))
  })

  const exchange = (message: Message, policy: RequestPolicy | undefined, progress: Progress, row: Ticket | undefined) =>
    Effect.gen(function* () {
      const { request, target, payload } = message
      progress.heldBack = false
      const key = "current" in credential ? yield* tokenFor(request, credential.current) : credential
      yield* take(request, policy, progress)
      if (row !== undefined) yield* row.stillAffordable
      const earlier = progress.mayBeServed
      progress.mayBeServed = true
      const sending = {
        method: request.method,
        headers: {
          accept: "application/json",
          ...options.headers,
          ...(payload !== undefined && { "content-type": "application/json" }),
          ...(row !== undefined && { "idempotency-key": row.id }),
          ...request.headers,
          [key.header]: Redacted.value(key.value)
        },
        ...(payload !== undefined && { body: payload }),
        ...(row !== undefined && { alone: true }),
        // What is paid for is kept as it came.
        ...(request.bodyReader !== undefined &&
          row === undefined &&
          parts.largeAnswers?.mayBeSeparate(redactors().echoes) === true && { bodyReader: request.bodyReader }),
        maxBodyBytes: request.maxBodyBytes ?? options.maxBodyBytes ?? MAX_BODY_BYTES,
        onProgress: (stage: "connecting" | "sending") => {
          progress.mayBeServed = earlier || stage === "sending"
        }
      }
      // Without a policy, every answer is about the account, whatever resource it may name.
      const resource = policy && (policy.resource ?? CORE)
      let result = yield* Effect.result(send({ ...sending, url: target.url }))
      let asked = message
      const next = Result.isSuccess(result) ? follow?.(request, target.url, result.success) : undefined
      if (next !== undefined && Result.isSuccess(result)) yield* budget.observe(result.success.headers, resource)
      if (next?.kind === "download")
        return yield* Effect.mapError(next.answer, (reason) => fail(request, reason, resourceOf(message)))
      if (next?.kind === "moved") {
        const refusal = options.guard?.({ ...request, endpoint: next.endpoint }, next.path)
        if (refusal !== undefined) return yield* fail(request, refusal)
        asked = { ...message, target: { url: next.url, path: next.path } }
        yield* take(request, policy, progress)
        result = yield* Effect.result(send({ ...sending, url: next.url }))
      }
      const receivedAtMillis = yield* Clock.currentTimeMillis
      const judgment = Result.isSuccess(result)
        ? readResponse(asked, result.success, receivedAtMillis)
        : Result.fail<Rejected>({ reason: reasonOfFailure(result.failure) })
      const answer = Effect.isEffect(judgment) ? yield* judgment : judgment
      if (Result.isSuccess(result)) {
        const { status, headers } = result.success
        const body = Result.isSuccess(answer) ? answer.success.body : answer.failure.raw
        const cost = usage?.({ status, headers, body, receivedAtMillis }, asked.target.path)
        yield* budget.observe(headers, resource, cost)
      } else if (!result.failure.sent) yield* budget.observe({}, resource, { units: 0 })
      if (Result.isSuccess(answer)) {
        return asked === message ? answer.success : { ...answer.success, movedTo: asked.target.path }
      }
      const { reason, raw } = answer.failure
      progress.mayBeServed = earlier || !provesNothingDone(reason)
      if (reason._tag === "RateLimited" && reason.retryAfterSeconds !== undefined) {
        yield* budget.hold(reason.retryAfterSeconds, reason.scope === "account" ? undefined : (resource ?? CORE))
      }
      if (Result.isSuccess(result) && result.success.status === 401) progress.rejected = key
      // What may have been paid for is kept for whoever gets the error; of a free call it would only cost room.
      const isPaid = row !== undefined && !provesNothingDone(reason)
      return yield* fail(request, reason, { ...exchangeFacts(asked, result), ...(isPaid && { raw }) })
    })

  /** In its turn, which does not come to one who could only wait for it in vain. */
  const inLane = (attempt: Attempt, lane: string, { request }: Message, deadlineMillis: number, progress: Progress) =>
    Effect.gen(function* () {
      const waitMillis = yield* budget.laneWaitMillis(lane)
      progress.heldBack = (yield* Clock.currentTimeMillis) + waitMillis >= deadlineMillis
      if (progress.heldBack) return yield* fail(request, queuedTooLong(Math.ceil(waitMillis / 1000)))
      return yield* budget.withLane(lane, attempt, leaseEnd(deadlineMillis))
    })

  /** Once more with another token where the first is rejected, whatever the call: a 401 proves that nothing was done. */
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
   * Every attempt, also a second one, queues in its lane anew: so no two are nearer to each other than the lane's pause.
   * @param row names what is paid for
   */
  return (message: Message, deadlineMillis: number, progress: Progress, row: Ticket | undefined): Attempt => {
    const { request, target } = message
    const policy = requestPolicy?.(request, target.path)
    const placedSend = budget.withPlace(
      exchange(message, policy, progress, row),
      policy?.resource,
      leaseEnd(deadlineMillis)
    )
    const attempt =
      policy?.lane === undefined ? placedSend : inLane(placedSend, policy.lane, message, deadlineMillis, progress)
    return renewing(attempt, message, progress)
  }
}
