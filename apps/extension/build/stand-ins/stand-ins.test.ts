// Checks that the worker's stand-ins match the three Effect modules that they replace.
import { globSync, readFileSync } from "node:fs"

import * as EffectEqual from "effect/Equal"
import * as EffectFormatter from "effect/Formatter"
import * as EffectHash from "effect/Hash"
import { expect, it } from "vitest"

import { STAND_INS } from "../effect-stand-ins.ts"
import * as Equal from "./Equal.ts"
import * as Formatter from "./Formatter.ts"
import * as Hash from "./Hash.ts"

it.each([
  ["Equal", Equal, EffectEqual],
  ["Formatter", Formatter, EffectFormatter],
  ["Hash", Hash, EffectHash]
] as const)("%s exports nothing that Effect's own module does not", (_, own, original) => {
  for (const [name, value] of Object.entries(own)) expect(typeof Object(original)[name], name).toBe(typeof value)
  if ("symbol" in own) expect(own.symbol).toBe((original as typeof EffectEqual).symbol)
})

it("compares primitives as Effect does, and objects by identity", () => {
  const values = [0, 1, Number.NaN, "", "a", true, null, undefined, 1n, Symbol.iterator]
  for (const a of values) for (const b of values) expect(Equal.equals(a, b)).toBe(EffectEqual.equals(a, b))
  const one = { is: "one" }
  expect([Equal.equals(one, one), Equal.equals(one, globalThis)]).toEqual([true, false])
})

it("prints strings unchanged", () => {
  for (const text of ["", "The database is closed.", "ünïcode\n"]) expect(Formatter.format(text)).toBe(text)
})

it("no source of the worker uses the replaced modules, or modules built on them", () => {
  const root = new URL("../../../../", import.meta.url).pathname
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
    .filter((path) => !/\.test\.ts$|\/stand-ins\//.test(path))
  expect(files.length).toBeGreaterThan(300)
  const modules = [...STAND_INS, "HashMap", "HashSet", "MutableHashMap", "MutableHashSet", "Cache"].join("|")
  for (const file of files)
    expect(readFileSync(file, "utf8"), file).not.toMatch(new RegExp(`from "effect/(?:${modules})"`))
})
