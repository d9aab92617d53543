/** Lifetimes of links, sessions, tokens and pairing codes on both databases, which depend on the clock alone. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import { refuseUses } from "../../testing/refused-uses.ts"
import { makeRefusal } from "../run-as/run-as.ts"
import * as ConsoleSessions from "./ConsoleSessions.ts"
import * as HubTokens from "./HubTokens.ts"
import * as PairingCodes from "./PairingCodes.ts"

const { all } = backends()

const { ConsoleSessions: Sessions } = ConsoleSessions
const { HubTokens: Tokens } = HubTokens
const { PairingCodes: Codes } = PairingCodes

const DAY = 86_400_000
const BEGIN_MILLIS = Date.UTC(2026, 10, 1)

/** The clock stands still until a test moves it. The databases' own clocks keep running. */
class Time extends Context.Service<Time, { readonly move: (by: Duration.Input) => Effect.Effect<void> }>()(
  "test/Time"
) {}

const withTime = <A, E, R>(body: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Clock.Clock, (system) => {
    let nowMillis = BEGIN_MILLIS
    const now = () => nowMillis
    const clock: Clock.Clock = {
      currentTimeMillisUnsafe: now,
      currentTimeMillis: Effect.sync(now),
      currentTimeNanosUnsafe: () => BigInt(nowMillis) * 1_000_000n,
      currentTimeNanos: Effect.sync(() => BigInt(nowMillis) * 1_000_000n),
      monotonicTimeNanosUnsafe: () => system.monotonicTimeNanosUnsafe(),
      monotonicTimeNanos: system.monotonicTimeNanos,
      sleep: (duration) => system.sleep(duration)
    }
    const move = (by: Duration.Input) => Effect.sync(() => void (nowMillis += Duration.toMillis(by)))
    return body.pipe(Effect.provideService(Clock.Clock, clock), Effect.provideService(Time, { move }))
  })

const move = (by: Duration.Input) => Effect.flatMap(Time, (time) => time.move(by))

