import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { expect, it } from "vitest"

import { forPages } from "./failures.ts"

const fixOf = (reason: Reason, operation = "enrichPerson") =>
  forPages(new ProviderError({ provider: "salesdata", operation, reason })).reason.fix

const cap = (what: string): Reason => ({ _tag: "Refused", guard: "cap", what, fix: "Raise it." })

it.each([
  ["49 of the day cap of 50 credits are used.", "or wait until 00:00 UTC."],
  ["2 of the run cap of 3 credits are used.", "or restart the browser."]
])("%s %s", (what, advice) => {
  const fix = fixOf(cap(what))
  expect(fix).toBe(`Nothing was sent. Raise the cap in the settings, ${advice}`)
})

it("leaves advice that fits a page already", () => {
  expect(fixOf(cap("The price of this call is not known, and the account has a spending cap."))).toBe("Raise it.")
  expect(fixOf({ _tag: "Unauthorized", what: "The key was rejected.", fix: "Check it." })).toBe("Check it.")
})

it.each(["accounts", "connect"])("speaks of the options, not of variables, where the account is missing: %s", (of) => {
  expect(fixOf({ _tag: "Unauthorized", what: "No account.", fix: "Set INLAY_X." }, of)).toMatch(/Open the options/)
})
