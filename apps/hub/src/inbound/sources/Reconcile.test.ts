import { expect, it } from "@effect/vitest"
import type { Trigger } from "@inlay/agent-plugin/Trigger"
import type { Attempt, Attempts } from "@inlay/agent-plugin/Webhooks"
import { plugin } from "@inlay/codehost"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as TestClock from "effect/testing/TestClock"

import { Causes } from "../chains/causes.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import { Recorder } from "../events/Recorder.ts"
import type { Hook } from "../hook-rows.ts"
import { Hooks } from "../hooks.ts"
import { Inbox } from "../inbox.ts"
import { Leases } from "./Leases.ts"
import * as Reconcile from "./Reconcile.ts"

const bug = (): never => {
  throw new TypeError("undefined is not a function")
}

const triggers = [
  { id: "star", match: ({ body }: { readonly body: unknown }) => [{ key: body, at: "2026-06-01T00:00:00Z", data: {} }] }
] as unknown as ReadonlyArray<Trigger<never>>

const hookAt = (place: string, more: Partial<Hook> = {}) =>
  ({ id: place, remoteId: "1", place, plugin: plugin.id, account: "main", createdMillis: 0, ...more }) as Hook

const attempt = (id: string, atMillis = 0, deliveryId = id, isDelivered = false): Attempt => ({
  id,
  deliveryId,
  at: new Date(atMillis).toISOString(),
  isDelivered
})

interface LogOfService {
  readonly deliveries: (place: string, id: string, cursor?: string) => Effect.Effect<Attempts, ProviderError>
  readonly delivery?: (place: string, hook: string, id: string) => Effect.Effect<object, ProviderError>
  readonly redeliver?: (place: string, hook: string, id: string) => Effect.Effect<void, ProviderError>
}

const asLogged = (place: string, _: string, id: string) =>
  Effect.succeed({ event: { name: "star", body: id }, places: [place] })

/** The world of hooks with logs, and what happens in it. */
const worldOf = (hooks: ReadonlyArray<Hook>, log: LogOfService) => {
  const recorded: Array<string> = []
  const receivedMillis: Array<number> = []
  const finished: Array<string> = []
  const lines: Array<string> = []
  const order: Array<string> = []
  const world = Reconcile.layer.pipe(
    Layer.provide([
      Layer.mock(Hooks, {
        known: () => undefined,
        list: Effect.sync(() => {
          order.push("list")
          return hooks
        }),
        note: (id, { reconciledMillis: millis }) => Effect.sync(() => millis !== undefined && finished.push(id) > 0)
      }),
      Layer.succeed(Leases, { having: (_, work) => work }),
      Layer.succeed(Connections, {
        plugins: [],
        find: () =>
          Effect.succeed({
            plugin: { ...plugin, triggers },
            connection: {
              watcher: Effect.succeed({ login: "mona", scopes: [] }),
              webhooks: { delivery: asLogged, ...log }
            }
          } as unknown as ConnectedAccount)
      }),
      Layer.succeed(Recorder, {
        record: (observations) =>
          Effect.orDie(
            Effect.map(observations, (all) => {
              for (const one of all) {
                recorded.push(...one.occurrences.map(({ occurrence }) => occurrence.key))
                receivedMillis.push(one.receivedMillis)
              }
              order.push("recorded")
            })
          )
      }),
      Layer.mock(Causes, { settled: () => Effect.sync(() => void order.push("settled")) }),
      Layer.mock(Inbox, {
        moveAll: Effect.sync(() => void order.push("moved")),
        add: () => {},
        unreadBytes: () => 0
      })
    ])
  )
  const logger = Logger.layer([Logger.make(({ message }) => lines.push(String(message)))])
  const round = Reconcile.Reconcile.use((service) => service.round)
  return { recorded, receivedMillis, finished, lines, order, round, world: Layer.merge(world, logger) }
}

