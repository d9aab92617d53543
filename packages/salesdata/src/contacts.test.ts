import { expect, it } from "vitest"

import { byUsefulness, emailTone } from "./contacts.ts"

it.each([
  [null, "neutral"],
  ["verified", "good"],
  ["valid", "good"],
  ["deliverable", "good"],
  ["safe to send", "good"],
  ["risky", "warning"],
  ["unverified", "neutral"],
  ["invalid", "warning"],
  ["bounced", "warning"],
  ["undeliverable", "warning"],
  ["verified_invalid", "warning"],
  ["valid_format", "neutral"],
  ["valid-catch-all", "neutral"]
])("an address with the status %s has the tone %s", (status, tone) => {
  expect(emailTone(status)).toBe(tone)
})

it("sorts addresses by usefulness, and keeps the provider's order where that is equal", () => {
  const emails = ["bounced", null, "valid", "unknown", "verified"].map((status, at) => ({
    value: `${at}@firm.example`,
    kind: null,
    status
  }))
  expect(byUsefulness(emails).map(({ status }) => status)).toEqual(["valid", "verified", null, "unknown", "bounced"])
})
