import { ProviderError } from "@inlay/core-http/ProviderError"
import { expect, it } from "vitest"

import { screenOf } from "../terminal/Screen.ts"
import { failureText } from "./report.ts"

it("says that credits may have been charged before it says how to settle that", () => {
  const error = new ProviderError({
    provider: "sample",
    operation: "greet",
    reason: { _tag: "Timeout", sent: true, what: "No answer within 2 s.", remedy: { to: "checkCharge" } },
    charged: "unknown"
  })
  const [what, charge, fix] = failureText(error, screenOf({ isTTY: false }, {})).split("\n")
  expect(what).toBe("Timeout: No answer within 2 s.")
  expect(charge?.trim()).toBe("Credits may have been charged.")
  expect(fix).toMatch(/^ {2}`inlay charges` lists it\./)
})
