import { expect, it } from "vitest"

import { limitRows } from "./account-text.ts"

it.each([
  ["4999 of 5000 left", "4,999 of 5,000 left"],
  ["0.12345 left", "0.12345 left"],
  ["2026-12-04", "2026-12-04"]
])("groups the digits of numbers, not those of a date: %s", (value, text) => {
  expect(limitRows([{ label: "Limit", value }])).toEqual([["Limit", text]])
})
