/**
 * Follows a hub's event feed. After a broken connection, it resumes after the last event. Fails if the first connection
 * fails or if the hub refuses the feed or the watch; later failures are retried.
 */
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Sse from "effect/encoding/Sse"
import * as Latch from "effect/Latch"
import * as Schema from "effect/Schema"

import { HUB_TOKEN } from "../../input/hub-address.ts"
import { ListenedEvent } from "./events.ts"
import type { WantedEvents } from "./wanted.ts"

export interface HubAddress {
  readonly url: URL
  readonly token: string
}

/** Longer than the 15 seconds between the hub's keep-alive messages. */
const SILENT_MILLIS = 50_000
/** The hub drops a listener that has not renewed its watch for three minutes. */
const WATCH_AGAIN = Duration.minutes(1)
const FIRST_PAUSE_MILLIS = 1_000
const LONGEST_PAUSE_MILLIS = 30_000
const MAX_SAID_CHARS = 300

const STARTS_ANEW =
  "The hub's events start anew, as after its database was restored. Events since the connection was lost may be missing."

const failure = (reason: Reason) => new ProviderError({ provider: "inlay", operation: "listen", reason })

const unreached = ({ url }: HubAddress) =>
  failure({
    _tag: "Transport",
    sent: false,
    what: `No hub answers at ${url.origin}.`,
    remedy: { to: "read", text: "Start it with `inlay serve`, or correct the address." }
  })

const decodeEvent = Schema.decodeUnknownResult(Schema.fromJsonString(ListenedEvent))
const decodeFailure = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ error: Schema.Struct({ message: Schema.String }) }))
)

const refusalOf = (status: number, text: string): ProviderError => {
  if (status === 401) {
    const fix = `Set ${HUB_TOKEN} to a token of the hub: \`inlay tokens create\` creates one.`
    return failure({
      _tag: "Unauthorized",
      what: "The hub does not accept this token.",
      remedy: { to: "read", text: fix }
    })
  }
  const refusal = decodeFailure(text)
  if (refusal._tag === "Some") {
    const what = `The hub refused: ${ProviderText.quote(refusal.value.error.message, MAX_SAID_CHARS)}`
    return failure(status === 429 ? { _tag: "RateLimited", what } : { _tag: "Refused", guard: "restriction", what })
  }
  const remedy = { to: "read", text: "Correct the hub's address." } as const
  const what = `Something other than a hub answers at this address, with status ${status}.`
  return failure({ _tag: "Refused", guard: "endpoint", what, remedy })
}

const decodeWatch = Schema.decodeUnknownOption(
  Schema.fromJsonString(
    Schema.Struct({ account: Schema.String, place: Schema.String, ways: Schema.Array(Schema.String) })
  )
)

/** An abort signal that fires when the scope ends. */
const stopping = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  ),
  ({ signal }) => signal
)

/** @param body if given, the request is a POST */
const request = (
  hub: HubAddress,
  path: string,
  headers: Readonly<Record<string, string>>,
  stop: AbortSignal,
  body?: string
) =>
  Effect.tryPromise({
    try: () =>
      fetch(new URL(path, hub.url), {
        ...(body !== undefined && { method: "POST", body }),
        headers: { authorization: `Bearer ${hub.token}`, ...headers },
        redirect: "manual",
        signal: stop
      }),
    catch: () => unreached(hub)
  })

const ENDED = { done: true, value: undefined }

/** The next chunk of the response body. If nothing arrives for `SILENT_MILLIS`, the stream counts as ended. */
const nextChunk = (reader: ReadableStreamDefaultReader<Uint8Array>) =>
  Effect.tryPromise(() => reader.read()).pipe(
    Effect.timeoutOrElse({ duration: SILENT_MILLIS, orElse: () => Effect.succeed(ENDED) }),
    Effect.orElseSucceed(() => ENDED)
  )

