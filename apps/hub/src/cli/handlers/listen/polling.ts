/** Receives events without a hub: polls the account's service from now on, with a cursor of this program's own. */
import { skippedInWords, waitOf, wayInWords, type Occurrence } from "@inlay/agent-plugin/Trigger"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"

import { Causes } from "../../../inbound/chains/causes.ts"
import { Connections } from "../../../inbound/connections.ts"
import { accountIdOf, fullEventId } from "../../../inbound/events/event-accounts.ts"
import type { ListenedEvent } from "./events.ts"
import type { WantedEvents } from "./wanted.ts"

type Handle = (event: ListenedEvent) => Effect.Effect<void>

const refusal = ({ trigger, plugin }: WantedEvents, what: string, text: string) =>
  new ProviderError({
    provider: plugin.id,
    operation: trigger.id,
    reason: { _tag: "Refused", guard: "restriction", what, remedy: { to: "read", text }, nothing: "sent" }
  })

const SECOND = 1000

const waitAfter = ({ reason }: ProviderError): number =>
  "retryAfterSeconds" in reason ? waitOf(reason.retryAfterSeconds) : 0

/** Polls until it fails. @param note shows a message to the user */
export const pollEvents = Effect.fnUntraced(function* (
  selection: WantedEvents,
  { account, everySeconds }: { readonly account: string | undefined; readonly everySeconds: number | undefined },
  handle: Handle,
  note: (text: string) => Effect.Effect<void>
) {
  const { plugin, trigger, target, filters } = selection
  const causes = yield* Causes
  const connected = yield* (yield* Connections).find({ plugin: plugin.id, account })
  const { connection } = connected
  const watcher = yield* connection.watcher
  const ways = trigger.ways(target, watcher)
  const way = ways.find(({ via }) => via === "poll")
  if (way?.via !== "poll") {
    const retirement = ways.find(({ via }) => via === "retired")
    return yield* retirement?.via === "retired"
      ? refusal(
          selection,
          `The service has had no such events since ${retirement.since}.`,
          `Use ${retirement.use} instead.`
        )
      : refusal(
          selection,
          `Without a hub, events are polled, but those of this trigger and target cannot be: ${ways.map(wayInWords).join("; ") || "no delivery method is available"}.`,
          ways.length === 0
            ? `\`inlay triggers show ${trigger.id}\` lists what each method needs.`
            : "Run `inlay serve`, subscribe there, and name it with --hub."
        )
  }
  const ref = { plugin: plugin.id, account: connected.account.name }
  const view = ({ key, at, data, actor }: Occurrence<unknown>, causedBy: string | undefined): ListenedEvent => ({
    eventId: fullEventId({ ...ref, key }),
    name: trigger.id,
    timestamp: at,
    account: accountIdOf(ref),
    source: "poll",
    ...(actor !== undefined && { actor }),
    ...(causedBy !== undefined && { causedBy }),
    data
  })
  const tell = Effect.fnUntraced(function* (occurrence: Occurrence<unknown>) {
    if (trigger.accepts(filters, occurrence) !== true) return
    const cause = yield* storeOperation("causes.find", causes.find(ref, occurrence.causes ?? []))
    yield* handle(view(occurrence, cause && (cause.event ?? cause.record)))
  })

  let cursor = (yield* connection.poll(trigger.id, target, undefined, watcher)).cursor
  const ownPace = everySeconds ?? way.expectedDelaySeconds
  let pauseSeconds = ownPace
  yield* note(
    `No hub: ${accountIdOf(ref)} is polled every ${pauseSeconds} s, so an event is shown up to ${pauseSeconds} s late. --hub shows events as they come.`
  )
  const round = Effect.gen(function* () {
    const poll = yield* connection.poll(trigger.id, target, cursor, watcher)
    cursor = poll.cursor
    pauseSeconds = Math.max(ownPace, waitOf(poll.nextAfterSeconds))
    const skipNote = skippedInWords(poll)
    if (skipNote !== undefined) yield* note(skipNote)
    // A call under way notes what it changed when it has its answer, which may come after the event.
    yield* causes.settled(ref, poll.occurrences, watcher, yield* Clock.currentTimeMillis)
    yield* Effect.forEach(poll.occurrences, tell, { discard: true })
  })
  const retried = (error: ProviderError | StorageError) => {
    if (error._tag !== "ProviderError" || !error.isRetryable) return Effect.fail(error)
    pauseSeconds = Math.max(ownPace, waitAfter(error))
    return note(`The poll failed and is retried in ${Math.round(pauseSeconds)} s: ${error.message}`)
  }
  return yield* Effect.forever(
    Effect.andThen(
      Effect.suspend(() => Effect.sleep(pauseSeconds * SECOND)),
      round.pipe(Effect.catch(retried))
    )
  )
})
