/** One attempt: a delivery's body, signed, to its subscription's address, and what is made of the answer. */
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Transport } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Redacted from "effect/Redacted"

import { version } from "../../version.ts"
import type { Subscription } from "../Subscriptions.ts"
import type { Due, Next, Outcome } from "./Outbox.ts"
import { askedPauseMillis, pauseAfter } from "./schedule.ts"
import { signedHeaders } from "./signature.ts"

const TIME_LIMIT = Duration.seconds(20)
const MAX_ANSWER_BYTES = 65_536
const SHOWN_CHARS = 500

/** What an agent gets. */
export const bodyOf = (due: Due): string =>
  JSON.stringify({
    id: due.id,
    trigger: due.trigger,
    account: due.account,
    subscription: due.subscription,
    attempt: due.attempts + 1,
    occurredAt: due.at,
    data: JSON.parse(due.data) as unknown,
    source: due.source,
    ...(due.causedBy !== null && { causedBy: due.causedBy }),
    ...(due.isTest === true && { test: true })
  })

interface Answer {
  readonly status: number | undefined
  readonly text: string
  readonly retryAfter?: string | undefined
}

const isTaken = (status: number | undefined): boolean => status !== undefined && status >= 200 && status < 300

export const attempt = Effect.fnUntraced(function* (
  { send }: Transport["Service"],
  { url }: Pick<Subscription, "url">,
  secret: Redacted.Redacted,
  due: Due
) {
  const atMillis = yield* Clock.currentTimeMillis
  const startNanos = yield* Clock.monotonicTimeNanos
  const body = bodyOf(due)
  const request = {
    method: "POST",
    url: new URL(url),
    headers: {
      "content-type": "application/json",
      "user-agent": `inlay/${version}`,
      ...signedHeaders(secret, due.id, Math.floor(atMillis / 1000), body)
    },
    body,
    maxBodyBytes: MAX_ANSWER_BYTES
  }
  const answer = yield* send(request).pipe(
    Effect.map(({ status, headers, text }): Answer => ({ status, text, retryAfter: headers["retry-after"] })),
    Effect.catch((failure) =>
      Effect.succeed<Answer>({
        status: undefined,
        text:
          failure.kind === "guarded"
            ? "The address leads into a private network, where this hub does not send."
            : `No answer: ${failure.detail}`
      })
    ),
    Effect.timeoutOrElse({
      duration: TIME_LIMIT,
      orElse: () =>
        Effect.succeed<Answer>({
          status: undefined,
          text: `No answer within ${Duration.toSeconds(TIME_LIMIT)} seconds.`
        })
    })
  )
  const durationMillis = Math.round(Number((yield* Clock.monotonicTimeNanos) - startNanos) / 1e6)
  const outcome: Outcome = {
    atMillis,
    durationMillis,
    status: answer.status,
    isTaken: isTaken(answer.status),
    answer: ProviderText.line(answer.text, SHOWN_CHARS)
  }
  return { outcome, next: yield* nextOf(due, answer) }
})

const nextOf = Effect.fnUntraced(function* (due: Due, { status, retryAfter }: Answer) {
  if (isTaken(status)) {
    const next: Next = { state: "delivered" }
    return next
  }
  if (status === 410) {
    const next: Next = { state: "dead", why: "The receiver said that it is gone (410)." }
    return next
  }
  const now = yield* Clock.currentTimeMillis
  const pauseMillis = pauseAfter(due.tries + 1, yield* Random.next, askedPauseMillis(retryAfter, now))
  const next: Next =
    pauseMillis === undefined
      ? { state: "dead", why: `It was not taken after ${due.tries + 1} attempts.` }
      : { state: "pending", pauseMillis }
  return next
})
