import { expect, it } from "vitest"

import { grantOf, PROPOSED } from "./pairing-form.ts"

it("proposes a limit of credits, which can be cleared", () => {
  expect(grantOf(PROPOSED)).toEqual({ problem: undefined, grant: { readOnly: false, creditsPerDay: 50 } })
  expect(grantOf({ ...PROPOSED, credits: " " }).grant).toEqual({ readOnly: false })
})

it("leaves out empty limits, and reports a limit that is not a number", () => {
  expect(grantOf({ ...PROPOSED, plugins: ["salesdata"], accounts: ["salesdata/work"] }).grant).toEqual({
    readOnly: false,
    plugins: ["salesdata"],
    accounts: ["salesdata/work"],
    creditsPerDay: 50
  })
  for (const credits of ["x", "-1", "1e999"]) expect(grantOf({ ...PROPOSED, credits }).problem).toMatch(/number/)
})
