import { expect, it } from "vitest"

import { grantOf } from "./grant-text.ts"

it.each([
  "",
  "null",
  "{}",
  '{"accounts":["salesdata/work"]}',
  '{"readOnly":"no"}',
  '{"readOnly":false,"tools":"all"}',
  '{"readOnly":false,"creditsPerDay":-1}'
])("%j, which is no grant, grants nothing", (text) => {
  expect(grantOf(text)).toEqual({ plugins: [], accounts: [], tools: [], readOnly: true, creditsPerDay: 0 })
})
