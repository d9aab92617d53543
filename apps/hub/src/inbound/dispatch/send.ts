/** One attempt: sends a delivery's signed body to its subscription's destination and interprets the response. */
import { readRetryAfter } from "@inlay/core-http/Budget"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { ResponseHead, Transport, TransportFailure } from "@inlay/core-http/Transport"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { redactor } from "../../accounts/known-secrets.ts"
import { version } from "../../version.ts"
import { eventVariables } from "../chains/event-variables.ts"
import type { Subscription } from "../subscriptions/Subscription.ts"
import { Commands } from "./Commands.ts"
import { dataVariables } from "./data-variables.ts"
import { destinationOf, type Destination } from "./destination.ts"
import type { DueDelivery } from "./locks.ts"
import type { Next, Outcome } from "./Outbox.ts"
import { runCommand, type CommandLine } from "./run-command.ts"
import { pauseAfter } from "./schedule.ts"
import { signedHeaders } from "./signature.ts"

const TIME_LIMIT = Duration.seconds(20)
/** A command may do the agent's whole work. */
const COMMAND_LIMIT = Duration.minutes(10)
const MAX_ANSWER_BYTES = 65_536
const SHOWN_CHARS = 500

/**
 * The body for an agent. Characters in the data that a reader would not see are named beside it. Another hub also
 * receives the event's key, actor, places and depth.
 */
const bodyOf = (due: DueDelivery, kind: Destination["kind"]): string => {
  const data = JSON.parse(due.data) as unknown
  const hiddenCharacters = ProviderText.hiddenCharacters(data)
  return JSON.stringify({
    id: due.id,
    trigger: due.trigger,
    account: due.account,
    subscription: due.subscription,
    attempt: due.attempts + 1,
    occurredAt: due.at,
    data,
    ...(hiddenCharacters.length > 0 && { hiddenCharacters }),
    source: due.source,
    ...(due.causedBy !== null && { causedBy: due.causedBy }),
    ...(kind === "hub" && {
      event: { key: due.key, actor: due.actor, places: JSON.parse(due.places) as unknown, depth: due.depth + 1 }
    }),
    ...(due.isTest === true && { test: true })
  })
}

interface Answer {
  readonly status: number | undefined
  readonly isAccepted: boolean
  readonly text: string
  /** The pause that the receiver asks for. */
  readonly retryAfterSeconds?: number | undefined
}

/** The end of what a command printed. Its beginning is often progress, and the reason for a failure comes last. */
const endOf = (output: string, maxChars: number): string => {
  // Redacted while it is whole: a cut key would not be recognised.
  const text = redactor.text(output)
  const flat = ProviderText.line(text, text.length)
  if (flat.length <= maxChars) return flat
  const end = flat.slice(1 - maxChars)
  return `…${end.isWellFormed() ? end : end.slice(1)}`
}

const NOT_ALLOWED = "This hub does not run commands: start it with --allow-exec."

/** Runs a command as an attempt: exit code 0 means accepted. */
const start = Effect.fnUntraced(function* (command: CommandLine, body: string, due: DueDelivery) {
  const { isAllowed, directory } = yield* Commands
  if (!isAllowed) return { status: undefined, isAccepted: false, text: NOT_ALLOWED } satisfies Answer
  const { id, trigger, plugin, account, at: time, actor, source } = due
  const { code, output } = yield* runCommand(command, {
    stdin: body,
    variables: {
      ...(yield* dataVariables(directory)),
      ...eventVariables({
        id,
        trigger,
        account: `${plugin}/${account}`,
        time,
        actor: actor ?? undefined,
        source
      })
    },
    timeLimit: COMMAND_LIMIT
  })
  const beginning = code === undefined || code === 0 ? "" : `It ended with ${code}. `
  const text = beginning + endOf(output, SHOWN_CHARS - beginning.length)
  const answer: Answer = { status: undefined, isAccepted: code === 0, text }
  return answer
})

/** The receiver is gone for good: its subscription ends with the delivery. */
export const GONE_STATUS = 410
export const GONE = "The receiver said that it is gone (410)."

/** Why a delivery ends that would fail again and again, and hold up those behind it. */
const DAMAGED = "Its event was changed outside of inlay or is damaged."

