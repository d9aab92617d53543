/** Loading a plugin's file, with a clock that the test moves. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"

import { afterAll, expect, it, vi } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as TestClock from "effect/testing/TestClock"

import { withOwn } from "./own-plugins.ts"

const folder = mkdtempSync(join(tmpdir(), "inlay-own-plugins-"))
afterAll(() => rmSync(folder, { recursive: true }))

it.effect("ends with the file's name if the file never finishes loading", () =>
  Effect.gen(function* () {
    const file = join(folder, "endless.mjs")
    writeFileSync(file, "await new Promise(() => {})\nexport default {}")
    const loading = yield* Effect.forkChild(Effect.flip(withOwn([], [file])))
    let minutes = 0
    for (; loading.pollUnsafe() === undefined && minutes < 100; minutes++) {
      yield* Effect.promise(() => sleep(20))
      yield* TestClock.adjust("1 minute")
    }
    expect(minutes).toBeLessThan(100)
    const error = yield* Fiber.join(loading)
    expect(error.message).toMatch(/endless\.mjs, which was not loaded within 30 seconds: .*await/)
  })
)

it.effect("finds a file in the home directory, which a client's configuration names with ~", () =>
  Effect.gen(function* () {
    vi.stubEnv("HOME", folder)
    vi.stubEnv("USERPROFILE", folder)
    writeFileSync(join(folder, "broken.mjs"), "throw new Error('It was loaded.')")
    const error = yield* Effect.flip(withOwn([], ["~/broken.mjs"]))
    expect(error.message).toMatch(/~\/broken\.mjs, which cannot be loaded: It was loaded\./)
  }).pipe(Effect.ensuring(Effect.sync(() => vi.unstubAllEnvs())))
)
