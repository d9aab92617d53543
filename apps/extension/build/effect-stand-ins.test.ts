// Checks the worker's own stand-ins, and that the worker's sources use no module that others replace.
import { globSync, readFileSync } from "node:fs"

import * as Context from "effect/Context"
import * as Effects from "effect/Effect"
import * as EffectLayer from "effect/Layer"
import * as EffectScheduler from "effect/Scheduler"
import * as Scope from "effect/Scope"
import * as EffectUtils from "effect/Utils"
import { expect, it, vi } from "vitest"

import { UNUSED } from "./effect-stand-ins.ts"
import * as Effect from "./Effect.ts"
import * as Layer from "./Layer.ts"
import * as Scheduler from "./Scheduler.ts"
import * as Utils from "./Utils.ts"

it.each([
  [Layer, EffectLayer],
  [Scheduler, EffectScheduler],
  [Utils, EffectUtils]
])("exports nothing that Effect's own module does not", (own, original) => {
  for (const [name, value] of Object.entries(own)) expect(typeof Object(original)[name], name).toBe(typeof value)
})

it("has all of Effect's functions, some of which it replaces", () => {
  expect(Object.keys(Effect).toSorted()).toEqual(Object.keys(Effects).toSorted())
})

it("logs to the console, errors as they are", async () => {
  const error = new Error("full")
  const [warned, failed] = [vi.spyOn(console, "warn"), vi.spyOn(console, "error")].map((spy) =>
    spy.mockImplementation(() => undefined)
  )
  const log = Effect.andThen(Effect.logWarning("late"), Effect.logError(error))
  expect(warned?.mock.calls).toEqual([])
  await Effect.runPromise(log)
  expect(warned?.mock.calls).toEqual([["late"]])
  expect(failed?.mock.calls).toEqual([[error]])
})

it("ignores failures, and no defects, as Effect does", async () => {
  for (const { ignore } of [Effect, Effects]) {
    expect(await Effect.runPromise(ignore(Effect.succeed(1)))).toBeUndefined()
    expect(await Effect.runPromise(ignore(Effect.fail("full")))).toBeUndefined()
    await expect(Effect.runPromise(ignore(Effect.die(new Error("bug"))))).rejects.toThrow("bug")
  }
})

class One extends Context.Service<One, string>()("One") {}
class Two extends Context.Service<Two, string>()("Two") {}
class Three extends Context.Service<Three, string>()("Three") {}

it("builds layers as Effect does, each once, and anew if it failed", async () => {
  for (const { buildWithScope, effect, effectContext, provide, provideMerge, succeed, sync, unwrap } of [
    Layer as unknown as typeof EffectLayer,
    EffectLayer
  ]) {
    const built: Array<string> = []
    const one = effect(
      One,
      Effects.suspend(() => {
        built.push("one")
        return built.length === 1 ? Effects.fail("full") : Effects.succeed("1")
      })
    )
    const two = effectContext(Effects.map(One, (text) => Context.make(Two, `${text}2`)))
    const three = unwrap(
      Effects.map(Two, (text) => {
        built.push("three")
        return sync(Three, () => `${text}3`)
      })
    )
    const whole = three.pipe(
      provideMerge(three),
      provideMerge(provide(two, one)),
      provideMerge(one),
      provideMerge(succeed(Two, "replaced"))
    )
    const run = Effects.suspend(() => buildWithScope(whole, Scope.makeUnsafe()))
    expect(await Effects.runPromise(Effects.flip(run))).toBe("full")
    const context = await Effects.runPromise(run)
    expect([One, Two, Three].map((service) => Context.getUnsafe(context, service as typeof One))).toEqual([
      "1",
      "12",
      "123"
    ])
    expect(built).toEqual(["one", "one", "three"])
  }
})

it("calls a function as Effect does", () => {
  const thrown = new Error("thrown")
  const fails = () => {
    throw thrown
  }
  for (const { internalCall } of [Utils, EffectUtils as unknown as typeof Utils]) {
    expect(internalCall(() => 1)).toBe(1)
    expect(() => internalCall(fails)).toThrow(thrown)
  }
})

it("no source of the worker uses the replaced modules, or modules built on them", () => {
  const root = new URL("../../../", import.meta.url).pathname
  const folders = [
    "apps/extension",
    "packages/core-http/src",
    "packages/agent-plugin/src",
    "packages/codehost/src",
    "packages/salesdata/src"
  ]
  const files = folders
    .flatMap((folder) =>
      globSync(`${root}${folder}/**/*.ts`, {
        exclude: (path) => /node_modules|\.output|\.wxt|tests|testing/.test(path)
      })
    )
    .filter((path) => !/\.test\.ts$|\/build\//.test(path))
  expect(files.length).toBeGreaterThan(300)
  const modules = [...UNUSED, "HashMap", "HashSet", "MutableHashMap", "MutableHashSet", "Cache"].join("|")
  for (const file of files)
    expect(readFileSync(file, "utf8"), file).not.toMatch(new RegExp(`from "effect/(?:${modules})"`))
})
