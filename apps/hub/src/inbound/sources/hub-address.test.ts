import { expect, it } from "@effect/vitest"
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import * as TestClock from "effect/testing/TestClock"

import { backends } from "../../testing/backends.ts"
import { keepAddress, otherAddress } from "./hub-address.ts"

const { all } = backends()
const [sqlite] = all

const FIRST = "https://hub.example"
const OTHERS = ["https://new.example", "http://127.0.0.1:4670"]

/** Moves the end of the address in use, as if another clock had written it. */
const moveEnd = (seconds: number) =>
  Effect.gen(function* () {
    const { write } = yield* Database
    yield* write((yield* SqlClient)`UPDATE leases SET ends_millis = ends_millis + ${seconds * 1000}`)
  })

it.effect.each(all)("an address is in use although the clocks of servers differ a little, on $name", ({ stores }) =>
  Effect.gen(function* () {
    expect(yield* otherAddress(FIRST)).toBeUndefined()
    yield* moveEnd(5)
    for (const other of OTHERS) expect(yield* otherAddress(other)).toBe(FIRST)
    yield* moveEnd(-10)
    for (const other of OTHERS) expect(yield* otherAddress(other)).toBe(FIRST)
  }).pipe(Effect.provide(stores()))
)

it.effect.each(all)("an address that was noted with a wrong clock holds up no other, on $name", ({ stores }) =>
  Effect.gen(function* () {
    yield* otherAddress(FIRST)
    yield* moveEnd(3600)
    for (const other of OTHERS.toReversed()) expect(yield* otherAddress(other)).toBeUndefined()
    expect(yield* otherAddress(FIRST)).toBe(OTHERS[0])
  }).pipe(Effect.provide(stores()))
)

it.effect("an address stays in use for as long as its server runs", () =>
  Effect.gen(function* () {
    const context = yield* Layer.build(sqlite.stores())
    yield* Effect.forkScoped(Effect.provideContext(keepAddress(FIRST), context))
    for (let minutes = 0; minutes < 5; minutes++) {
      yield* TestClock.adjust("1 minute")
      expect(yield* Effect.provideContext(otherAddress(OTHERS[0] ?? ""), context)).toBe(FIRST)
    }
  })
)
