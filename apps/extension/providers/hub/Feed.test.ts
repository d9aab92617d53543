// The hub's events over real HTTP, for as long as a page asks for them: no event is lost or repeated if worker or hub
// dies.
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { vi } from "vitest"

import type { pairedWorker } from "../../tests/hub/paired-worker.ts"
import { CODE, json, startStandIn } from "../../tests/hub/stand-in.ts"
import { live } from "../../tests/hub/world.ts"
import { makeReader } from "./server-sent.ts"

type World = Effect.Success<typeof pairedWorker>

const until = (condition: () => boolean): Effect.Effect<void> =>
  Effect.suspend(() => (condition() ? Effect.void : Effect.andThen(Effect.sleep("5 millis"), until(condition))))

const streams = ({ hub }: World) => hub.state.asked.filter(({ path }) => path === "/api/events")

describe("the feed", () => {
  live("opens a stream on request, returns events, and says where to continue", (world) =>
    Effect.gen(function* () {
      assert.strictEqual(streams(world).length, 0)
      const first = yield* Effect.forkChild(world.ask("nextEvents", { after: null }))
      yield* until(() => world.hub.state.streams.size === 1)
      world.hub.emit(7)
      const { events, cursor } = yield* Fiber.join(first)
      assert.deepStrictEqual(
        events.map(({ trigger, account, data }) => ({ trigger, account, data })),
        [{ trigger: "codehost_new_issue", account: "codehost/work", data: { number: 7 } }]
      )
      assert.strictEqual(cursor, "7")
      // Events that came while no request was waiting are still buffered, and the stream is the same.
      world.hub.emit(8)
      world.hub.emit(9)
      yield* Effect.sleep("20 millis")
      const next = yield* world.ask("nextEvents", { after: cursor })
      assert.deepStrictEqual(
        next.events.map(({ data }) => data["number"]),
        [8, 9]
      )
      assert.strictEqual(streams(world).length, 1)
    })
  )

  live("continues after the last event that a page has seen, with another worker and another hub process", (world) =>
    Effect.gen(function* () {
      const first = yield* Effect.forkChild(world.ask("nextEvents", { after: null }))
      yield* until(() => world.hub.state.streams.size === 1)
      world.hub.emit(7)
      yield* Fiber.join(first)
      yield* world.stop
      yield* Effect.promise(world.hub.close)
      const again = yield* Effect.promise(() => startStandIn(world.hub.port))
      const later = yield* world.browser.start
      const waiting = yield* Effect.forkChild(later.ask("nextEvents", { after: "7" }))
      yield* until(() => again.state.streams.size === 1)
      assert.strictEqual(again.state.asked.find(({ path }) => path === "/api/events")?.lastEventId, "7")
      again.emit(8)
      assert.strictEqual((yield* Fiber.join(waiting)).cursor, "8")
      yield* later.stop
      yield* Effect.promise(again.close)
    })
  )

  live(
    "returns a starting position at once to a page that has seen nothing, so that no interruption loses an event",
    (world) =>
      Effect.gen(function* () {
        world.hub.state.cursor = "6"
        assert.deepStrictEqual(yield* world.ask("nextEvents", { after: null }), { events: [], cursor: "6" })
        world.hub.emit(7)
        yield* Effect.sleep("20 millis")
        const { events, cursor } = yield* world.ask("nextEvents", { after: "6" })
        assert.deepStrictEqual([events.map(({ data }) => data["number"]), cursor], [[7], "7"])
        // Another view of the same worker starts at the stream's current position, and waits there.
        assert.deepStrictEqual(yield* world.ask("nextEvents", { after: null }), { events: [], cursor: "7" })
        const waiting = yield* Effect.forkChild(world.ask("nextEvents", { after: "7" }))
        yield* Effect.sleep("20 millis")
        world.hub.emit(8)
        assert.lengthOf((yield* Fiber.join(waiting)).events, 1)
        assert.strictEqual(streams(world).length, 1)
      })
  )

  live("returns the position at which a hub starts that has restored its database, and follows from there", (world) =>
    Effect.gen(function* () {
      world.hub.state.cursor = "5"
      assert.deepStrictEqual(yield* world.ask("nextEvents", { after: "999" }), { events: [], cursor: "5" })
      world.hub.emit(6)
      const next = yield* world.ask("nextEvents", { after: "5" })
      assert.deepStrictEqual([next.events.map(({ data }) => data["number"]), next.cursor], [[6], "6"])
      // Another view of the same worker has also seen later events than there are now.
      assert.deepStrictEqual(yield* world.ask("nextEvents", { after: "998" }), { events: [], cursor: "6" })
    })
  )

  live("serves two views with one stream, each with the events that it has not seen", (world) =>
    Effect.gen(function* () {
      const one = yield* Effect.forkChild(world.ask("nextEvents", { after: "3" }))
      yield* until(() => world.hub.state.streams.size === 1)
      const two = yield* Effect.forkChild(world.ask("nextEvents", { after: "5" }))
      yield* Effect.sleep("20 millis")
      // Wakes both, and the second finds nothing for it.
      world.hub.emit(5)
      world.hub.emit(6)
      assert.strictEqual((yield* Fiber.join(one)).events[0]?.data["number"], 5)
      assert.deepStrictEqual(
        (yield* Fiber.join(two)).events.map(({ data }) => data["number"]),
        [6]
      )
      assert.strictEqual(streams(world).length, 1)
    })
  )

  live("opens one stream for two views that ask at the same moment", (world) =>
    Effect.gen(function* () {
      const both = yield* Effect.forkChild(
        Effect.all([world.ask("nextEvents", { after: "5" }), world.ask("nextEvents", { after: "5" })], {
          concurrency: "unbounded"
        })
      )
      yield* until(() => world.hub.state.streams.size > 0)
      yield* Effect.sleep("50 millis")
      assert.strictEqual(world.hub.state.streams.size, 1)
      world.hub.emit(6)
      const [one, two] = yield* Fiber.join(both)
      assert.deepStrictEqual([one.cursor, two.cursor], ["6", "6"])
      assert.strictEqual(streams(world).length, 1)
    })
  )

  live("goes on for a view whose stream gave way to one that begins earlier", (world) =>
    Effect.gen(function* () {
      const later = yield* Effect.forkChild(world.ask("nextEvents", { after: "5" }))
      yield* until(() => world.hub.state.streams.size === 1)
      const earlier = yield* Effect.forkChild(world.ask("nextEvents", { after: "3" }))
      yield* until(() => streams(world).length === 2 && world.hub.state.streams.size === 1)
      world.hub.emit(6)
      assert.deepStrictEqual([(yield* Fiber.join(later)).cursor, (yield* Fiber.join(earlier)).cursor], ["6", "6"])
      assert.strictEqual(streams(world).length, 2)
    })
  )

  live("keeps 200 events of a stream, and begins another one for a view that asks after more", (world) =>
    Effect.gen(function* () {
      world.hub.state.cursor = "0"
      yield* world.ask("nextEvents", { after: null })
      for (let number = 1; number <= 201; number += 1) world.hub.emit(number)
      yield* until(() => world.hub.state.streams.size === 1)
      yield* Effect.sleep("50 millis")
      world.hub.state.cursor = ""
      yield* Effect.forkChild(world.ask("nextEvents", { after: "200" }))
      yield* until(() => streams(world).length === 2)
    })
  )

  live("is of the hub that the browser is paired with, though the stream of the one before is still open", (world) =>
    Effect.gen(function* () {
      world.hub.state.cursor = "6"
      yield* world.ask("nextEvents", { after: null })
      const other = yield* Effect.acquireRelease(
        Effect.promise(() => startStandIn()),
        ({ close }) => Effect.promise(close)
      )
      Object.assign(other.state, { id: "hub-2", tokenId: "tok-2", cursor: "6" })
      yield* world.ask("pairHub", { address: other.origin, code: CODE, browser: "Chrome on Linux" })
      const waiting = yield* Effect.forkChild(world.ask("nextEvents", { after: "6" }))
      yield* until(() => other.state.streams.size === 1)
      world.hub.emit(7, { data: { number: 70 } })
      other.emit(7)
      assert.deepStrictEqual(
        (yield* Fiber.join(waiting)).events.map(({ data }) => data["number"]),
        [7]
      )
    }).pipe(Effect.scoped)
  )

  live("ends once no view has asked for a while, and not before", (world) =>
    Effect.gen(function* () {
      const { setTimeout } = globalThis
      const faster = vi
        .spyOn(globalThis, "setTimeout")
        .mockImplementation(((run: () => void, millis?: number) =>
          setTimeout(run, millis === 5000 ? 600 : millis)) as typeof setTimeout)
      yield* Effect.addFinalizer(() => Effect.sync(() => faster.mockRestore()))
      world.hub.state.cursor = "6"
      yield* world.ask("nextEvents", { after: null })
      yield* Effect.sleep("200 millis")
      const waiting = yield* Effect.forkChild(world.ask("nextEvents", { after: "6" }))
      yield* Effect.sleep("500 millis")
      assert.strictEqual(world.hub.state.streams.size, 1)
      world.hub.emit(7)
      yield* Fiber.join(waiting)
      yield* Effect.sleep("200 millis")
      assert.strictEqual(world.hub.state.streams.size, 1)
      yield* until(() => world.hub.state.streams.size === 0)
      assert.strictEqual(streams(world).length, 1)
    }).pipe(Effect.scoped)
  )

  live("reports that the hub is gone when the stream ends, and retries on the next request", (world) =>
    Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(Effect.flip(world.ask("nextEvents", { after: null })))
      yield* until(() => world.hub.state.streams.size === 1)
      for (const stream of world.hub.state.streams) stream.destroy()
      const error = yield* Fiber.join(waiting)
      assert.deepInclude(error.own ?? {}, { is: "hub", why: "gone" })
      yield* until(() => world.hub.state.streams.size === 0)
      const again = yield* Effect.forkChild(world.ask("nextEvents", { after: null }))
      yield* until(() => world.hub.state.streams.size === 1)
      world.hub.emit(1)
      assert.strictEqual((yield* Fiber.join(again)).cursor, "1")
    })
  )

  const write = ({ hub }: World, text: string) => {
    for (const stream of hub.state.streams) stream.write(text)
  }
  const unreadable: ReadonlyArray<readonly [string, (world: World) => void]> = [
    ["a cursor that is none", ({ hub }) => hub.emit(1, { cursor: "x" })],
    ["an account that is none", ({ hub }) => hub.emit(1, { account: { x: 1 } })],
    ["data that is none", ({ hub }) => hub.emit(1, { data: "x" })],
    ["a time that is none", ({ hub }) => hub.emit(1, { timestamp: "soon" })],
    ["no JSON", (world) => write(world, "id: 1\ndata: <h1>\n\n")]
  ]
  for (const [title, send] of unreadable) {
    live(`goes on after an event with ${title}, and shows none of it`, (world) =>
      Effect.gen(function* () {
        const waiting = yield* Effect.forkChild(world.ask("nextEvents", { after: "0" }))
        yield* until(() => world.hub.state.streams.size === 1)
        send(world)
        assert.deepStrictEqual(yield* Fiber.join(waiting), { events: [], cursor: "1" })
        world.hub.emit(2)
        const { events, cursor } = yield* world.ask("nextEvents", { after: "1" })
        assert.deepStrictEqual([events.map(({ data }) => data["number"]), cursor], [[2], "2"])
        assert.strictEqual(streams(world).length, 1)
      })
    )
  }

  const evil: ReadonlyArray<readonly [string, (world: World) => void]> = [
    ["an event without a cursor", (world) => write(world, "data: {}\n\n")],
    ["an event whose cursor is none", (world) => write(world, "id: x\ndata: {}\n\n")],
    ["an event without end", (world) => write(world, `data: ${"x".repeat(3_000_000)}`)]
  ]
  for (const [title, send] of evil) {
    live(`ends at ${title}, and shows none of it`, (world) =>
      Effect.gen(function* () {
        const waiting = yield* Effect.forkChild(Effect.flip(world.ask("nextEvents", { after: null })))
        yield* until(() => world.hub.state.streams.size === 1)
        send(world)
        assert.strictEqual((yield* Fiber.join(waiting)).own?.is, "hub")
        yield* until(() => world.hub.state.streams.size === 0)
      })
    )
  }

  const refusals: ReadonlyArray<readonly [string, string, ReturnType<typeof json>]> = [
    ["unreadable", "an HTML page is returned", (response) => void response.end("<h1>Hello</h1>")],
    ["unreadable", "it is refused", json(404, {})],
    ["gone", "the hub cannot answer now", json(500, {})],
    ["revoked", "its token has ended meanwhile", json(401, {})]
  ]
  for (const [why, title, reply] of refusals) {
    live(`is ${why} if ${title}`, (world) =>
      Effect.gen(function* () {
        world.hub.state.instead = ({ path }) => (path === "/api/events" ? reply : undefined)
        const error = yield* Effect.flip(world.ask("nextEvents", { after: null }))
        assert.deepInclude(error.own ?? {}, { is: "hub", why })
      })
    )
  }
})

it("reads events however the stream is split into chunks", () => {
  const text = ': here\n\nid: 1\nevent: x\ndata: {"a":1}\n\nid: 2\r\ndata: b\r\ndata: c\r\n\r\ndata:d\n\n: still\n\n'
  for (let cut = 1; cut < text.length; cut++) {
    // Pieces are not cut within a line ending of two characters, because the hub writes whole events with plain line
    // feeds.
    if (text.slice(cut - 1, cut + 1) === "\r\n" || text.slice(cut - 1, cut + 3).includes("\r")) continue
    const read = makeReader()
    const all = [...(read(text.slice(0, cut)) ?? []), ...(read(text.slice(cut)) ?? [])]
    assert.deepStrictEqual(all, [
      { id: "1", data: '{"a":1}' },
      { id: "2", data: "b\nc" },
      { id: undefined, data: "d" }
    ])
  }
})
