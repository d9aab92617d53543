/** A hub that knows the events by another account, or no longer at all, while somebody listens. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

import { afterEach, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { followFeed } from "./feed.ts"
import type { WantedEvents } from "./wanted.ts"

const closing: Array<() => void> = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

interface Answer {
  readonly status: number
  readonly body: object
}

const watched = (account: string): Answer => ({
  status: 200,
  body: { account, place: "repos/acme/widgets", ways: ["webhook"] }
})
const refusal = (status: number, message: string): Answer => ({ status, body: { error: { message } } })

const eventOf = (account: string) =>
  `id: 1\ndata: ${JSON.stringify({ eventId: "e", name: "sample_event", timestamp: "2026-11-27T12:00:00Z", account, source: "poll", data: {} })}\n\n`

/** A hub whose feed has one event of each account. */
const startHub = async () => {
  let answer = watched("sample/old")
  let watchCount = 0
  const server = createServer((request, response) => {
    request.resume()
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://hub.example")
    if (pathname === "/api/watches") {
      watchCount++
      return void response.writeHead(answer.status).end(JSON.stringify(answer.body))
    }
    const account = searchParams.get("account")
    response.writeHead(200, { "content-type": "text/event-stream", "inlay-cursor": "1" })
    response.write(eventOf(account ?? ""))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  closing.push(() => {
    server.close()
    server.closeAllConnections()
  })
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    watchCount: () => watchCount,
    answerWith: (next: Answer) => (answer = next)
  }
}

const wanted = {
  plugin: { id: "sample" },
  trigger: { id: "sample_event", accepts: () => true },
  target: {},
  filters: {}
} as unknown as WantedEvents

const SOON = { timeout: 5_000 }
const listening = Effect.gen(function* () {
  const hub = yield* Effect.promise(startHub)
  const accounts: Array<string> = []
  const fiber = yield* followFeed(
    { url: hub.url, token: "a-token" },
    wanted,
    undefined,
    ({ account }) => Effect.sync(() => void accounts.push(account)),
    () => Effect.void
  ).pipe(Effect.forkChild)
  const hears = (account: string) => Effect.promise(() => expect.poll(() => accounts.at(-1), SOON).toBe(account))
  yield* hears("sample/old")
  /** The next renewal of the watch, which has this answer. */
  const renewal = Effect.fnUntraced(function* (answer: Answer) {
    hub.answerWith(answer)
    const before = hub.watchCount()
    while (hub.watchCount() === before) {
      yield* TestClock.adjust("61 seconds")
      yield* Effect.promise(() => sleep(20))
    }
  })
  return { fiber, hears, renewal }
})

it.effect("is followed under the account's new name", () =>
  Effect.gen(function* () {
    const { hears, renewal } = yield* listening
    yield* renewal(watched("sample/new"))
    yield* hears("sample/new")
  })
)

it.effect("is left with its refusal, unless that may pass", () =>
  Effect.gen(function* () {
    const { fiber, renewal } = yield* listening
    yield* renewal(refusal(429, "Too many requests."))
    yield* renewal(refusal(503, "Not now."))
    yield* renewal(refusal(404, "There is no Sample account old."))
    const error = yield* Effect.flip(Fiber.join(fiber))
    expect(error.message).toContain("There is no Sample account old.")
  })
)