/** A receiver's address may hold a key of it in the query. */
const withoutQuery = (address: string): string => address.replace(/[?#].*$/s, "")

/**
 * Sends the delivery. The status alone says whether the receiver took it: an agent may answer with all of its work, or
 * as long as it works, and would be started again if the rest counted.
 */
const post = Effect.fnUntraced(function* (
  { send }: Transport["Service"],
  url: string,
  body: string,
  signature: ReturnType<typeof signedHeaders>
) {
  let head: ResponseHead | undefined
  const keepHead = (received: ResponseHead) => {
    head = received
  }
  const request = {
    method: "POST",
    url: new URL(url),
    headers: {
      "content-type": "application/json",
      "user-agent": `inlay/${version}`,
      ...signature
    },
    body,
    maxBodyBytes: MAX_ANSWER_BYTES,
    onHead: keepHead
  }
  const seconds = Duration.toSeconds(TIME_LIMIT)
  const failureText = ({ kind, detail }: TransportFailure): string => {
    if (head !== undefined) return `The rest of its answer could not be read: ${detail}`
    return kind === "guarded"
      ? "The address is in a private network, where this hub does not send."
      : `No answer: ${detail}`
  }
  const lateText = (): string =>
    head === undefined ? `No answer within ${seconds} seconds.` : `Its answer did not end within ${seconds} seconds.`
  const text = yield* send(request).pipe(
    Effect.map((response) => {
      keepHead(response)
      return response.text
    }),
    Effect.catch((failure) => Effect.succeed(failureText(failure))),
    Effect.timeoutOrElse({ duration: TIME_LIMIT, orElse: () => Effect.succeed(lateText()) })
  )
  if (head === undefined) return { status: undefined, isAccepted: false, text } satisfies Answer
  const { status, headers } = head
  const retryAfterSeconds = readRetryAfter(headers, yield* Clock.currentTimeMillis)
  const { location } = headers
  const isRedirect = status >= 300 && status < 400 && location !== undefined
  return {
    status,
    isAccepted: status >= 200 && status < 300,
    text: isRedirect ? `A redirect to ${withoutQuery(location)}, which is not followed.` : text,
    retryAfterSeconds
  } satisfies Answer
})

export const attempt = Effect.fnUntraced(function* (
  transport: Transport["Service"],
  { url }: Pick<Subscription, "url">,
  secret: Redacted.Redacted,
  due: DueDelivery
) {
  const atMillis = yield* Clock.currentTimeMillis
  const startNanos = yield* Clock.monotonicTimeNanos
  const destination = destinationOf(url)
  const reading = Result.try(() => bodyOf(due, destination.kind))
  if (Result.isFailure(reading)) {
    const outcome: Outcome = { atMillis, durationMillis: 0, status: undefined, isAccepted: false, answer: DAMAGED }
    const next: Next = { state: "dead", why: DAMAGED }
    return { outcome, next }
  }
  const body = reading.success
  const answer =
    destination.kind === "exec"
      ? yield* start(destination.command, body, due)
      : yield* post(transport, destination.url, body, signedHeaders(secret, due.id, Math.floor(atMillis / 1000), body))
  const durationMillis = Math.round(Number((yield* Clock.monotonicTimeNanos) - startNanos) / 1e6)
  const outcome: Outcome = {
    atMillis,
    durationMillis,
    status: answer.status,
    isAccepted: answer.isAccepted,
    answer: ProviderText.line(redactor.text(answer.text), SHOWN_CHARS)
  }
  return { outcome, next: yield* nextOf(due, answer) }
})

const nextOf = Effect.fnUntraced(function* (
  due: DueDelivery,
  { status, isAccepted, retryAfterSeconds = 0 }: Answer
): Effect.fn.Return<Next> {
  if (isAccepted) return { state: "delivered" }
  if (status === GONE_STATUS) return { state: "dead", why: GONE }
  const pauseMillis = pauseAfter(due.tries + 1, yield* Random.next, retryAfterSeconds * 1000)
  return pauseMillis === undefined
    ? { state: "dead", why: `It was not accepted after ${due.tries + 1} attempts.` }
    : { state: "pending", pauseMillis }
})
