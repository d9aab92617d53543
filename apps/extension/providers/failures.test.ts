import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { expect, it } from "vitest"

import { failureOf, forPages } from "./failures.ts"

const fixOf = (reason: Reason, operation = "enrichPerson") =>
  forPages(new ProviderError({ provider: "salesdata", operation, reason })).reason.fix

const cap = (kind?: "day" | "run"): Reason => ({
  _tag: "Refused",
  guard: "cap",
  what: "Some words about the day cap.",
  fix: "Raise it.",
  ...(kind !== undefined && { cap: { kind, limit: 50, spent: 49 } })
})

it.each([
  ["day", /Raise the cap in the settings, or wait until 00:00 UTC\.$/],
  ["run", /Raise the cap in the settings, or restart the browser\.$/],
  [undefined, /Enter the lookup’s price in the settings, or clear the cap\.$/]
] as const)("%s cap: by the fact, whatever the words", (kind, advice) => {
  expect(fixOf(cap(kind))).toMatch(advice)
})

it("leaves advice that fits a page already, and what is known besides", () => {
  expect(fixOf({ _tag: "Unauthorized", what: "The key was rejected.", fix: "Check it." })).toBe("Check it.")
  const open = new ProviderError({
    provider: "codehost",
    operation: "createIssue",
    reason: { _tag: "Refused", guard: "ledger", what: "No.", fix: "Repair." },
    charged: "unknown",
    outcome: "unknown"
  })
  expect(failureOf(open)).toMatchObject({ charged: "unknown", outcome: "unknown", what: "No." })
})

it("tells a key that cannot be sent from one that the provider refuses", () => {
  const reason = { _tag: "Unauthorized", what: "The key holds a line break.", fix: "Check it." } as const
  const tell = (more: object) =>
    failureOf(new ProviderError({ provider: "salesdata", operation: "enrichPerson", reason: { ...reason, ...more } }))
  expect(tell({ sent: false }).sent).toBe(false)
  expect(tell({})).not.toHaveProperty("sent")
})

it.each(["accounts", "connect"])("speaks of the options, not of variables, where the account is missing: %s", (of) => {
  expect(fixOf({ _tag: "Unauthorized", what: "No account.", fix: "Set INLAY_X." }, of)).toMatch(/Open the options/)
})
