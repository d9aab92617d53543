import { describe, expect, it } from "vitest"

import { excerpt, findBreak, stringify, stringifyLine } from "./json-text.ts"

describe("where JSON breaks", () => {
  it.each([
    ['{"a" 1}', 1, 6, "Expected ':' after property name"],
    ['{"a": 1 "b": 2}', 1, 9, "Expected ',' or '}' after property value"],
    ["{a: 1}", 1, 2, "Expected property name or '}'"],
    ["{'a': 1}", 1, 2, "Expected property name or '}'"],
    ['{"a": 1,}', 1, 9, "Expected double-quoted property name"],
    ["[1, 2,]", 1, 7, "Unexpected character"],
    ['{"a": tru}', 1, 10, "Unexpected character"],
    ['{"a": nul1}', 1, 10, "Unexpected number"],
    ['{\n  "a": 1,\n  "b": x\n}', 3, 8, "Unexpected character"],
    ['{"a": "open', 1, 12, "Unterminated string"],
    ['{"a": "\\x"}', 1, 9, "Bad escaped character"],
    ['{"a": "one\ntwo"}', 1, 11, "Bad control character in string literal"],
    ['{"a": 1', 1, 8, "Expected ',' or '}' after property value"],
    ['{"a":', 1, 6, "It ends too early"],
    ['{"a": 1} x', 1, 10, "Unexpected non-whitespace character after JSON"],
    ["", 1, 1, "It ends too early"],
    ["x", 1, 1, "Unexpected character"],
    ['[" at position 5" x]', 1, 19, "Expected ',' or ']' after array element"],
    ['[x" at position 5"]', 1, 2, "Unexpected character"],
    ["nul", 1, 4, "It ends too early"]
  ])("%s", (text, line, column, problem) => {
    expect(findBreak(text)).toEqual({ line, column, problem })
  })

  it("is no later than the first change to a text that breaks it, and no earlier than what could go on", () => {
    const text = '{"a":[1,-2.5e3,true,null,"x\\u00e9\\n"],"b":{"c":"d"}, "e" : 0}'
    for (let at = 0; at < text.length; at++) {
      // A control character such as U+0001 is invalid anywhere in JSON.
      expect(findBreak(`${text.slice(0, at)}\u0001${text.slice(at)}`)?.column).toBe(at + 1)
    }
  })

  it("quotes nothing of a text: it may hold a secret", () => {
    const secret = "sk-not-a-secret"
    for (const text of [`{"a": ${secret}}`, `{"${secret}"`, `{"a":"${secret}`, `[${secret}]`, `["a",${secret}]`]) {
      expect(findBreak(text)?.problem).not.toContain("sk-")
    }
  })

  it("is found in a text of 20 MB, whose one string is as long", () => {
    const long = "x".repeat(20 * 1024 * 1024)
    expect(findBreak(`{"a":"${long}"}`)).toBeUndefined()
    expect(findBreak(`{"a":"${long}" 1}`)?.column).toBe(long.length + 9)
    expect(findBreak(`{"a":"${long}","b":x}`)?.column).toBe(long.length + 13)
  })

  it("is shown with a mark below it, cut to the width", () => {
    const text = `{"a": "${"x".repeat(200)}" 1}`
    const at = findBreak(text)
    const [line = "", mark = ""] = at === undefined ? [] : excerpt(text, at, 40).split("\n")
    expect(line.length).toBeLessThanOrEqual(40)
    expect(line[mark.length - 1]).toBe("1")
  })
})

describe("JSON for a terminal", () => {
  it.each([
    ["a document", stringify],
    ["a line", stringifyLine]
  ])("%s holds nothing that a terminal obeys, and parses to the same value", (_, format) => {
    const value = { a: "\u001b[31m\u009b2J\u202e\u2028", b: ["é", "日本"] }
    const text = format(value)
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).toContain("日本")
  })
})
