/** Runs a tool for the current principal, with a single response or with streamed progress. */
import { Progress, type StepProgress } from "@inlay/agent-plugin/Caller"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import { withHiddenCharacters } from "@inlay/agent-plugin/hidden-characters"
import { cardOf } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { FinishesPurchases, FinishesUntil, TimeLimit } from "@inlay/core-http/Client"
import { MaxCredits, Refresh, UnknownCharge } from "@inlay/core-http/Spend"
import type * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Queue from "effect/Queue"
import * as Stream from "effect/Stream"

import { EVENT_HEADER, eventOfCall } from "../../inbound/chains/event-links.ts"
import { CurrentPrincipal, viaOf } from "../run-as/CurrentPrincipal.ts"
import { Plugins, runAs } from "../run-as/run-as.ts"
import type { BodyOf } from "./api/shapes.ts"
import type { ToolsGroup } from "./api/tools.ts"
import { errorJson, unreadable } from "./failure.ts"
import { unfinished } from "./requests/faults.ts"

/** Runs an effect as the request's principal, for the event that the request names. */
export const asCaller = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.gen(function* () {
    const principal = yield* CurrentPrincipal
    const { headers } = yield* HttpServerRequest
    const event = yield* eventOfCall(headers[EVENT_HEADER], principal)
    return yield* runAs(principal, viaOf(principal), event)(effect)
  })

type RunRequest = BodyOf<typeof ToolsGroup, "run">

const outcomeOf = Effect.fnUntraced(function* (id: string, { input = {}, account, card = false }: RunRequest) {
  const output = withHiddenCharacters(yield* Runner.use(({ run }) => run(id, input, account)), input)
  if (!card) return { output }
  const { plugin } = yield* Effect.fromResult(stepOf(yield* Plugins, id))
  const resultCard = cardOf(plugin, id, output, new Date(yield* Clock.currentTimeMillis).toISOString())
  return { output, ...(resultCard !== undefined && { card: resultCard }) }
})

export const runOf = (id: string, request: RunRequest) =>
  outcomeOf(id, request).pipe(
    Effect.provideService(UnknownCharge, request.unknownCharge ?? "block"),
    Effect.provideService(Refresh, request.refresh ?? false),
    Effect.provideService(MaxCredits, request.maxCredits),
    Effect.provideService(FinishesPurchases, true),
    request.timeoutSeconds === undefined
      ? identity
      : Effect.provideService(TimeLimit, Duration.seconds(request.timeoutSeconds)),
    asCaller
  )

/** Whether a request asks for streamed progress. */
export const isStreamed = (accept = ""): boolean => /^application\/x-ndjson\b/i.test(accept)

/**
 * Streams the progress of a run, one line per report. Fails if the run fails before its first report, so that the
 * response has the status of the failure. The run stops if the client disconnects. If the server stops and waits no
 * longer, the last line says so.
 */
export const events = Effect.fnUntraced(function* (id: string, request: RunRequest) {
  const queue = yield* Queue.unbounded<RunEvent, Failure | Cause.Done>()
  yield* runOf(id, request).pipe(
    Effect.provideService(Progress, (progress) => Effect.asVoid(Queue.offer(queue, { progress }))),
    Effect.flatMap((outcome) => Queue.offer(queue, outcome)),
    Queue.into(queue),
    Effect.forkScoped
  )
  const stopped = Effect.flatMap(unfinished, (error) => Queue.fail(queue, error))
  yield* Effect.forkScoped(Effect.andThen(yield* FinishesUntil, stopped))
  // The queue ends after an outcome only.
  const first = yield* Effect.catchTag(Queue.take(queue), "Done", Effect.die)
  const failed = (error: Failure): RunEvent => errorJson(error._tag === "ProviderError" ? error : unreadable(error))
  return Stream.concat(
    Stream.succeed(first),
    Stream.fromQueue(queue).pipe(Stream.catch((error) => Stream.succeed(failed(error))))
  )
})

type Failure = Effect.Error<ReturnType<typeof runOf>>
type RunEvent =
  | Effect.Success<ReturnType<typeof runOf>>
  | { readonly progress: StepProgress }
  | ReturnType<typeof errorJson>
