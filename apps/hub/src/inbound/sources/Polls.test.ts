import { describe, expect, it } from "@effect/vitest"
import { plugin } from "@inlay/codehost"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Database } from "@inlay/sql-stores/Database"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"

import { backends } from "../../testing/backends.ts"
import { Causes } from "../chains/causes.ts"
import { Connections, type ConnectedAccount } from "../connections.ts"
import { Recorder } from "../events/Recorder.ts"
import { endOfAccount, ENDS } from "../subscriptions/ending.ts"
import * as Leases from "./Leases.ts"
import type { WantedPoll } from "./plan.ts"
import * as Polls from "./Polls.ts"

const { all } = backends()

const bug = (): never => {
  throw new TypeError("undefined is not a function")
}

const limited = new ProviderError({
  provider: plugin.id,
  operation: "poll",
  reason: { _tag: "RateLimited", what: "Too many requests.", retryAfterSeconds: 600 }
})

/** What happens to the answers of polls. */
const order: Array<string> = []
const polledTriggers: Array<string> = []
/** Each with its target and its place in the service's list. */
const asked: Array<string> = []
/** Happens while a poll's answer arrives. */
let meanwhile: Effect.Effect<unknown, unknown> = Effect.void
const recordedAccounts: Array<string> = []
/** What was recorded, with its trigger and place. */
const recordedEvents: Array<string> = []

const connectedWith = (account: string | undefined): Effect.Effect<ConnectedAccount> => {
  const watcher =
    account === "broken"
      ? Effect.sync(bug)
      : account === "limited"
        ? Effect.fail(limited)
        : Effect.succeed({ login: "mona", scopes: [] })
  const poll = (trigger: string, target: unknown, cursor = "the start") => {
    polledTriggers.push(trigger)
    asked.push(`${trigger} of ${JSON.stringify(target)} from ${cursor}`)
    if (trigger.startsWith("event ")) {
      const key = `${trigger} of ${JSON.stringify(target)}`
      return Effect.succeed({ occurrences: [{ key, at: "", data: {} }], cursor: key })
    }
    if (trigger === "limited") return Effect.andThen(Effect.orDie(meanwhile), Effect.fail(limited))
    return trigger === "broken"
      ? Effect.sync(bug)
      : Effect.as(Effect.orDie(meanwhile), {
          occurrences: [],
          cursor: "polled",
          ...(trigger.startsWith("pause ") && { nextAfterSeconds: Number(trigger.slice("pause ".length)) })
        })
  }
  return Effect.succeed({
    plugin,
    account: { name: account } as ConnectedAccount["account"],
    connection: { watcher, poll } as unknown as ConnectedAccount["connection"]
  })
}

const UNLEASED = Polls.layer.pipe(
  Layer.provide(
    Layer.mergeAll(
      Layer.succeed(Connections, { plugins: [plugin], find: ({ account }) => connectedWith(account) }),
      Layer.mock(Causes, { settled: () => Effect.sync(() => void order.push("settled")) }),
      Layer.succeed(Recorder, {
        record: (observations) =>
          Effect.orDie(
            Effect.map(observations, (observed) => {
              order.push("recorded")
              recordedAccounts.push(...observed.map(({ connected }) => connected.account.name))
              for (const { places, occurrences } of observed) {
                recordedEvents.push(
                  ...occurrences.map(({ trigger, occurrence }) => `${trigger} at ${places.join()}: ${occurrence.key}`)
                )
              }
            })
          )
      })
    )
  )
)
const WORLD = Layer.provide(UNLEASED, Leases.layer)

const POLL: WantedPoll = {
  plugin: plugin.id,
  account: "whole",
  trigger: "whole",
  target: {},
  place: "repos/acme/widgets",
  source: "stars",
  intervalMillis: 60_000,
  requestMillis: 0
}
const BUG = "Internal error while polling."

