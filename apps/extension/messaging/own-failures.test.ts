import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { StorageError } from "@inlay/core-http/StorageError"
import { expect, it } from "vitest"

import { DatabaseClosed } from "./database-closed.ts"
import { failureOf } from "./own-failures.ts"

const tell = (reason: Reason, more: object = {}) =>
  failureOf(new ProviderError({ provider: "salesdata", operation: "enrichPerson", reason, ...more }))

it("returns the facts of a refusal, and no text except what happened", () => {
  const cap = { kind: "day", limit: 50, spent: 49 } as const
  const remedy = { to: "raiseCap", cap: "day" } as const
  expect(tell({ _tag: "Refused", guard: "cap", what: "The cap is reached.", remedy, nothing: "sent", cap })).toEqual({
    reason: "Refused",
    operation: "enrichPerson",
    what: "The cap is reached.",
    guard: "cap",
    remedy,
    nothing: "sent",
    cap
  })
})

it("says what may have been charged or done", () => {
  const open = { charged: "unknown", outcome: "unknown" }
  expect(tell({ _tag: "Timeout", what: "No answer.", sent: true }, open)).toMatchObject({ ...open, what: "No answer." })
})

it("returns nothing of an answer that is not understood", () => {
  expect(tell({ _tag: "Decode", what: "No JSON." }, { raw: { email: "ada@a.example" } })).not.toHaveProperty("raw")
})

it("distinguishes a key that cannot be sent from one that the provider refuses", () => {
  const reason = { _tag: "Unauthorized", what: "The key holds a line break." } as const
  expect(tell({ ...reason, sent: false }).sent).toBe(false)
  expect(tell(reason)).not.toHaveProperty("sent")
})

it.each([
  [new DatabaseClosed("newer"), { is: "storage", why: "newer" }],
  [new DatabaseClosed("blocked"), { is: "storage", why: "blocked" }],
  [new Error("full"), { is: "storage", why: "failed", detail: "full" }]
])("names why the storage does not work: %s", (cause, own) => {
  const failure = failureOf(new StorageError({ operation: "ledger.spent", cause }))
  expect(failure).toMatchObject({ own, what: "", nothing: "sent" })
})
