import { expect, it } from "vitest"

import { grantOf, PROPOSED, tokenOf, type TokenForm } from "./grant-form.ts"

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
  // With none, everything that costs is refused.
  expect(grantOf({ ...PROPOSED, credits: "0" })).toEqual({
    problem: undefined,
    grant: { readOnly: false, creditsPerDay: 0 }
  })
  for (const credits of ["x", "-1", "1e999"]) expect(grantOf({ ...PROPOSED, credits }).problem).toMatch(/number/)
})

const form: TokenForm = {
  name: " ci ",
  readOnly: true,
  manages: false,
  plugins: [],
  accounts: ["codehost/main"],
  tools: ["codehost_get_commit"],
  credits: "5",
  days: ""
}

it("limits a token to what was chosen", () => {
  expect(tokenOf(form)).toEqual({
    problems: {},
    token: {
      name: "ci",
      grant: { readOnly: true, accounts: ["codehost/main"], tools: ["codehost_get_commit"], creditsPerDay: 5 }
    }
  })
})

it("drops all limits for a managing token, whatever was chosen before", () => {
  expect(tokenOf({ ...form, manages: true, days: "7" }).token).toEqual({
    name: "ci",
    grant: { readOnly: false, manages: true },
    expiresInDays: 7
  })
})

it.each([
  [{ name: " " }, "name"],
  [{ credits: "-1" }, "credits"],
  [{ credits: "much" }, "credits"],
  [{ days: "0" }, "days"],
  [{ days: "soon" }, "days"]
])("%j is wrong, rather than no limit", (changes, field) => {
  expect(Object.keys(tokenOf({ ...form, ...changes }).problems)).toEqual([field])
})