/** How many polls the metrics of this process count. */
const counts = Effect.map(PrometheusMetrics.format(), (text) =>
  ["ok", "failed"].map((outcome) => Number(text.match(`inlay_polls_total{outcome="${outcome}"} (\\d+)`)?.[1] ?? 0))
)

describe.each(all)("polls on $name", ({ stores }) => {
  it.effect("whose trigger or account meets a bug wait like other failed polls, and hold up no others", () =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const wanted = [
        POLL,
        { ...POLL, trigger: "broken" },
        { ...POLL, account: "broken" },
        ...["a", "b", "c", "d"].map((source) => ({ ...POLL, trigger: source, source }))
      ]
      yield* polls.replace(wanted, () => false)
      const begun = yield* Clock.currentTimeMillis
      const [ok = 0, failed = 0] = yield* counts
      yield* polls.round
      expect(yield* counts).toEqual([ok + 5, failed + 2])
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly next_millis: number }>`
        SELECT account || '/' || trigger_id AS poll, poll_cursor, problem, next_millis FROM polls ORDER BY poll`
      expect(rows.filter(({ next_millis }) => next_millis < begun + POLL.intervalMillis)).toEqual([])
      const whole = (poll: string) => expect.objectContaining({ poll, poll_cursor: "polled", problem: null }) as unknown
      const broken = (poll: string) => expect.objectContaining({ poll, poll_cursor: null, problem: BUG }) as unknown
      expect(rows).toEqual([
        broken("broken/whole"),
        ...["whole/a", "whole/b"].map(whole),
        broken("whole/broken"),
        ...["whole/c", "whole/d", "whole/whole"].map(whole)
      ])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("wait as long as the service asks, but a day at most, and never less than their interval", () =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const DAY_SECONDS = 86_400
      const seconds = ["90.25", "172800", "1e9", "1e300", "-1", "NaN"]
      yield* polls.replace(
        seconds.map((pause) => ({ ...POLL, trigger: `pause ${pause}`, source: pause })),
        () => false
      )
      const begun = yield* Clock.currentTimeMillis
      yield* Effect.repeat(polls.round, { times: 2 })
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql<{ readonly source: string; readonly next_millis: number }>`
        SELECT source, next_millis FROM polls`
      const waits = Object.fromEntries(
        rows.map(({ source, next_millis }) => [source, (next_millis - begun) / 1000] as const)
      )
      expect(waits).toEqual({
        "90.25": 91,
        "172800": DAY_SECONDS,
        "1e9": DAY_SECONDS,
        "1e300": DAY_SECONDS,
        "-1": 60,
        NaN: 60
      })
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )
  it.effect("of an account whose limit would space them further apart than that are not polled all the time", () =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const WEEK = 7 * 86_400_000
      const rare = [
        { ...POLL, source: "interval", intervalMillis: WEEK },
        { ...POLL, trigger: "long list", source: "requests", requestMillis: WEEK },
        { ...POLL, trigger: "broken", source: "failure", intervalMillis: WEEK }
      ]
      yield* polls.replace(rare, () => false)
      yield* polls.round
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE polls SET problem = 'of the first round'`
      yield* polls.round
      const rows = yield* sql`SELECT source FROM polls WHERE problem IS NULL OR problem <> 'of the first round'`
      expect(rows).toEqual([])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("that were refused wait as long as the service asks, also beside others of their source", () =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const sql = yield* SqlClient.SqlClient
      yield* polls.replace([POLL, { ...POLL, trigger: "limited" }, { ...POLL, account: "limited" }], () => false)
      const triggersOfRound = Effect.suspend(() => {
        polledTriggers.length = 0
        return Effect.map(polls.round, () => [...polledTriggers])
      })
      const later = (seconds: number) => sql`UPDATE polls SET next_millis = next_millis - ${seconds * 1000}`
      order.length = 0
      expect(yield* triggersOfRound).toEqual(["limited", "whole"])
      // What own runs changed is known before anything is recorded.
      expect(order).toEqual(["settled", "recorded"])
      yield* later(61)
      expect(yield* triggersOfRound).toEqual(["whole"])
      expect(yield* sql`SELECT account, trigger_id FROM polls WHERE problem IS NOT NULL ORDER BY account`).toEqual([
        { account: "limited", trigger_id: "whole" },
        { account: "whole", trigger_id: "limited" }
      ])
      const now = yield* Clock.currentTimeMillis
      expect(yield* sql`SELECT account FROM polls WHERE next_millis < ${now + 500_000}`).toEqual([{ account: "whole" }])
      yield* later(500)
      // One that is due soon runs with the others of its source.
      expect(yield* triggersOfRound).toEqual(["limited", "whole"])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("of each target and trigger go on from their own place, and report what is their own", () =>
    Effect.gen(function* () {
      const service = yield* Polls.Polls
      const poll = (trigger: string, target: number, place: string) => ({ ...POLL, trigger, target, place })
      const wanted = [poll("event a", 1, "one"), poll("event b", 1, "beside one"), poll("event a", 2, "two")]
      yield* service.replace(wanted, () => false)
      const round = Effect.suspend(() => {
        for (const list of [asked, recordedEvents]) list.length = 0
        return Effect.map(service.round, () => [[...asked].sort(), [...recordedEvents].sort()])
      })
      const events = [
        "event a at one: event a of 1",
        "event a at two: event a of 2",
        "event b at beside one: event b of 1"
      ]
      const starts = ["event a of 1", "event a of 2", "event b of 1"].map((one) => `${one} from the start`)
      expect(yield* round).toEqual([starts, events])
      const sql = yield* SqlClient.SqlClient
      yield* sql`UPDATE polls SET next_millis = 0`
      const later = ["event a of 1", "event a of 2", "event b of 1"].map((one) => `${one} from ${one}`)
      expect(yield* round).toEqual([later, events])
      yield* service.replace(wanted.slice(0, 2), () => false)
      expect(yield* sql`SELECT trigger_id, target FROM polls ORDER BY trigger_id`).toEqual([
        { trigger_id: "event a", target: "1" },
        { trigger_id: "event b", target: "1" }
      ])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("stay as they are while their account cannot be asked", () =>
    Effect.gen(function* () {
      const service = yield* Polls.Polls
      const sql = yield* SqlClient.SqlClient
      yield* service.replace([POLL, { ...POLL, account: "away" }], () => false)
      yield* service.replace([], ({ account }) => account === "away")
      expect(yield* sql`SELECT account FROM polls`).toEqual([{ account: "away" }])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("are the longest due first, and those that a wrong clock moved ahead by more than two days", () =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const sql = yield* SqlClient.SqlClient
      const numbers = Array.from({ length: 24 }, (_, index) => index)
      yield* polls.replace(
        numbers.map((number) => ({ ...POLL, trigger: String(number), source: String(number) })),
        () => false
      )
      const now = yield* Clock.currentTimeMillis
      const HOUR = 3_600_000
      for (const number of numbers) {
        const next = number === 0 ? now + 47 * HOUR : number === 1 ? now + 49 * HOUR : now - number * HOUR
        yield* sql`UPDATE polls SET next_millis = ${next} WHERE source = ${String(number)}`
      }
      polledTriggers.length = 0
      yield* polls.round
      expect(new Set(polledTriggers)).toEqual(new Set(numbers.slice(4).map(String)))
      yield* polls.round
      expect(new Set(polledTriggers.slice(20))).toEqual(new Set(["1", "2", "3"]))
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("that another server runs, or has just run, are left to it", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const polled = Effect.orDie(sql`UPDATE polls SET next_millis = next_millis + 60000`)
      const held: Leases.Leases["Service"]["having"] = () => Effect.undefined
      const released: typeof held = (_, work) => Effect.andThen(polled, work)
      for (const having of [held, released]) {
        const polls = yield* Effect.provide(
          Polls.Polls,
          Layer.provide(UNLEASED, Layer.succeed(Leases.Leases, { having }))
        )
        yield* polls.replace([POLL], () => false)
        polledTriggers.length = 0
        yield* polls.round
        expect(polledTriggers).toEqual([])
      }
    }).pipe(Effect.scoped, Effect.provide(stores()))
  )

  it.effect("take a new pace, and keep their place in the service's list and in time", () =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const sql = yield* SqlClient.SqlClient
      const rows = sql`SELECT source, interval_millis, request_millis, poll_cursor FROM polls WHERE next_millis = 7`
      yield* polls.replace([POLL], () => false)
      yield* sql`UPDATE polls SET poll_cursor = 'polled', next_millis = 7`
      yield* polls.replace([{ ...POLL, source: "events", intervalMillis: 9_000.4, requestMillis: 500 }], () => false)
      expect(yield* rows).toEqual([
        { source: "events", interval_millis: 9_000, request_millis: 500, poll_cursor: "polled" }
      ])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("that stay as they are are not written, so that those who record them do not wait", () =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const one = (trigger: string, more: Partial<WantedPoll> = {}) => ({ ...POLL, trigger, ...more })
      yield* polls.replace(
        ["same", "source", "interval", "requests"].map((trigger) => one(trigger)),
        () => false
      )
      const written: Array<string> = []
      const noting: Statement.Transformer = (statement) =>
        Effect.sync(() => {
          const [text, values] = statement.compile()
          if (text.startsWith("INSERT INTO polls")) written.push(String(values[2]))
          return statement
        })
      const wanted = [
        one("same"),
        one("source", { source: "events" }),
        one("interval", { intervalMillis: 90_000 }),
        one("requests", { requestMillis: 500 })
      ]
      yield* polls.replace(wanted, () => false).pipe(Effect.provideService(Statement.CurrentTransformer, noting))
      expect(written).toEqual(["source", "interval", "requests"])
    }).pipe(Effect.provide(WORLD), Effect.scoped, Effect.provide(stores()))
  )

  it.effect("that fail while their account is removed, and another connected under its name, say nothing of that", () =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const sql = yield* SqlClient.SqlClient
      yield* polls.replace([{ ...POLL, trigger: "limited" }], () => false)
      meanwhile = sql`UPDATE polls SET next_millis = next_millis + 1`
      yield* polls.round
      expect(yield* sql`SELECT problem FROM polls`).toEqual([{ problem: null }])
    }).pipe(
      Effect.ensuring(Effect.sync(() => (meanwhile = Effect.void))),
      Effect.provide(WORLD),
      Effect.scoped,
      Effect.provide(stores())
    )
  )

  it.effect.each([
    ["renamed", (sql: SqlClient.SqlClient) => sql`UPDATE polls SET account = 'team'`],
    ["removed", () => endOfAccount({ plugin: plugin.id, name: "whole" }, ENDS.removed)],
    [
      "removed, and another connected under its name,",
      // The row of the other one's poll is due from its own beginning.
      (sql: SqlClient.SqlClient) => sql`UPDATE polls SET next_millis = next_millis + 1`
    ]
  ] as const)("whose account is %s while it is asked record nothing under its old name", ([, change]) =>
    Effect.gen(function* () {
      const polls = yield* Polls.Polls
      const sql = yield* SqlClient.SqlClient
      const context = yield* Effect.context<SqlClient.SqlClient | Database>()
      yield* polls.replace([POLL], () => false)
      recordedAccounts.length = 0
      meanwhile = Effect.provideContext(
        change(sql) as Effect.Effect<unknown, unknown, SqlClient.SqlClient | Database>,
        context
      )
      yield* polls.round
      expect(recordedAccounts).toEqual([])
      expect(yield* sql`SELECT poll_cursor FROM polls WHERE poll_cursor IS NOT NULL`).toEqual([])
    }).pipe(
      Effect.ensuring(Effect.sync(() => (meanwhile = Effect.void))),
      Effect.provide(WORLD),
      Effect.scoped,
      Effect.provide(stores())
    )
  )
})
