import { plugin } from "@inlay/salesdata/browser"
import { describe, expect, it } from "vitest"

import { normalise, problems } from "./values.ts"

const field = { name: "cap", label: "Cap", help: "", type: "number", secret: false, required: false } as const
const text = { ...field, name: "path", type: "text" } as const

describe("a number", () => {
  it.each([
    ["0,5", "0.5"],
    [" 12,25 ", "12.25"],
    ["0,125", "0.125"],
    ["1.5", "1.5"],
    ["40", "40"],
    ["٥٠", "50"],
    ["۱۲", "12"],
    ["٠٫٥", "0.5"]
  ])("may be typed as %s", (typed, number) => {
    const values = normalise([field], { cap: typed })
    expect(values).toEqual({ cap: number })
    expect(problems([field], values, null)).toEqual({})
  })

  it.each(["1,234", "12,345", "1,234,567", "1,5,5", "five", "-1", "1.234,5", "١٬٢٣٤"])(
    "is not guessed from %s, where the comma may stand for thousands",
    (typed) => expect(problems([field], normalise([field], { cap: typed }), null)).toHaveProperty("cap")
  )
})

it("a file is sent as it is", () => {
  const file = { ...text, type: "file" } as const
  expect(normalise([file], { path: " {}\n" })).toEqual({ path: " {}\n" })
})

it("a comma in a text stays", () => expect(normalise([text], { path: "a,5" })).toEqual({ path: "a,5" }))

it("what is stored was accepted once, perhaps in another language, and is not judged again", () => {
  const stored = { values: { cap: "1,500" }, hasSecret: {} }
  expect(problems([field], { cap: "1,500" }, stored)).toEqual({})
  expect(problems([field], { cap: "1,501" }, stored)).toHaveProperty("cap")
})

it("a required field may be left empty only if it has a default", () => {
  const path = { ...text, required: true }
  expect(problems([path], { path: "" }, null)).toHaveProperty("path")
  expect(problems([{ ...path, default: "/v1" }], { path: "" }, null)).toEqual({})
})

describe("an account of sales data", () => {
  const fields = plugin.accountKinds[0]?.fields ?? []
  const base = { base_url: "https://api.example", api_key: "k" }
  it.each([
    ["base_url", "https://api.example/v1", true],
    ["base_url", "http://localhost:4680", true],
    ["base_url", "http://127.0.0.1:4680/v1", true],
    ["base_url", "http://api.example", false],
    ["base_url", "https://user:pass@api.example", false],
    ["base_url", "https://:pass@api.example", false],
    ["base_url", "https://user@api.example", false],
    ["base_url", "https://api.example/?key=1", false],
    ["base_url", "https://api.example/#key", false],
    ["base_url", "http://not-localhost:4680", false],
    ["base_url", "https://api.example/ v1", false],
    ["base_url", "ftp://api.example", false],
    ["base_url", "api.example", false],
    ["cap_day", "0", true],
    ["cap_day", "12.5", true],
    ["cap_day", "-1", false],
    ["cap_day", "Infinity", false]
  ])("accepts %s %s: %s", (name, value, accepted) => {
    const problem = problems(fields, normalise(fields, { ...base, [name]: value }), null)
    expect(problem[name] === undefined).toBe(accepted)
  })
})