it.effect("a bug at one hook's log or delivery holds up no others, and what it hid is looked for again", () => {
  let isMended = false
  const broken = Effect.suspend(() => Effect.sync(bug))
  const { recorded, finished, lines, round, world } = worldOf(
    ["broken log", "broken delivery", "whole"].map((place) => hookAt(place)),
    {
      deliveries: (place) =>
        place === "broken log" && !isMended
          ? broken
          : Effect.succeed({ items: [3, 2, 1].map((number) => attempt(`${place} ${number}`)) }),
      delivery: (place, hook, id) =>
        place === "broken delivery" && id.endsWith("2") && !isMended ? broken : asLogged(place, hook, id)
    }
  )
  return Effect.gen(function* () {
    yield* round
    const first = ["broken delivery 1", "broken delivery 3", "whole 1", "whole 2", "whole 3"]
    expect([recorded.splice(0).sort(), finished.splice(0)]).toEqual([first, ["whole"]])
    yield* round
    recorded.splice(0)
    finished.splice(0)
    isMended = true
    yield* round
    expect(recorded.filter((key) => !key.startsWith("whole")).sort()).toEqual([
      "broken delivery 2",
      "broken log 1",
      "broken log 2",
      "broken log 3"
    ])
    expect(finished.sort()).toEqual(["broken delivery", "broken log", "whole"])
    // What lasts is no news.
    expect(lines.filter((line) => line.includes("broken log"))).toEqual([
      expect.stringMatching(/^hooks: the log of broken log cannot be read: /),
      "hooks: the log of broken log is read again."
    ])
  }).pipe(Effect.provide(world))
})

it("the first attempt of a delivery of which none succeeded counts as missed, the oldest first", () => {
  const failed = (id: string, deliveryId: string) => attempt(id, 0, deliveryId)
  const log = [failed("6", "c"), failed("5", "a"), attempt("4", 0, "b", true), failed("3", "b"), failed("2", "a")]
  expect(Reconcile.missedAttempts([...log, failed("1", "a")]).map(({ id }) => id)).toEqual(["1", "6"])
})

const MINUTE = 60_000
const DAY = 1_440 * MINUTE
const NOW = 10 * DAY

/** What is read of a log that has attempts of the last few days, by the hook's times in minutes ago. */
const READ: ReadonlyArray<
  readonly [
    label: string,
    times: { created: number; reconciled?: number },
    minutes: ReadonlyArray<number>,
    pages: number
  ]
> = [
  ["from ten minutes before its last look", { created: 14_000, reconciled: 2 }, [11, 6, 1, 0], 2],
  ["from the second of its hook's creation", { created: 5.99 }, [6, 1, 0], 2],
  ["for three days", { created: 14_000 }, [4_319, 1_440, 13, 11, 6, 1, 0], 3],
  [
    "for three days after a look in the future, by a wrong clock",
    { created: 14_000, reconciled: -11 },
    [4_319, 1_440, 13, 11, 6, 1, 0],
    3
  ],
  ["from now for a hook of the future", { created: -60 }, [0], 1]
]

it.effect.each(READ)("a log is read %s, and no page more", ([, { created, reconciled }, minutes, pages]) => {
  const at = (minutesAgo: number) => NOW - minutesAgo * MINUTE
  const hook = hookAt("a", {
    createdMillis: at(created),
    reconciledMillis: reconciled === undefined ? undefined : at(reconciled)
  })
  const log = [[0, 1], [6, 11, 13], [1_440, 4_319, 4_321], [14_000]]
  let asked = 0
  const { recorded, receivedMillis, order, round, world } = worldOf([hook], {
    deliveries: (_, __, cursor = "0") =>
      Effect.sync(() => {
        asked += 1
        const items = (log[Number(cursor)] ?? []).map((minutesAgo) => attempt(String(minutesAgo), at(minutesAgo)))
        return { items, next: String(Number(cursor) + 1) }
      })
  })
  return Effect.gen(function* () {
    yield* TestClock.setTime(NOW)
    yield* round
    expect([recorded, asked]).toEqual([minutes.map(String), pages])
    // A log's times are of whole seconds. Nothing is received in the future.
    expect(receivedMillis).toEqual(minutes.map((minutesAgo) => Math.min(NOW, at(minutesAgo) + 1_000)))
    // What was received is no longer missed, and what own runs changed is known, before anything is recorded.
    expect(order).toEqual(["moved", "list", ...minutes.flatMap(() => ["settled", "recorded"])])
  }).pipe(Effect.provide(world))
})

