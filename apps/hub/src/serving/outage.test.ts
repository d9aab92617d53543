import { expect, it } from "@effect/vitest"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { ConnectionError, SqlError } from "effect/sql/SqlError"
import * as TestClock from "effect/testing/TestClock"

import { make, Outage, reporting } from "./outage.ts"

const away = Effect.fail(new StorageError({ operation: "polls.due", cause: new Error("connect ECONNREFUSED") }))
const polling = reporting("polls: polling failed.")
const matching = reporting("webhooks: matching failed.")

/** Runs with an outage of its own, and returns what it logs. */
const logOf = Effect.fnUntraced(function* (work: Effect.Effect<unknown>) {
  const lines: Array<string> = []
  const logger = Logger.make(({ logLevel, message }) => void lines.push(`${logLevel} ${String([message].flat()[0])}`))
  yield* work.pipe(Effect.provideService(Outage, make()), Effect.provide(Logger.layer([logger])))
  return lines
})

it.effect("a database that is away for an hour is said to be so once, every ten minutes, and when it is back", () =>
  Effect.gen(function* () {
    const lines = yield* logOf(
      Effect.gen(function* () {
        for (let second = 0; second < 3600; second++) {
          yield* Effect.all([polling(away), matching(away)])
          yield* TestClock.adjust("1 second")
        }
        for (let second = 0; second < 60; second++) {
          yield* Effect.all([polling(Effect.void), matching(Effect.void)])
          yield* TestClock.adjust("1 second")
        }
      })
    )
    expect(lines).toEqual([
      "Error polls: polling failed.",
      ...[10, 20, 30, 40, 50].map(
        (minutes) => `Error storage: has failed for ${minutes} minutes. polls: polling failed.`
      ),
      "Warn storage: works again, after 60 minutes."
    ])
  })
)

it.effect("says why the database cannot be reached, at the beginning and later", () =>
  Effect.gen(function* () {
    const refused = (reason: string) => {
      const cause = new Error(reason)
      return Effect.fail(
        new SqlError({ reason: new ConnectionError({ message: "PgConnection: Failed to connect", cause }) })
      )
    }
    const reasons: Array<unknown> = []
    const logger = Logger.make(({ cause }) => void reasons.push(Cause.squash(cause)))
    const work = Effect.gen(function* () {
      yield* polling(refused("connect ECONNREFUSED 127.0.0.1:5432"))
      yield* TestClock.adjust("11 minutes")
      yield* polling(refused('password authentication failed for user "inlay"'))
    })
    yield* work.pipe(Effect.provideService(Outage, make()), Effect.provide(Logger.layer([logger])))
    expect(reasons).toMatchObject([
      { message: "connect ECONNREFUSED 127.0.0.1:5432" },
      { message: 'password authentication failed for user "inlay"' }
    ])
  })
)

it.effect("a full disk is not over while something can still be read", () =>
  Effect.gen(function* () {
    const lines = yield* logOf(
      Effect.gen(function* () {
        for (let second = 0; second < 100; second++) {
          yield* polling(away)
          yield* matching(Effect.void)
          yield* TestClock.adjust("1 second")
        }
      })
    )
    expect(lines).toEqual(["Error polls: polling failed."])
  })
)

it.effect("what is tried every half minute, and fails, is one outage although everything else works", () =>
  Effect.gen(function* () {
    const lines = yield* logOf(
      Effect.gen(function* () {
        yield* matching(away)
        for (let second = 0; second < 300; second++) {
          if (second % 30 === 0) yield* polling(away)
          yield* matching(Effect.void)
          yield* TestClock.adjust("1 second")
        }
      })
    )
    expect(lines).toEqual(["Error webhooks: matching failed."])
  })
)

it.effect("what is tried too seldom to succeed soon does not hold up the end", () =>
  Effect.gen(function* () {
    const lines = yield* logOf(
      Effect.gen(function* () {
        yield* Effect.all([polling(away), reporting("old records cannot be removed.")(away)])
        yield* polling(Effect.void)
        yield* TestClock.adjust("2 minutes")
        yield* polling(Effect.void)
      })
    )
    expect(lines).toEqual(["Error polls: polling failed.", "Warn storage: works again, after 0 s."])
  })
)

it.effect("what fails now and then is one outage", () =>
  Effect.gen(function* () {
    const lines = yield* logOf(
      Effect.gen(function* () {
        for (let second = 0; second < 100; second++) {
          yield* polling(second % 5 === 0 ? away : Effect.void)
          yield* TestClock.adjust("1 second")
        }
      })
    )
    expect(lines).toEqual(["Error polls: polling failed."])
  })
)

it.effect("every bug is logged, and ends nothing", () =>
  Effect.gen(function* () {
    const bug = Effect.die(new TypeError("undefined is not a function"))
    const lines = yield* logOf(Effect.andThen(Effect.all([polling(away), polling(bug), polling(bug)]), polling(bug)))
    expect(lines).toHaveLength(4)
    const beside = Effect.all([polling(away), polling(Effect.ensuring(away, bug)), polling(Effect.ensuring(away, bug))])
    expect(yield* logOf(beside)).toHaveLength(3)
  })
)
