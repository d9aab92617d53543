import { renameSync } from "node:fs"

import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { temporaryDirectories } from "../testing/temporary.ts"
import { holdDirectory } from "./one-server.ts"

const temporaryDirectory = temporaryDirectories()

it.effect(
  "a directory that is away for a moment was not moved, and one that stays away is noticed within five seconds",
  () =>
    Effect.gen(function* () {
      const directory = temporaryDirectory()
      const away = `${directory}-away`
      const { untilMoved } = yield* holdDirectory(directory)
      const moved = yield* Effect.forkScoped(Effect.exit(untilMoved))
      yield* TestClock.adjust("1 minute")
      for (let time = 0; time < 10; time++) {
        renameSync(directory, away)
        yield* TestClock.adjust("2 seconds")
        renameSync(away, directory)
        yield* TestClock.adjust("5 seconds")
      }
      expect(moved.pollUnsafe()).toBeUndefined()
      renameSync(directory, away)
      yield* TestClock.adjust("5 seconds")
      renameSync(away, directory)
      expect(String(yield* Fiber.join(moved))).toContain("was moved, replaced or removed")
    })
)
