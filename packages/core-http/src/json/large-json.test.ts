// Large values are compared by Node, because Chai takes a hundred times as long.
import { deepStrictEqual } from "node:assert"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { parseLarge } from "./large-json.ts"
import { parseJson } from "./parse.ts"

const LIMITS = { maxLevels: 256, maxBytes: 64 * 1024 * 1024 }
// oxlint-disable-next-line require-yield -- nothing is looked for here
const asIs = function* (value: string): Generator<void, string> {
  return value
}
const parse = (text: string, limits = LIMITS) => parseLarge(text, limits, { value: (value) => value, string: asIs })

setFlagsFromString("--expose-gc")
const collect: () => void = runInNewContext("gc")

/** Enough for several pieces. `pnpm test:full` uses 40,000. */
const LENGTH = Number(process.env["INLAY_LENGTH"] ?? 15_000)
/** Longer than a piece. */
const long = "x".repeat(300_000)
const list = Array.from({ length: LENGTH }, (_, n) => ({ n, name: `item ${n}`, tags: ["a", null, true, -1.5e3] }))

describe("a long JSON text", () => {
  const values: ReadonlyArray<readonly [string, unknown]> = [
    ["a list of objects", list],
    ["an object of lists", { a: list, b: { c: list.slice(0, LENGTH / 2) }, d: 1, e: "" }],
    ["a long string alone", long],
    ["a long string of escapes", '\\"\n\u0000😀\\u0041'.repeat(60_000)],
    ["long strings in lists in objects", { a: [long, { b: long }], c: [[[long]]] }],
    ["a long string that is nearly all backslashes", "\\".repeat(400_000)],
    ["keys that need escapes", { 'a"b\\': list, "\u2028": long, "": list }],
    ["a key called __proto__", JSON.parse(`{"__proto__":{"x":${JSON.stringify(list)}},"constructor":1}`)],
    ["deep", JSON.parse(`${"[".repeat(200)}${JSON.stringify(list)}${"]".repeat(200)}`)],
    ["many fields", Object.fromEntries(list.map(({ n, name }) => [name, n]))],
    ["a long text before a short one", [long, 1]],
    ["empty containers", Array.from({ length: 200_000 }, (_, n) => (n % 2 === 0 ? [] : {}))]
  ]
  it.live.each(values)("is what JSON.parse gives: %s", ([, value]) =>
    Effect.gen(function* () {
      for (const text of [JSON.stringify(value), ` \n${JSON.stringify(value, null, 1)}\t `]) {
        deepStrictEqual(yield* parse(text), JSON.parse(text))
      }
    })
  )

  it.live("keeps long numbers as the string of their digits", () =>
    Effect.gen(function* () {
      const text = `[${"12345678901234567890,1e400,".repeat(20_000)}1]`
      const parsedValues = (yield* parse(text)) as ReadonlyArray<unknown>
      assert.deepStrictEqual(parsedValues.slice(-3), ["12345678901234567890", "1e400", 1])
      assert.strictEqual(parsedValues.length, 40_001)
    })
  )

  const body = JSON.stringify(list)
  const brokenTexts: ReadonlyArray<readonly [string, string]> = [
    ["cut", body.slice(0, -1)],
    ["cut within a string", `["${long}`],
    ["a comma too many", `${body.slice(0, -1)},]`],
    ["a comma too few", `[${body} ${body}]`],
    ["two commas", `[${body},,1]`],
    ["something behind the end", `${body}1`],
    ["another bracket at the end", `${body.slice(0, -1)}}`],
    ["no key", `{${body}:1}`],
    ["no colon", `{"a" ${body}}`],
    ["no value", `{"a":,"b":${body}}`],
    ["a bare word", `[${body},truth]`],
    ["a raw line break in a string", `["${long}\n"]`],
    ["half an escape", `["${long}\\u12"]`],
    ["an apostrophe", `['a',${body}]`],
    ["not JSON at all", `<html>${long}</html>`],
    ["brackets crossed", `[{"a":[${body}}]]`]
  ]
  it.live.each(brokenTexts)("is not JSON: %s", ([, text]) =>
    Effect.gen(function* () {
      assert.throws(() => JSON.parse(text))
      assert.strictEqual(yield* Effect.flip(parse(text)), "syntax")
    })
  )

  const over: ReadonlyArray<readonly [string, string, string]> = [
    ["nested too deeply", `${"[".repeat(300_000)}${"]".repeat(300_000)}`, "depth"],
    ["nested too deeply within a piece", `[${body},${"[".repeat(256)}${"]".repeat(256)}]`, "depth"],
    ["more values than fit", `[${"[],".repeat(2_000_000)}1]`, "memory"],
    ["more fields than any record", `{${Array.from({ length: 120_000 }, (_, n) => `"a${n}":1`).join()}}`, "memory"],
    ["a number of a million digits", `[${"9".repeat(1_000_000)}]`, "memory"]
  ]
  it.live.each(over)("is not read if it is %s", ([, text, problem]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(parse(text)), problem)
    })
  )

  it.live("is not held twice if nearly all of it is one plain string", () =>
    Effect.gen(function* () {
      // Decoded from bytes, so that the text does not keep the parts of which it was built.
      const text = Buffer.concat([
        Buffer.from('{"a":"'),
        Buffer.alloc(6_000_000, "plain "),
        Buffer.from('"}')
      ]).toString()
      collect()
      const before = process.memoryUsage().heapUsed
      const value = yield* parse(text)
      collect()
      assert.isBelow(process.memoryUsage().heapUsed - before, text.length / 2)
      assert.deepStrictEqual(value, JSON.parse(text))
    })
  )

  it.live("yields to other work", () =>
    Effect.gen(function* () {
      let turns = 0
      const next = () => {
        turns += 1
        immediate = setImmediate(next)
      }
      let immediate = setImmediate(next)
      yield* parse(JSON.stringify([list, list, list]))
      clearImmediate(immediate)
      assert.isAbove(turns, 1)
    })
  )

  it.live.prop(
    "is what JSON.parse gives, whatever it contains",
    { values: Schema.Array(Schema.Json) },
    ({ values: some }) =>
      Effect.gen(function* () {
        const text = JSON.stringify([long, some, { some, long }, some])
        deepStrictEqual(yield* parse(text), parseJson(text, 256))
      })
  )
})
