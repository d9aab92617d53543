import { describe, expect, it } from "vitest"

import { excerpt, findBreak, stringify } from "./json-text.ts"

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

describe("where JSON breaks", () => {
  it.each([
    ['{"a" 1}', 1, 6, "a colon after the field name"],
    ['{"a": 1 "b": 2}', 1, 9, "a comma or }"],
    ["{a: 1}", 1, 2, "a field name in double quotes"],
    ["{'a': 1}", 1, 2, "a field name in double quotes"],
    ['{"a": 1,}', 1, 9, "another field after the comma"],
    ["[1, 2,]", 1, 7, "another value after the comma"],
    ['{"a": tru}', 1, 7, "a value"],
    ['{\n  "a": 1,\n  "b": x\n}', 3, 8, "a value"],
    ['{"a": "open', 1, 7, "a closing quote for the string that starts here"],
    ['{"a": "\\x"}', 1, 8, "an escape such as \\n or \\u0041"],
    ['{"a": 1', 1, 8, "a comma or }"],
    ['{"a": 1} x', 1, 10, "the end, after the first value"],
    ["", 1, 1, "a value"],
    ["nul", 1, 1, "a value"]
  ])("%s", (text, line, column, expected) => {
    expect(findBreak(text)).toEqual({ line, column, expected })
  })

  it("agrees with JSON.parse over every single change to a text", () => {
    const text = '{"a":[1,-2.5e3,true,null,"x\\u00e9\\n"],"b":{"c":"d"}, "e" : 0}'
    const changed = Array.from(text).flatMap((_, at) => [
      text.slice(0, at) + text.slice(at + 1),
      text.slice(0, at),
      ...['"', ",", "}", "]", ":", "0", " ", "\\", "\u0001", "x"].map(
        (char) => text.slice(0, at) + char + text.slice(at)
      )
    ])
    for (const one of [text, ...changed]) expect([one, findBreak(one) === undefined]).toEqual([one, isJson(one)])
  })

  it("refuses nesting that would exhaust the stack", () => {
    expect(findBreak("[".repeat(100_000))?.expected).toBe("fewer levels of nesting")
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
  it("holds nothing that a terminal obeys, and parses to the same value", () => {
    const value = { a: "\u001b[31m\u009b2J\u202e\u2028", b: ["é", "日本"] }
    const text = stringify(value)
    // oxlint-disable-next-line no-control-regex
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202e]/)
    expect(JSON.parse(text)).toEqual(value)
    expect(text).toContain("日本")
  })
})
