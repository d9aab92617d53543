import type { Reason } from "@inlay/core-http/ProviderError"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import { errorJson, failure, statusOf } from "./failure.ts"

const what = "Something happened."
const of = (reason: Reason) => new ProviderError({ provider: "sample", operation: "test", reason })

describe("the status of a failure", () => {
  it.each<[number, Reason]>([
    [400, { _tag: "Invalid", what, fields: [] }],
    // A provider that rejects an account's key says nothing about the hub's token.
    [424, { _tag: "Unauthorized", what }],
    [403, { _tag: "Forbidden", what }],
    [404, { _tag: "NotFound", what }],
    [409, { _tag: "Conflict", what }],
    [429, { _tag: "RateLimited", what, retryAfterSeconds: 1.5 }],
    [429, { _tag: "QuotaExhausted", what }],
    [502, { _tag: "Unavailable", what, status: 500 }],
    [504, { _tag: "Timeout", what, sent: true }],
    [502, { _tag: "Transport", what, sent: true }],
    [502, { _tag: "Decode", what }],
    [400, { _tag: "Refused", what, guard: "endpoint" }],
    [400, { _tag: "Refused", what, guard: "header" }],
    [400, { _tag: "Refused", what, guard: "baseAddress" }],
    [400, { _tag: "Refused", what, guard: "signIn" }],
    [502, { _tag: "Refused", what, guard: "redirect" }],
    [403, { _tag: "Refused", what, guard: "cap" }],
    [403, { _tag: "Refused", what, guard: "restriction" }],
    [403, { _tag: "Refused", what, guard: "readOnly" }],
    [409, { _tag: "Refused", what, guard: "unknownCharge" }],
    [409, { _tag: "Refused", what, guard: "uncached" }],
    [503, { _tag: "Refused", what, guard: "ledger" }],
    [503, { _tag: "Refused", what, guard: "vault" }]
  ])("%i: %j", (status, reason) => {
    expect(statusOf(of(reason))).toBe(status)
  })

  it("says when to come back, and never sooner than the provider does", () => {
    const answer = failure(of({ _tag: "RateLimited", what, retryAfterSeconds: 1.5 }))
    expect(answer.headers["retry-after"]).toBe("2")
  })

  it("has words and, for a button, the remedy as a fact", () => {
    expect(errorJson(of({ _tag: "Unauthorized", what, remedy: { to: "checkKey" } }))).toMatchObject({
      error: { reason: "Unauthorized", remedy: { to: "checkKey" }, fix: expect.stringContaining("key") }
    })
  })
})
