import { describe, expect, it } from "@effect/vitest"
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import { canaries, find } from "@inlay/core-http/testing/canaries"
import { linesWithout } from "@inlay/core-http/testing/unloadable"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"

import { withoutSecrets } from "./without-secrets.ts"

const secrets = (texts: ReadonlyArray<string>) => Effect.succeed(texts.map((text) => Redacted.make(text)))
const keys = canaries(40, 3)

/** Returns the cause of a failed effect, after redaction. */
const cause = <A>(effect: Effect.Effect<A, ReturnType<typeof invalid>>) =>
  Effect.map(Effect.exit(withoutSecrets(secrets(keys))(effect)), (exit) =>
    Exit.isFailure(exit) ? exit.cause : Cause.empty
  )

const ring = (key: string): Error => {
  const first = new Error(`first ${key}`)
  first.cause = new TypeError(`second ${key}`, { cause: first })
  return first
}

describe("a step's failure", () => {
  it.effect.each<[string, (key: string) => Effect.Effect<never, ReturnType<typeof invalid>>]>([
    ["an error of ours", (key) => Effect.fail(invalid("sample", key, [{ field: key, message: `is not ${key}` }]))],
    ["a thrown error", (key) => Effect.die(Object.assign(new RangeError(key), { name: key, request: { key } }))],
    ["a thrown text", (key) => Effect.die(key)],
    ["a thrown value", (key) => Effect.die({ headers: { authorization: key } })],
    ["causes in a ring", (key) => Effect.die(ring(key))]
  ])("does not contain the key: %s", ([, failing]) =>
    Effect.gen(function* () {
      for (const key of keys) {
        const exit = yield* Effect.exit(failing(key))
        expect(find(JSON.stringify(exit) + (Exit.isFailure(exit) ? Cause.pretty(exit.cause) : ""), key)).not.toEqual([])
        const message = yield* cause(failing(key))
        const [reason] = message.reasons
        const thrownValue = reason?._tag === "Die" ? reason.defect : reason
        const texts = [
          Cause.pretty(message),
          JSON.stringify(message),
          thrownValue instanceof Error ? `${thrownValue.name} ${thrownValue.stack}` : ""
        ]
        expect(find(texts.join("\n"), key)).toEqual([])
      }
    })
  )

  it.effect("keeps its kind and the rest of its message", () =>
    Effect.gen(function* () {
      const [key] = keys
      const failure = yield* cause(Effect.fail(invalid("sample", "greet", [{ field: "name", message: `is ${key}` }])))
      expect(failure.reasons[0]).toMatchObject({
        _tag: "Fail",
        error: { provider: "sample", operation: "greet", reason: { _tag: "Invalid", what: "name is <redacted>." } }
      })
      const reason = { _tag: "Decode", what: `It says ${key}.` } as const
      const facts = { provider: "sample", operation: "greet", outcome: "unknown", raw: { id: 7, note: key } } as const
      expect((yield* cause(Effect.fail(new ProviderError({ ...facts, reason })))).reasons[0]).toMatchObject({
        error: { outcome: "unknown", reason: { what: "It says <redacted>." }, raw: { id: 7, note: "<redacted>" } }
      })
      const death = yield* cause(Effect.die(new RangeError(`beyond ${key}`)))
      expect(death.reasons[0]).toMatchObject({ defect: { name: "RangeError", message: "beyond <redacted>" } })
      expect(Cause.hasInterruptsOnly(yield* cause(Effect.interrupt))).toBe(true)
    })
  )

  it.effect("does not contain the key if it came together with an interruption, as of calls at once", () =>
    Effect.gen(function* () {
      const [key = ""] = keys
      const failed = Cause.makeFailReason(invalid("sample", "greet", [{ field: "name", message: `is ${key}` }]))
      const both = yield* cause(Effect.failCause(Cause.fromReasons([failed, Cause.makeInterruptReason(1)])))
      expect(both.reasons.map(({ _tag }) => _tag)).toEqual(["Fail", "Interrupt"])
      expect(find(JSON.stringify(both), key)).toEqual([])
    })
  )

  it.effect("keeps the first causes of a ring", () =>
    Effect.gen(function* () {
      const death = yield* cause(Effect.die(ring("key")))
      expect(death.reasons[0]).toMatchObject({
        defect: { message: "first key", cause: { name: "TypeError", message: "second key" } }
      })
    })
  )

  it.effect("keeps the beginning of a long response, without a key that its end cuts off", () =>
    Effect.gen(function* () {
      const [key = ""] = keys
      for (const at of [61_430, 65_500, 65_530]) {
        const raw = `${"-".repeat(at)}${key}${"-".repeat(100_000)}`
        const reason = { _tag: "Decode", what: "It cannot be read." } as const
        const unread = new ProviderError({ provider: "sample", operation: "greet", reason, raw })
        const [failure] = (yield* cause(Effect.fail(unread))).reasons
        const kept = failure?._tag === "Fail" ? String(failure.error.raw) : ""
        expect(kept.length).toBeGreaterThan(60_000)
        expect(kept.length).toBeLessThan(65_536)
        expect(kept).not.toContain(key.slice(0, 6))
      }
    })
  )
})

const program = `
import { invalid, ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import { withoutSecrets } from "${new URL("without-secrets.ts", import.meta.url).href}"
const { reason } = invalid("sample", "key-1", [{ field: "key-1", message: "is key-1" }])
const error = new ProviderError({ provider: "sample", operation: "key-1", reason, charged: 3, outcome: "unknown" })
for (const failing of [Effect.fail(error), Effect.die(new Error("key-1"))])
  console.log(JSON.stringify(await Effect.runPromiseExit(withoutSecrets(Effect.succeed([]))(failing))))
`

it("a failure whose secrets cannot be removed still says what was charged and whether it may be done, but no text", async () => {
  const lines = await linesWithout("redacted-cause.ts", Infinity, program, import.meta.dirname)
  const [failed = "", thrown = ""] = lines
  expect(failed).toMatch(/"provider":"sample".*"charged":3.*"outcome":"unknown"/)
  expect(failed).toContain("No more can be shown")
  expect(thrown).toContain('"Die"')
  expect(lines.join()).not.toContain("key-1")
})

const replacedLater = `
import { registerHooks } from "node:module"
import { setTimeout as pause } from "node:timers/promises"
import * as Effect from "effect/Effect"
import { plainPlugin, plainStep, runPlain } from "${new URL("../testing/plain-world.ts", import.meta.url).href}"
let wasLoaded = false
let isReplaced = false
registerHooks({
  load: (url, context, next) => {
    if (url.endsWith("redacted-cause.ts")) {
      if (isReplaced) throw new Error("It cannot be read.")
      wasLoaded = true
    }
    return next(url, context)
  }
})
const running = (run) => runPlain(plainPlugin([plainStep("do", run)]), "https://parts.example", "do")
await Effect.runPromise(running(async () => ({})))
for (let tries = 0; tries < 50 && !wasLoaded; tries++) await pause(20)
isReplaced = true
const error = await Effect.runPromise(Effect.flip(running(() => Promise.reject(new Error("There is no such part")))))
console.log(error.message)
`

it("a failure says why, though the program's files were replaced after the first run", async () => {
  const [line] = await linesWithout("nothing.ts", 0, replacedLater, import.meta.dirname)
  expect(line).toContain("There is no such part")
})
