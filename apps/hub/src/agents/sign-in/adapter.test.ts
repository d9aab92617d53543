/** Records of the authorization server live as long as it says, by the clock of the database. */
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { backends } from "../../testing/backends.ts"
import { adapterOf } from "./adapter.ts"
import * as Records from "./OAuthRecords.ts"

const { all } = backends()
const MINUTE = 60_000

/** The clock of a database that is ahead of this computer's. */
const ahead = (byMillis: number): Clock.Clock => ({
  currentTimeMillisUnsafe: () => Date.now() + byMillis,
  currentTimeMillis: Effect.sync(() => Date.now() + byMillis),
  currentTimeNanosUnsafe: () => BigInt(Date.now() + byMillis) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(Date.now() + byMillis) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => process.hrtime.bigint(),
  monotonicTimeNanos: Effect.sync(() => process.hrtime.bigint()),
  sleep: (duration) => Effect.sleep(duration)
})

/** Makes the adapter of a kind of records some time from now. */
const makeAdapterAt = (records: Records.OAuthRecords["Service"]) => (millis: number, kind: string) =>
  adapterOf({
    records,
    run: (effect) => Effect.runPromise(Effect.provideService(effect, Clock.Clock, ahead(millis))),
    usedBefore: () => new Error("used before")
  })(kind)

describe.each(all)("$name", ({ stores }) => {
  it.live.each([
    { is: "behind", byMillis: 2 * MINUTE },
    { is: "ahead of", byMillis: -2 * MINUTE }
  ])("a code lives for its minute if this computer's clock is $is the database's", ({ byMillis }) =>
    Effect.gen(function* () {
      const adapterAt = makeAdapterAt(yield* Records.OAuthRecords)
      const codesAfter = (millis: number) => adapterAt(byMillis + millis, "AuthorizationCode")
      yield* Effect.promise(() => codesAfter(0).upsert("code", { kind: "AuthorizationCode" }, 60))
      assert.deepInclude(yield* Effect.promise(() => codesAfter(MINUTE / 2).find("code")), { jti: "code" })
      assert.isUndefined(yield* Effect.promise(() => codesAfter(1.1 * MINUTE).find("code")))
    }).pipe(Effect.provide(Layer.provideMerge(Records.layer, stores())))
  )

  it.live("a client is known until the end of its grant, however many others register in the last day", () =>
    Effect.gen(function* () {
      const adapterAt = makeAdapterAt(yield* Records.OAuthRecords)
      const grantSeconds = 365 * 24 * 3_600
      const lastHour = grantSeconds * 1_000 - 60 * MINUTE
      yield* Effect.promise(async () => {
        await adapterAt(0, "Client").upsert("granted", { client_id: "granted" })
        await adapterAt(0, "Grant").upsert("grant", { clientId: "granted" }, grantSeconds)
        const clients = adapterAt(lastHour, "Client")
        await adapterAt(lastHour, "Interaction").upsert("asked", {}, 600)
        for (let no = 0; no < 201; no++) await clients.upsert(`other ${no}`, { client_id: `other ${no}` })
      })
      const isKnown = (id: string, millis: number) =>
        Effect.promise(async () => (await adapterAt(millis, "Client").find(id)) !== undefined)
      assert.deepStrictEqual(
        [yield* isKnown("granted", lastHour), yield* isKnown("other 0", lastHour), yield* isKnown("other 1", lastHour)],
        [true, false, true]
      )
      // Only clients make room for clients.
      const asked = yield* Effect.promise(async () => adapterAt(lastHour, "Interaction").find("asked"))
      assert.isDefined(asked)
    }).pipe(Effect.provide(Layer.provideMerge(Records.layer, stores())))
  )

  it.live(
    "a client is known until the last of its grants ends, and what has ended is deleted with the next record",
    () =>
      Effect.gen(function* () {
        const adapterAt = makeAdapterAt(yield* Records.OAuthRecords)
        const sql = yield* SqlClient.SqlClient
        const day = 24 * 60 * MINUTE
        yield* Effect.promise(async () => {
          await adapterAt(0, "Client").upsert("granted", { client_id: "granted" })
          await adapterAt(0, "Grant").upsert("long", { clientId: "granted" }, (9 * day) / 1_000)
          await adapterAt(0, "Grant").upsert("short", { clientId: "granted" }, 60)
          await adapterAt(5 * day, "Interaction").upsert("asked", {}, 600)
        })
        assert.isDefined(yield* Effect.promise(() => adapterAt(9 * day, "Client").find("granted")))
        const left = yield* sql<{ readonly kind: string }>`SELECT kind FROM oauth_records ORDER BY kind`
        assert.deepStrictEqual(
          left.map(({ kind }) => kind),
          ["Client", "Grant", "Interaction"]
        )
      }).pipe(Effect.provide(Layer.provideMerge(Records.layer, stores())))
  )
})
