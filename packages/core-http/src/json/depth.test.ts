import { assert, describe, it } from "vitest"

import { numbers, randomJson } from "../testing/fuzz.ts"
import { isDeeperThan, isTextDeeperThan } from "./depth.ts"

const LONG = " ".repeat(20_000)
const WORDS = ["id", "[[[[[[[[[", "}}}}", 'say "[so]"', "back\\\\[", 'odd \\\\" {', "line\nend"]
const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels)

describe("the depth of a long text", () => {
  it("is that of its value, whatever stands in its strings", () => {
    for (let seed = 0; seed < 500; seed++) {
      const json = JSON.stringify(randomJson(numbers(seed), WORDS)) ?? "null"
      const text = `[${json},${LONG}1]`
      for (let levels = 0; levels < 8; levels++) {
        assert.strictEqual(isTextDeeperThan(levels, text), isDeeperThan(levels, JSON.parse(text)), json)
      }
    }
  })

  it("is counted as levels of lists and objects together", () => {
    const text = `${LONG}{"a":[{"b":[1]}],"c":[[]]}`
    assert.deepStrictEqual(
      [3, 4].map((levels) => isTextDeeperThan(levels, text)),
      [true, false]
    )
  })

  it("is found without parsing: the text need not end", () => {
    assert.isTrue(isTextDeeperThan(200, "[".repeat(500_000)))
    assert.isTrue(isTextDeeperThan(200, `{"a":${"[".repeat(500_000)}`))
  })

  it("is left to the parser if the text is no JSON from its first character on, or short", () => {
    assert.isFalse(isTextDeeperThan(2, `<script>${"{".repeat(50_000)}`))
    assert.isFalse(isTextDeeperThan(2, nested(100)))
  })
})
