import { expect, it } from "vitest"

import { common } from "./words.ts"

it.each([
  ["Work e-mail", "Copy work e-mail"],
  ["E-mail", "Copy e-mail"],
  ["Settings for Claude Code", "Copy settings for Claude Code"],
  ["ABN", "Copy ABN"],
  ["JSON", "Copy JSON"],
  ["TypeScript", "Copy TypeScript"]
])("what is copied keeps the capitals that are part of a name: %s", (label, text) => {
  expect(common.copy(label)).toBe(text)
})
