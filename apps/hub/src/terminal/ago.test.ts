import { expect, it } from "vitest"

import { ago } from "./ago.ts"

it.each([
  [0, "just now"],
  [999, "just now"],
  [1_000, "1 second ago"],
  [119_000, "1 minute ago"],
  [2 * 3_600_000, "2 hours ago"],
  [40 * 86_400_000, "40 days ago"],
  [-5_000, "just now"]
])("%i ms", (past, words) => {
  expect(ago(1_000_000 - past, 1_000_000)).toBe(words)
})
