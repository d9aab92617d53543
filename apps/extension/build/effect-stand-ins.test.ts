// Checks the worker's stand-in for `effect/Utils`, and that the worker's sources use no module that others replace.
import { globSync, readFileSync } from "node:fs"

import * as EffectUtils from "effect/Utils"
import { expect, it } from "vitest"

import { UNUSED } from "./effect-stand-ins.ts"
import * as Utils from "./Utils.ts"

it("exports nothing that Effect's own module does not", () => {
  for (const [name, value] of Object.entries(Utils)) expect(typeof Object(EffectUtils)[name], name).toBe(typeof value)
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
