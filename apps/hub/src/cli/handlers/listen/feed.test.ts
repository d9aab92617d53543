/** A hub whose accounts change while somebody listens. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { setTimeout as sleep } from "node:timers/promises"

import { expect, it, onTestFinished } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { followFeed } from "./feed.ts"
import type { WantedEvents } from "./wanted.ts"

interface Answer {
  readonly status: number
  readonly body: object
}

const refusal = (status: number, message: string): Answer => ({ status, body: { error: { message } } })

/** The hub's answer to a request to watch an account, or the only account. */
const answerOf = (accounts: ReadonlyArray<string>, wantedAccount: string | undefined): Answer => {
  if (wantedAccount === undefined && accounts.length > 1) return refusal(400, "Several accounts are connected.")
  const account = accounts.find((one) => wantedAccount === undefined || one === wantedAccount)
  return account === undefined
    ? refusal(404, `There is no account ${wantedAccount ?? "of Sample"}.`)
    : { status: 200, body: { account, place: "repos/acme/widgets", ways: ["webhook"] } }
}

/** As much as a service's webhook may hold: it limits no commit messages. */
const LARGE = "x".repeat(11_000_000)

const FLOOD = "x".repeat(65 * 1024 * 1024)

const eventOf = (account: string) => {
  const data = account === "sample/large" ? { text: LARGE } : account === "sample/flood" ? { text: FLOOD } : {}
  return `id: 1\ndata: ${JSON.stringify({ eventId: "e", name: "sample_event", timestamp: "2026-11-27T12:00:00Z", account, source: "poll", data })}\n\n`
}

