/**
 * Reads the hub's events for as long as pages ask for them. All requests share one stream. It ends when nobody has
 * asked for a while, and continues after the last event that the requesting page has seen. So no event is lost if the
 * worker dies, the connection is lost or the hub restarts: the next request says where to continue.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Queue from "@inlay/core-http/queue"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { Browser } from "../../browser/Browser.ts"
import type { EventView } from "../../features/hub/requests.ts"
import { hubFailure } from "../../messaging/own-failures.ts"
import type { PairedHub } from "../../vault/hub.ts"
import { EVENTS_PATH, isCursor, isEvent, type EventAtHub } from "./events-api.ts"
import { jsonOf } from "./exchange.ts"
import { Hub } from "./Hub.ts"
import { makeReader, type Sent } from "./server-sent.ts"

/** How long a request waits for an event before the page has to ask again. */
const WAIT = Duration.seconds(25)
/** How long the stream stays open while no request waits, so that a page has time to ask again. */
const LINGER = Duration.seconds(5)
/** Limit of events that are kept for later requests; with more, a new stream is opened. */
const MAX_KEPT = 200

interface Batch {
  readonly events: ReadonlyArray<EventView>
  readonly cursor: string | null
}

/** Converts an event to the shape that pages see. */
export const viewOf = ({ eventId, name, timestamp, account, data, refusedBy }: EventAtHub): EventView => ({
  id: eventId,
  trigger: name,
  at: timestamp,
  account,
  data,
  refusedBy
})

export const warnOfUnreadable = Effect.logWarning("The hub sent an event that this version cannot read.")

interface Arrived {
  readonly cursor: string
  /** `undefined` if this version cannot read it, such as one of a newer hub. */
  readonly event: EventAtHub | undefined
}

/** The hub also writes an event's cursor as its id. Without one there would be no telling where to continue. */
const arrivedOf = ({ id, data }: Sent): Arrived => {
  const event = Result.getOrUndefined(jsonOf(data))
  if (isEvent(event)) return { cursor: event.cursor, event }
  if (!isCursor(id)) throw new Error("no event")
  return { cursor: id, event: undefined }
}

/** Reads events until the stream ends. Anything that is not an event of the hub also ends it. */
const readStream = async (body: ReadableStream<Uint8Array>, onEvent: (event: Arrived) => void): Promise<void> => {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  const read = makeReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const all = read(decoder.decode(value, { stream: true }))
    for (const one of all ?? []) onEvent(arrivedOf(one))
    if (all === undefined) throw new Error("too long")
  }
}

const open = (hub: PairedHub, after: string | null, signal: AbortSignal): Promise<Response> =>
  fetch(new URL(EVENTS_PATH, hub.origin), {
    headers: {
      accept: "text/event-stream",
      authorization: `Bearer ${Redacted.value(hub.token)}`,
      ...(after !== null && { "last-event-id": after })
    },
    redirect: "manual",
    credentials: "omit",
    cache: "no-store",
    referrerPolicy: "no-referrer",
    signal
  })

/**
 * The hub says in a header where a stream starts: at its newest event without a cursor, and after one that it no longer
 * has because its database was restored.
 */
const startOf = (after: string | null, { headers }: Response): number | null => {
  const cursor = headers.get("inlay-cursor") ?? after
  return isCursor(cursor) ? Number(cursor) : null
}

interface Streaming {
  /** The events since the stream began, oldest first. */
  readonly buffer: Array<Arrived>
  /** The cursor at which the stream began. Earlier events are not known here. */
  readonly start: number | null
  /** Whether it began at the hub's newest event, so that no later ones were seen, but for those of another database. */
  readonly isFromNewest: boolean
  readonly tokenId: string
  readonly stopping: AbortController
  waiting: number
  /** `replaced`: ended here, because nobody waits or a request needed a stream that begins earlier. */
  state: "open" | "over" | "replaced"
}

