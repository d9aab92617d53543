import { expect, it } from "vitest"

import { jsonBeginning } from "./beginning.ts"

const answer = { id: 7, tags: ["new", "late"], owner: null, parts: { count: 2, list: [], map: {} }, gone: undefined }

it("is the whole JSON of a short value, and a text as it is", () => {
  expect(jsonBeginning(answer, 1_000)).toBe(JSON.stringify(answer))
  expect(jsonBeginning("a\nb", 1_000)).toBe("a\nb")
  expect(jsonBeginning(undefined, 1_000)).toBe("null")
})

it("ends a little after the wanted length, however long the value is", () => {
  const text = "x".repeat(1_000_000)
  for (const value of [text, [text, text], { [text]: text }, Array.from({ length: 100_000 }, () => answer)]) {
    const beginning = jsonBeginning(value, 100)
    expect(beginning.length).toBeGreaterThan(100)
    expect(beginning.length).toBeLessThan(320)
  }
})
