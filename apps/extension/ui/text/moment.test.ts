import { expect, it } from "vitest"

import { checkedNote } from "./moment.ts"

const DAY_MILLIS = 86_400_000
const NOW = Date.UTC(2026, 10, 22)

it.each([
  // This computer's clock is behind.
  [-1, "checked today"],
  [0, "checked today"],
  [1, "checked 1 day ago"],
  [60, "checked 60 days ago"],
  // A month is 30.44 days, so two of them never read as one.
  [61, "checked 2 months ago"],
  [365, "checked 11 months ago"],
  [400, "checked 13 months ago"],
  [2500, "checked 6 years ago"]
])("a check of %i days ago is %s", (days, text) => {
  expect(checkedNote(new Date(NOW - days * DAY_MILLIS).toISOString(), NOW)?.text).toBe(text)
})
