import { describe, expect, it } from "vitest"

import * as AnswerSize from "./AnswerSize.ts"
import { withHiddenCharacters } from "./hidden-characters.ts"

const TURNED = "\u202Eabc\u202C"

describe("an output with its hidden characters", () => {
  it("is the same if there are none", () => {
    const output = { text: "می\u200Cخواهم\r\n", list: [1, null] }
    expect(withHiddenCharacters(output, {})).toBe(output)
  })

  it("names the places without changing text", () => {
    expect(withHiddenCharacters({ text: TURNED, n: 1 }, {})).toEqual({
      text: TURNED,
      n: 1,
      hidden_characters: [expect.stringMatching(/^text: /)]
    })
  })

  it("counts the places if naming them would exceed the answer's size", () => {
    const items = Array.from({ length: 15 }, () => ({ text: TURNED, more: "x".repeat(1_024) }))
    const output = { items }
    expect(AnswerSize.bytesOf(output)).toBeLessThan(AnswerSize.DEFAULT_BYTES)
    expect(withHiddenCharacters(output, {})).toEqual({ items, hidden_characters: ["in at least 15 places"] })
    expect(withHiddenCharacters(output, { max_kb: 32 })).toMatchObject({ hidden_characters: { length: 15 } })
  })
})