export const make = Effect.gen(function* () {
  const hub = yield* Hub
  const browser = yield* Browser
  const run = Effect.runForkWith(yield* Effect.context())
  const waiters = new Set<Deferred.Deferred<void>>()
  /** Of requests that come together, the first begins the stream and the others find it. */
  const alone = Queue.make(1).withPlace
  let streaming: Streaming | undefined
  let lingering: ReturnType<typeof setTimeout> | undefined

  const wake = () => {
    // A request that finds nothing for it waits again at once.
    const all = [...waiters]
    waiters.clear()
    for (const waiter of all) Deferred.doneUnsafe(waiter, Effect.void)
  }

  const stop = () => {
    if (streaming !== undefined) {
      streaming.state = "replaced"
      streaming.stopping.abort()
    }
    streaming = undefined
  }

  const begin = Effect.fnUntraced(function* (pairedHub: PairedHub, after: string | null) {
    stop()
    const stopping = new AbortController()
    const response = yield* Effect.tryPromise({
      try: () => open(pairedHub, after, stopping.signal),
      catch: () => hubFailure("gone", pairedHub.origin)
    })
    if (response.status === 401) return yield* hubFailure("revoked", pairedHub.origin)
    const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true
    if (response.status !== 200 || !isStream || response.body === null) {
      stopping.abort()
      return yield* hubFailure(response.status >= 500 ? "gone" : "unreadable", pairedHub.origin)
    }
    const start = startOf(after, response)
    const stream: Streaming = {
      buffer: [],
      start,
      isFromNewest: start !== null && String(start) !== after,
      tokenId: pairedHub.tokenId,
      stopping,
      waiting: 0,
      state: "open"
    }
    streaming = stream
    yield* hub.provenWhile(pairedHub.tokenId, () => stream.state === "open")
    const { body } = response
    void readStream(body, (arrived) => {
      if (arrived.event === undefined) run(warnOfUnreadable)
      stream.buffer.push(arrived)
      wake()
    })
      .catch(() => undefined)
      .finally(() => {
        if (stream.state === "open") stream.state = "over"
        stopping.abort()
        wake()
      })
    return stream
  })

  /** Whether a stream's buffer holds every event after the cursor. */
  const holds = ({ start, buffer, state, tokenId }: Streaming, after: string | null, pairedHub: PairedHub): boolean =>
    state === "open" &&
    tokenId === pairedHub.tokenId &&
    buffer.length <= MAX_KEPT &&
    (after === null || Number(start ?? buffer[0]?.cursor) <= Number(after))

  /**
   * Without a cursor the answer comes at once and contains only the current cursor, so that no event from then on is
   * lost. So it does for a cursor that the hub no longer has.
   */
  const batchOf = (stream: Streaming, after: string | null, from: number): Batch | undefined => {
    const { buffer, start, isFromNewest } = stream
    const newest = buffer.at(-1)?.cursor ?? String(start)
    const isUnknown = isFromNewest && Number(after) > Number(newest)
    if (start !== null && (after === null || isUnknown)) return { events: [], cursor: newest }
    const fresh = after === null ? buffer.slice(from) : buffer.filter(({ cursor }) => Number(cursor) > Number(after))
    if (fresh.length === 0) return undefined
    return { events: fresh.flatMap(({ event }) => event ?? []).map(viewOf), cursor: fresh.at(-1)?.cursor ?? after }
  }

  const next: (after: string | null) => Effect.Effect<Batch, ProviderError> = Effect.fnUntraced(function* (after) {
    const pairedHub = yield* hub.proven
    const stream = yield* alone(
      Effect.suspend(() =>
        streaming !== undefined && holds(streaming, after, pairedHub)
          ? Effect.succeed(streaming)
          : begin(pairedHub, after)
      )
    )
    const from = stream.buffer.length
    stream.waiting += 1
    clearTimeout(lingering)
    const nextBatch = Effect.gen(function* () {
      for (;;) {
        const batch = batchOf(stream, after, from)
        if (batch !== undefined) return batch
        if (stream.state === "replaced") return yield* next(after)
        if (stream.state === "over") return yield* hubFailure("gone", pairedHub.origin)
        const waiter = yield* Deferred.make<void>()
        waiters.add(waiter)
        yield* Deferred.await(waiter)
      }
    })
    return yield* browser.awake(nextBatch).pipe(
      Effect.timeoutOrElse({ duration: WAIT, orElse: () => Effect.succeed<Batch>({ events: [], cursor: after }) }),
      Effect.ensuring(
        Effect.sync(() => {
          stream.waiting -= 1
          if (stream.waiting > 0 || streaming !== stream) return
          lingering = setTimeout(() => {
            if (streaming === stream && stream.waiting === 0) stop()
          }, Duration.toMillis(LINGER))
        })
      )
    )
  })

  return { next }
})
