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