it.effect("a log without an end is read for a thousand pages, and the hub's log says what was not looked for", () => {
  let pages = 0
  const { recorded, lines, round, world } = worldOf([hookAt("a")], {
    deliveries: () =>
      Effect.sync(() => {
        pages += 1
        return { items: [attempt(String(pages), NOW - pages * 1_000)], next: "more" }
      })
  })
  return Effect.gen(function* () {
    yield* TestClock.setTime(NOW)
    yield* round
    expect([pages, recorded.length]).toEqual([1_000, 1_000])
    expect(lines).toEqual([
      `hooks: the log of a is too long: nothing before ${new Date(NOW - 1_000_000).toISOString()} was looked for.`
    ])
  }).pipe(Effect.provide(world))
})

const failureOf = (reason: Reason) => new ProviderError({ provider: plugin.id, operation: "hooks", reason })
const GONE = failureOf({ _tag: "NotFound", what: "It is gone." })
const REFUSED = failureOf({ _tag: "Unauthorized", what: "The key is wrong." })
const DOWN = failureOf({ _tag: "Unavailable", what: "It is down.", status: 503 })

const FAILURES: Readonly<Record<string, ProviderError>> = { down: DOWN, refused: REFUSED }

/** What the service answers for each missed delivery, the oldest first, and which are asked for in each round. */
const ASKED: ReadonlyArray<
  readonly [label: string, answers: string, rounds: ReadonlyArray<string>, isFinished: boolean]
> = [
  ["are not in its log are passed over, however many", "gone gone gone gone gone gone whole", ["0 1 2 3 4 5 6"], true],
  [
    "fail here and there hold up no other",
    "down down down down whole down whole",
    ["0 1 2 3 4 5 6", "0 1 2 3 5"],
    false
  ],
  [
    "fail five times in a row wait, and come last in the next round",
    "down down down down down whole",
    ["0 1 2 3 4", "5 0 1 2 3 4"],
    false
  ],
  ["the service refuses to a wrong key wait for the right one", "refused whole", ["0 1", "0"], false],
  ["are asked for once more are asked for until one of the others is found", "again down", ["0 1", "0 1"], false]
]

it.effect.each(ASKED)("missed deliveries that %s", ([, answers, rounds, isFinished]) => {
  const kinds = answers.split(" ")
  const asked: Array<string> = []
  const { finished, round, world } = worldOf([hookAt("a")], {
    deliveries: () => Effect.succeed({ items: kinds.map((_, index) => attempt(String(index))).toReversed() }),
    delivery: (place, hook, id) =>
      Effect.suspend(() => {
        asked.push(id)
        const kind = kinds[Number(id)]
        return kind === "whole" ? asLogged(place, hook, id) : (FAILURES[kind ?? ""] ?? GONE)
      }),
    redeliver: (_, __, id) => {
      const kind = kinds[Number(id)]
      return kind === "again" ? Effect.void : (FAILURES[kind ?? ""] ?? GONE)
    }
  })
  return Effect.gen(function* () {
    for (const expected of rounds) {
      yield* round
      expect(asked.splice(0).join(" ")).toBe(expected)
    }
    expect(finished.length > 0).toBe(isFinished)
  }).pipe(Effect.provide(world))
})