describe.each(all)("on $name", ({ stores }) => {
  const services = () =>
    Layer.provideMerge(Layer.mergeAll(ConsoleSessions.layer, HubTokens.layer, PairingCodes.layer), stores())

  const opened = Effect.gen(function* () {
    const { link, open } = yield* Sessions
    const session = yield* open(Redacted.value(yield* link))
    return Redacted.value(session?.cookie ?? Redacted.make("none"))
  })
  const isOpen = (cookie: string) =>
    Effect.map(Sessions, ({ find }) => find(cookie)).pipe(
      Effect.flatten,
      Effect.map((session) => session !== undefined)
    )

  it.live("a link serves once within a quarter of an hour, and no other text does", () =>
    Effect.gen(function* () {
      const { link, open } = yield* Sessions
      const [early, late] = [yield* link, yield* link]
      yield* move("14 minutes")
      assert.isUndefined(yield* open("another text"))
      assert.isDefined(yield* open(Redacted.value(early)))
      assert.isUndefined(yield* open(Redacted.value(early)))
      yield* move("1 minute")
      assert.isUndefined(yield* open(Redacted.value(late)))
      // Those that have ended are deleted with the next one.
      yield* link
      const left = yield* SqlClient.SqlClient.use((sql) => sql`SELECT expires_millis FROM console_links`)
      assert.deepStrictEqual(left, [{ expires_millis: BEGIN_MILLIS + 30 * 60_000 }])
    }).pipe(withTime, Effect.provide(services()))
  )

  it.live("a session ends after half a day without use, and not while it is used", () =>
    Effect.gen(function* () {
      const [used, idle] = [yield* opened, yield* opened]
      yield* move("11 hours")
      assert.isTrue(yield* isOpen(used))
      yield* move("1 hour")
      assert.deepStrictEqual([yield* isOpen(used), yield* isOpen(idle)], [true, false])
    }).pipe(withTime, Effect.provide(services()))
  )

  it.live("a session ends after a week, however much it is used", () =>
    Effect.gen(function* () {
      const cookie = yield* opened
      for (let hours = 10; hours < Duration.toHours(ConsoleSessions.SESSION_LIFE); hours += 10) {
        yield* move("10 hours")
        assert.isTrue(yield* isOpen(cookie), `after ${hours} hours`)
      }
      yield* move("8 hours")
      assert.isFalse(yield* isOpen(cookie))
      yield* opened
      const left = yield* SqlClient.SqlClient.use((sql) => sql`SELECT expires_millis FROM console_sessions`)
      assert.deepStrictEqual(left, [{ expires_millis: BEGIN_MILLIS + 14 * DAY }])
    }).pipe(withTime, Effect.provide(services()))
  )

  it.live("a session that is signed out ends alone", () =>
    Effect.gen(function* () {
      const { end, find } = yield* Sessions
      const [own, other] = [yield* opened, yield* opened]
      yield* end((yield* find(own))?.id ?? "")
      assert.deepStrictEqual([yield* isOpen(own), yield* isOpen(other)], [false, true])
    }).pipe(withTime, Effect.provide(services()))
  )

  it.live("all sessions but one end together with the links that were not used", () =>
    Effect.gen(function* () {
      const { link, open, find, endOthers } = yield* Sessions
      const idle = yield* opened
      yield* move("13 hours")
      const [own, other, unused] = [yield* opened, yield* opened, yield* link]
      assert.strictEqual(yield* endOthers((yield* find(own))?.id), 1)
      assert.deepStrictEqual([yield* isOpen(own), yield* isOpen(other), yield* isOpen(idle)], [true, false, false])
      assert.isUndefined(yield* open(Redacted.value(unused)))
      assert.strictEqual(yield* endOthers(undefined), 1)
      assert.isFalse(yield* isOpen(own))
    }).pipe(withTime, Effect.provide(services()))
  )

  it.live("asking whether a session or a token lasts is no use of it", () =>
    Effect.gen(function* () {
      const { find, isOpen: lasts } = yield* Sessions
      const { create, list, principal } = yield* Tokens
      const session = yield* find(yield* opened)
      const { token } = yield* create({ name: "reader", grant: { readOnly: true }, expiresMillis: BEGIN_MILLIS + DAY })
      const both = Effect.all([lasts(session?.id ?? ""), principal(token.id)])
      yield* move("11 hours")
      assert.deepStrictEqual(yield* both, [
        true,
        { id: `token:${token.id}`, kind: "token", name: "reader", grant: token.grant }
      ])
      yield* move("1 hour")
      assert.isFalse(yield* lasts(session?.id ?? ""))
      assert.isUndefined((yield* list)[0]?.lastUsedMillis)
      yield* move("12 hours")
      assert.deepStrictEqual(yield* both, [false, undefined])
    }).pipe(withTime, Effect.provide(services()))
  )

  it.live("a token and a session are taken although their use cannot be noted, as on a full disk", () =>
    Effect.gen(function* () {
      const { create, find } = yield* Tokens
      const { text } = yield* create({ name: "reader", grant: { readOnly: true }, expiresMillis: undefined })
      const cookie = yield* opened
      yield* refuseUses("hub_tokens")
      yield* refuseUses("console_sessions")
      yield* move("2 minutes")
      assert.strictEqual((yield* find(Redacted.value(text)))?.name, "reader")
      assert.isDefined(yield* Sessions.use((sessions) => sessions.find(cookie)))
    }).pipe(withTime, Effect.provide(services()))
  )

  it.live("a token ends at its moment or when it is revoked, and says when it was used last", () =>
    Effect.gen(function* () {
      const { create, find, list, revoke } = yield* Tokens
      const grant = { readOnly: true, creditsPerDay: 3, accounts: ["codehost/work"] }
      const ending = yield* create({ name: "ending", grant, expiresMillis: BEGIN_MILLIS + 3_600_000 })
      const lasting = yield* create({ name: "lasting", grant, expiresMillis: undefined })
      const isTaken = ({ text }: typeof ending) =>
        Effect.map(find(Redacted.value(text)), (principal) => principal !== undefined)
      const refusal = yield* makeRefusal
      /** Whether a call from the beginning may no longer be sent. */
      const isRefused = ({ token: { id } }: typeof ending) =>
        Effect.map(refusal({ id: `token:${id}`, kind: "token" }, undefined, BEGIN_MILLIS), (why) => why !== undefined)
      assert.deepStrictEqual((yield* find(Redacted.value(ending.text)))?.grant, grant)
      yield* move("59 minutes")
      assert.deepStrictEqual([yield* isTaken(ending), yield* isTaken(lasting)], [true, true])
      assert.isFalse(yield* isRefused(ending))
      yield* move("1 minute")
      assert.deepStrictEqual([yield* isTaken(ending), yield* isTaken(lasting)], [false, true])
      assert.deepStrictEqual([yield* isRefused(ending), yield* isRefused(lasting)], [true, false])
      assert.deepStrictEqual(
        (yield* list)
          .toSorted((one, other) => one.name.localeCompare(other.name))
          .map(({ name, lastUsedMillis }) => [name, (lastUsedMillis ?? 0) - BEGIN_MILLIS]),
        [
          ["ending", 59 * 60_000],
          ["lasting", 60 * 60_000]
        ]
      )
      assert.strictEqual(yield* revoke(lasting.token.id), 0)
      assert.deepStrictEqual([yield* isTaken(lasting), yield* revoke(lasting.token.id)], [false, undefined])
      // One that has expired is listed, so that it can be seen why it no longer works.
      assert.deepStrictEqual(
        (yield* list).map(({ name }) => name),
        ["ending"]
      )
    }).pipe(withTime, Effect.provide(services()))
  )

  it.live(
    "one of several at once redeems a pairing code, and after ten wrong ones none is accepted for ten minutes",
    () =>
      Effect.gen(function* () {
        const { create, redeem } = yield* Codes
        const redeemed = (text: string) => redeem(text, () => Effect.void)
        const statesOf = (times: number, text: string) =>
          Effect.map(
            Effect.all(
              Array.from({ length: times }, () => redeemed(text)),
              { concurrency: "unbounded" }
            ),
            (results) => results.map(({ state }) => state).toSorted()
          )
        const { code } = yield* create({ grant: { readOnly: true }, tokenDays: undefined }, "local")
        assert.deepStrictEqual(yield* statesOf(3, Redacted.value(code)), ["taken", "used", "used"])
        const wrong = "0000-0000"
        assert.deepStrictEqual(yield* statesOf(1, wrong), ["wrong"])
        yield* move("4 minutes")
        const expected = Array.from({ length: 12 }, (_, n) => (n < 3 ? "tooMany" : "wrong"))
        assert.deepStrictEqual(yield* statesOf(12, wrong), expected)
        yield* move("1 minute")
        // The oldest guess is the first to be forgotten.
        assert.deepStrictEqual(yield* redeemed(wrong), { state: "tooMany", retryAfterSeconds: 300 })
      }).pipe(withTime, Effect.provide(services()))
  )
})
