/** When the last good time of a data directory is stored. */
import { assert, it } from "@effect/vitest"
import { TrustedClock, type Trust } from "@inlay/core-http/TrustedClock"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../testing/backends.ts"
import * as TrustedTime from "./TrustedTime.ts"

const { all } = backends()
const [sqlite] = all

const NOW = Date.UTC(2026, 10, 22, 12)

it.live("with each purchase, with what is free once a minute, and never while the clock is doubted", () =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    let trust: Trust = { isTrusted: true, nowMillis: NOW, aheadMillis: 0, hasWarned: false }
    const trustedClock = { ...(yield* TrustedClock), trust: Effect.sync(() => trust) }
    const keeping = yield* Effect.provideService(TrustedTime.keeper, TrustedClock, trustedClock)
    /** Stores the time if that is due, and returns the last good one, in seconds from the beginning. */
    const goodAfter = Effect.fnUntraced(function* (seconds: number, isPurchase = false, isTrusted = true) {
      trust = { ...trust, isTrusted, nowMillis: NOW + seconds * 1_000 }
      const statement = yield* keeping(isPurchase)
      if (statement !== undefined) yield* statement
      const [row] = yield* sql<{ readonly good_millis: number }>`SELECT good_millis FROM clock`
      return ((row?.good_millis ?? 0) - NOW) / 1_000
    })
    yield* sql`UPDATE clock SET good_millis = NULL`
    const free = [yield* goodAfter(0), yield* goodAfter(59), yield* goodAfter(60)]
    assert.deepStrictEqual(free, [0, 0, 60])
    assert.deepStrictEqual([yield* goodAfter(61, true), yield* goodAfter(119)], [61, 61])
    assert.deepStrictEqual([yield* goodAfter(300, true, false), yield* goodAfter(300, false, false)], [61, 61])
    // It never goes back, also if the clock does.
    yield* goodAfter(-600)
    yield* sql`UPDATE clock SET good_millis = NULL`
    assert.deepStrictEqual([yield* goodAfter(-540), yield* goodAfter(-570, true)], [-540, -540])
  }).pipe(Effect.provide(sqlite.stores()))
)
