/**
 * Follows a hub's event feed. After a broken connection, it resumes after the last event. Fails if the first connection
 * fails or if the hub refuses the feed or the watch; later failures are retried.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Sse from "effect/encoding/Sse"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

import { ListenedEvent } from "./events.ts"
import { noHub, refusalOf, request, textOf, type HubAddress } from "./hub-request.ts"
import type { WantedEvents } from "./wanted.ts"
import { beginWatch } from "./watch.ts"

/** Longer than the 15 seconds between the hub's keep-alive messages. */
const SILENT_MILLIS = 50_000
const FIRST_PAUSE_MILLIS = 1_000
const LONGEST_PAUSE_MILLIS = 30_000

/** More than a hub's largest event, which is a delivery of at most 25 MB. */
const MAX_EVENT_CHARS = 64 * 1024 * 1024

const STARTS_ANEW =
  "The hub's events start anew, as after its database was restored. Events since the connection was lost may be missing."

const decodeEvent = Schema.decodeUnknownResult(Schema.fromJsonString(ListenedEvent))

const TOO_LARGE = noHub("What answers at this address sent an event of more than 64 MB, which no hub does.")

/**
 * The events of a response. They end with it, also if it breaks off or nothing arrives for `SILENT_MILLIS`, or when `end`
 * completes.
 */
const eventsOf = (
  body: ReadableStream<Uint8Array>,
  end: Effect.Effect<void>
): Stream.Stream<Sse.Event, ProviderError> =>
  Stream.fromReadableStream({ evaluate: () => body, onError: () => undefined }).pipe(
    Stream.timeout(SILENT_MILLIS),
    Stream.decodeText(),
    Stream.pipeThroughChannel(Sse.decode({ maxEventSize: MAX_EVENT_CHARS })),
    // After another connection, the stream would begin with the same event.
    Stream.catch((error) => (error instanceof Sse.SseError ? Stream.fail(TOO_LARGE) : Stream.empty)),
    Stream.interruptWhen(end)
  )

export const followFeed = Effect.fnUntraced(function* (
  hub: HubAddress,
  wanted: WantedEvents,
  account: string | undefined,
  handle: (event: ListenedEvent) => Effect.Effect<void>,
  note: (text: string) => Effect.Effect<void>
) {
  const { trigger, filters } = wanted
  const watch = yield* beginWatch(hub, wanted, account, note)
  /** The event or the start after which a connection resumes. Unknown before the first connection. */
  let last: string | undefined

  const handleMessage = Effect.fnUntraced(function* (data: string) {
    const event = decodeEvent(data)
    if (event._tag === "Failure") return yield* note("The hub sent an event that cannot be read.")
    const { eventId: key, timestamp: at, actor } = event.success
    const occurrence = { key, at, data: event.success.data, ...(actor !== undefined && { actor }) }
    if (trigger.accepts(filters, occurrence) === true) yield* handle(event.success)
  })

  /** Reads the feed until the connection breaks or the watch changes. */
  const follow = Effect.scoped(
    Effect.gen(function* () {
      const { account: scope, place, ways } = yield* watch.current
      const query = new URLSearchParams({ trigger: trigger.id, place, account: scope })
      const headers = { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) }
      const response = yield* request(hub, `/api/events?${query.toString()}`, headers)
      const isFeed = response.headers.get("content-type")?.startsWith("text/event-stream") === true
      if (response.status !== 200 || !isFeed || response.body === null) {
        return yield* refusalOf(response.status, yield* textOf(response))
      }
      const start = response.headers.get("inlay-cursor") ?? last
      if (last === undefined) {
        yield* note(`Listening to ${hub.url.origin}; events come by ${ways.join("; ")}. Ctrl-C ends it.`)
      } else if (start !== last) yield* note(STARTS_ANEW)
      last = start
      yield* Stream.runForEach(eventsOf(response.body, watch.change), ({ id, data }) =>
        Effect.map(handleMessage(data), () => {
          last = id ?? last
        })
      )
    })
  )

  yield* follow
  let pause = FIRST_PAUSE_MILLIS
  return yield* Effect.forever(
    Effect.gen(function* () {
      if (!watch.isChanged()) {
        yield* note(`The connection to the hub was lost; reconnecting in ${pause / 1000} s.`)
        yield* Effect.sleep(pause)
      }
      const result = yield* Effect.result(follow)
      if (result._tag === "Success") pause = FIRST_PAUSE_MILLIS
      else if (result.failure.isRetryable) pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS)
      else return yield* result.failure
    })
  )
})