export const followFeed = Effect.fnUntraced(function* (
  hub: HubAddress,
  { plugin, trigger, target, filters }: WantedEvents,
  account: string | undefined,
  handle: (event: ListenedEvent) => Effect.Effect<void>,
  note: (text: string) => Effect.Effect<void>
) {
  const wantedAccount = account === undefined || account.includes("/") ? account : `${plugin.id}/${account}`
  /** Asks the hub for a watch, so that it also fetches events that nobody subscribed to. */
  const askFor = (watchedAccount: string | undefined) =>
    Effect.scoped(
      Effect.gen(function* () {
        const body = JSON.stringify({ trigger: trigger.id, target, account: watchedAccount })
        const response = yield* request(
          hub,
          "/api/watches",
          { "content-type": "application/json" },
          yield* stopping,
          body
        )
        if (response.status >= 500) return yield* unreached(hub)
        return { status: response.status, text: yield* Effect.promise(() => response.text().catch(() => "")) }
      })
    )
  const watchOf = ({ status, text }: { readonly status: number; readonly text: string }) =>
    Effect.mapError(Effect.fromOption(decodeWatch(text)), () => refusalOf(status, text))
  let source = yield* Effect.flatMap(askFor(wantedAccount), watchOf)
  let last: string | undefined
  let isFirst = true
  /** Why the hub no longer watches. */
  let refusal: ProviderError | undefined
  /** The hub watches another account or place than the open connection is about. */
  let isMoved = false
  /** Opened when the open connection has to end. */
  const news = yield* Latch.make()

  const renew = Effect.gen(function* () {
    yield* Effect.sleep(WATCH_AGAIN)
    // Another account that was connected meanwhile makes no difference, unless this one is gone.
    const watch = askFor(source.account).pipe(
      Effect.flatMap((answer) => (answer.status === 404 ? askFor(wantedAccount) : Effect.succeed(answer))),
      Effect.flatMap(watchOf)
    )
    const result = yield* Effect.result(watch)
    if (result._tag === "Failure") {
      if (result.failure.isRetryable) return
      refusal = result.failure
      return yield* news.open
    }
    const { account: scope, place } = result.success
    if (scope === source.account && place === source.place) return
    source = result.success
    isMoved = true
    yield* note(`The hub now has these events of ${scope} at ${place}.`)
    yield* news.open
  })

  const tell = Effect.fnUntraced(function* (data: string) {
    const event = decodeEvent(data)
    if (event._tag === "Failure") return yield* note("The hub sent an event that cannot be read.")
    const { eventId: key, timestamp: at, actor } = event.success
    const occurrence = { key, at, data: event.success.data, ...(actor !== undefined && { actor }) }
    if (trigger.accepts(filters, occurrence) === true) yield* handle(event.success)
  })

  /** Reads the feed until the connection breaks. */
  const follow = Effect.scoped(
    Effect.gen(function* () {
      const stop = yield* stopping
      const headers = { accept: "text/event-stream", ...(last !== undefined && { "last-event-id": last }) }
      if (refusal !== undefined) return yield* refusal
      isMoved = false
      yield* news.close
      const { account: scope, place, ways } = source
      const query = new URLSearchParams({ trigger: trigger.id, place, account: scope })
      const response = yield* request(hub, `/api/events?${query.toString()}`, headers, stop)
      if (response.status >= 500) return yield* unreached(hub)
      const isFeed = response.headers.get("content-type")?.startsWith("text/event-stream") === true
      if (response.status !== 200 || !isFeed || response.body === null) {
        return yield* refusalOf(response.status, yield* Effect.promise(() => response.text().catch(() => "")))
      }
      if (isFirst) yield* note(`Listening to ${hub.url.origin}; events come by ${ways.join("; ")}. Ctrl-C ends it.`)
      isFirst = false
      // If the first connection breaks before an event, the next one resumes from here.
      const start = response.headers.get("inlay-cursor") ?? last
      if (last !== undefined && start !== last) yield* note(STARTS_ANEW)
      last = start
      const events: Array<Sse.Event> = []
      const parser = Sse.makeParser((event) => void (event._tag === "Event" && events.push(event)))
      const decoder = new TextDecoder()
      const reader = response.body.getReader()
      for (;;) {
        const { done, value } = yield* Effect.raceFirst(nextChunk(reader), Effect.as(news.await, ENDED))
        if (done || value === undefined) return
        parser.feed(decoder.decode(value, { stream: true }))
        for (const { id, data } of events.splice(0)) {
          yield* tell(data)
          last = id ?? last
        }
      }
    })
  )

  yield* Effect.forkChild(Effect.forever(renew), { startImmediately: true })
  yield* follow
  let pause = FIRST_PAUSE_MILLIS
  return yield* Effect.forever(
    Effect.gen(function* () {
      if (refusal === undefined && !isMoved) {
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