/** A hub whose feed has one event of each account. */
const startHub = async () => {
  let accounts: ReadonlyArray<string> = ["sample/old"]
  let failure: Answer | undefined
  let watchCount = 0
  let isFeedDown = false
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await text(request)
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://hub.example")
    if (pathname === "/api/watches") {
      watchCount++
      const answer = failure ?? answerOf(accounts, (JSON.parse(body) as { readonly account?: string }).account)
      return void response.writeHead(answer.status).end(JSON.stringify(answer.body))
    }
    if (isFeedDown) return void response.writeHead(503).end()
    const account = searchParams.get("account")
    response.writeHead(200, { "content-type": "text/event-stream", "inlay-cursor": "1" })
    response.write(eventOf(account ?? ""))
  }
  const server = createServer((request, response) => void respond(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  onTestFinished(close)
  return {
    close,
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
    watchCount: () => watchCount,
    /** Ends the connections. @param isDown whether others fail */
    lose: (isDown: boolean) => {
      isFeedDown = isDown
      server.closeAllConnections()
    },
    recover: () => (isFeedDown = false),
    connect: (next: ReadonlyArray<string>) => {
      accounts = next
      failure = undefined
    },
    failWith: (next: Answer) => (failure = next)
  }
}

const wanted = {
  plugin: { id: "sample" },
  trigger: { id: "sample_event", accepts: () => true },
  target: {},
  filters: {}
} as unknown as WantedEvents

const SOON = { timeout: 5_000 }
const listening = Effect.fnUntraced(function* (account?: string) {
  const hub = yield* Effect.promise(startHub)
  const accounts: Array<string> = []
  const losses: Array<string> = []
  const fiber = yield* followFeed(
    { url: hub.url, token: "a-token" },
    wanted,
    account,
    (event) => Effect.sync(() => void accounts.push(event.account)),
    (line) => Effect.sync(() => void (line.includes("was lost") && losses.push(line)))
  ).pipe(Effect.forkChild)
  const hears = (one: string) => Effect.promise(() => expect.poll(() => accounts.at(-1), SOON).toBe(one))
  yield* hears("sample/old")
  /** Waits until the watch was renewed, or the listener ended. */
  const renewal = Effect.gen(function* () {
    const before = hub.watchCount()
    while (hub.watchCount() === before && fiber.pollUnsafe() === undefined) {
      yield* TestClock.adjust("61 seconds")
      yield* Effect.promise(() => sleep(20))
    }
  })
  /** Waits for a lost connection, which is said with the time until the next. */
  const loses = (count: number, seconds: number) =>
    Effect.promise(() =>
      expect
        .poll(() => [losses.length, losses.at(-1)], SOON)
        .toEqual([count, `The connection to the hub was lost; reconnecting in ${seconds} s.`])
    )
  return { fiber, accounts, hears, hub, loses, renewal }
})

it.effect("is connected to again after pauses that double up to half a minute, and are short again after it was", () =>
  Effect.gen(function* () {
    const { accounts, hub, loses } = yield* listening()
    hub.lose(true)
    for (const [index, seconds] of [1, 2, 4, 8, 16, 30, 30].entries()) {
      yield* loses(index + 1, seconds)
      if (index === 6) hub.recover()
      yield* TestClock.adjust(`${seconds} seconds`)
    }
    yield* Effect.promise(() => expect.poll(() => accounts.length, SOON).toBe(2))
    hub.lose(false)
    yield* loses(8, 1)
  })
)

it.effect("counts as lost if nothing arrives for 50 seconds", () =>
  Effect.gen(function* () {
    const { loses } = yield* listening()
    yield* TestClock.adjust("50 seconds")
    yield* loses(1, 1)
  })
)

it.effect("is followed under the account's new name", () =>
  Effect.gen(function* () {
    const { hears, hub, renewal } = yield* listening()
    hub.connect(["sample/new"])
    yield* renewal
    yield* hears("sample/new")
  })
)

it.effect("has large events, too", () =>
  Effect.gen(function* () {
    const { hears, hub, renewal } = yield* listening()
    hub.connect(["sample/large"])
    yield* renewal
    yield* hears("sample/large")
  })
)

it.effect("is left if an event is larger than any of a hub", () =>
  Effect.gen(function* () {
    const { fiber, hub, renewal } = yield* listening()
    hub.connect(["sample/flood"])
    yield* renewal
    expect((yield* Effect.flip(Fiber.join(fiber))).message).toContain("an event of more than 64 MB")
  })
)

it.effect("is left if the account that was asked for has another name", () =>
  Effect.gen(function* () {
    const { fiber, hub, renewal } = yield* listening("old")
    hub.connect(["sample/new"])
    yield* renewal
    expect((yield* Effect.flip(Fiber.join(fiber))).message).toContain("There is no account sample/old.")
  })
)

it.effect("is followed as before if another account is connected, until its own is gone", () =>
  Effect.gen(function* () {
    const { fiber, hub, renewal } = yield* listening()
    hub.connect(["sample/first", "sample/old", "sample/second"])
    yield* renewal
    yield* renewal
    expect(fiber.pollUnsafe()).toBeUndefined()
    hub.connect(["sample/first", "sample/second"])
    yield* renewal
    expect((yield* Effect.flip(Fiber.join(fiber))).message).toContain("Several accounts are connected.")
  })
)

it.effect("is left with its refusal, unless that may pass", () =>
  Effect.gen(function* () {
    const { fiber, hub, renewal } = yield* listening()
    hub.failWith(refusal(429, "Too many requests."))
    yield* renewal
    hub.failWith(refusal(503, "Not now."))
    yield* renewal
    hub.connect([])
    yield* renewal
    const error = yield* Effect.flip(Fiber.join(fiber))
    expect(error.message).toContain("There is no account of Sample.")
  })
)

it.effect("is not begun where no hub answers, which is said with the address", () =>
  Effect.gen(function* () {
    const { url, close } = yield* Effect.promise(startHub)
    close()
    const following = followFeed(
      { url, token: "a-token" },
      wanted,
      undefined,
      () => Effect.void,
      () => Effect.void
    )
    expect((yield* Effect.flip(following)).reason).toMatchObject({
      what: `No hub answers at ${url.origin}.`,
      sent: false
    })
  })
)
