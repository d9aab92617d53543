import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import { assert, describe } from "vitest"

import { Browser } from "../../browser/Browser.ts"
import type { LineData } from "../../messaging/page-line.ts"
import { connectCodehost } from "../../tests/connect-codehost.ts"
import { CODEHOST, pathOf } from "../../tests/samples/codehost.ts"
import { live } from "../../tests/whole-worker.ts"
import { Preferences } from "../../vault/preferences.ts"
import * as pageLine from "./worker.ts"

const REVIEWED: LineData = {
  language: "en",
  path: "/acme/widgets",
  name: "acme/widgets",
  run: { workflow: "deploy", number: 9, state: "running", updatedAt: "2026-11-22T10:05:00Z" },
  starts: null,
  reviews: 1
}

describe("the line of a page", () => {
  live(
    "is about the tab's repository, and absent if the tab shows none or may not be read",
    Effect.gen(function* () {
      const { line, state } = yield* connectCodehost()
      assert.deepStrictEqual(yield* line, REVIEWED)
      state.sent.length = 0
      for (const address of [`${CODEHOST}/settings/profile`, "https://elsewhere.example/acme/widgets", undefined]) {
        state.address = address
        assert.isNull(yield* line)
      }
      assert.deepStrictEqual(state.sent.map(pathOf), [])
    })
  )

  live(
    "leaves out what cannot be read, and is absent if nothing can be read",
    Effect.gen(function* () {
      const { line, state } = yield* connectCodehost({
        "/repos/acme/widgets/actions/runs": { status: 401, body: { message: "Bad credentials" } }
      })
      assert.deepStrictEqual(yield* line, { ...REVIEWED, run: null })
      state.online = false
      assert.isNull(yield* line)
    })
  )
})

describe("the origins whose pages always show it", () => {
  live(
    "are empty at first, survive the worker, and count as in use",
    Effect.gen(function* () {
      const { ask, state, start, stop } = yield* connectCodehost()
      assert.deepStrictEqual(yield* ask("lineOrigins", {}), { origins: [] })
      assert.deepStrictEqual(yield* ask("keepLine", { origin: CODEHOST, isOn: true }), { origins: [CODEHOST] })
      yield* stop
      state.lines = []
      const second = yield* start
      while (state.lines.length === 0) yield* Effect.sleep("20 millis")
      assert.deepStrictEqual(state.lines, [CODEHOST])
      const web = "https://www.acme.example"
      yield* second.ask("keepLine", { origin: web, isOn: true })
      assert.deepStrictEqual(yield* second.ask("originsInUse", {}), { origins: [CODEHOST, web] })
      assert.deepStrictEqual(yield* second.ask("keepLine", { origin: web, isOn: false }), { origins: [CODEHOST] })
      // The account needs its own.
      assert.deepStrictEqual(yield* second.ask("originsInUse", {}), { origins: [CODEHOST] })
      yield* second.ask("keepLine", { origin: CODEHOST, isOn: false })
      assert.deepStrictEqual(state.lines, [])
    })
  )

  live(
    "are all kept if two windows choose at once",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost()
      const web = "https://www.acme.example"
      yield* Effect.all(
        [ask("keepLine", { origin: CODEHOST, isOn: true }), ask("keepLine", { origin: web, isOn: true })],
        { concurrency: 2 }
      )
      assert.deepStrictEqual(yield* ask("lineOrigins", {}), { origins: [CODEHOST, web] })
      assert.deepStrictEqual(state.lines, [CODEHOST, web])
    })
  )

  live(
    "are registered as they were chosen last, although a worker that starts registers them again",
    Effect.gen(function* () {
      const [isRegistering, goesOn] = [yield* Latch.make(), yield* Latch.make()]
      let stored: ReadonlyArray<string> = []
      let registered: ReadonlyArray<string> = []
      let times = 0
      const browser = Layer.mock(Browser, {
        keepLines: (origins) =>
          Effect.gen(function* () {
            times += 1
            if (times === 1) yield* Effect.andThen(isRegistering.open, goesOn.await)
            registered = origins
          })
      })
      const preferences = Layer.mock(Preferences, {
        lineOrigins: Effect.sync(() => stored),
        saveLineOrigins: (origins) => Effect.sync(() => void (stored = origins))
      })
      const { handlers, keep } = yield* pageLine
        .make({} as never)
        .pipe(Effect.provide(Layer.merge(browser, preferences)))
      const keeping = yield* Effect.forkChild(keep)
      yield* isRegistering.await
      const choosing = yield* Effect.forkChild(handlers.keepLine({ origin: CODEHOST, isOn: true }), {
        startImmediately: true
      })
      yield* goesOn.open
      yield* Fiber.join(keeping)
      yield* Fiber.join(choosing)
      assert.deepStrictEqual(registered, [CODEHOST])
    })
  )

  live(
    "accept only origins",
    Effect.gen(function* () {
      const { ask, state } = yield* connectCodehost()
      for (const origin of ["https://*", `${CODEHOST}/acme`, "<all_urls>", "file:///etc", "chrome://settings", ""]) {
        assert.deepInclude(yield* Effect.flip(ask("keepLine", { origin, isOn: true })), { reason: "Invalid" })
      }
      assert.deepStrictEqual(state.lines, [])
    })
  )
})
