import { describe, expect, it } from "vitest"

import { failureOf } from "./errors.ts"

const reason = (status: number, body: unknown = {}, headers: Record<string, string> = {}) =>
  failureOf({ status, body, headers, receivedAtMillis: Date.parse("2026-01-01T00:00:00Z") })

describe("what an answer means", () => {
  it.each<[string, number, unknown, Record<string, string>, string | undefined]>([
    ["a record", 200, { id: "itm_1" }, {}, undefined],
    ["nothing to say", 204, null, {}, undefined],
    ["a wrong token", 401, { message: "Bad token" }, {}, "Unauthorized"],
    ["a token without the right", 403, { message: "Needs the scope items" }, {}, "Forbidden"],
    ["throttling by 403", 403, { message: "Slow down" }, { "retry-after": "30" }, "RateLimited"],
    ["throttling by 429", 429, {}, {}, "RateLimited"],
    ["nothing there", 404, { message: "Not found" }, {}, "NotFound"],
    ["a conflict", 409, {}, {}, "Conflict"],
    ["a rejected body", 422, { message: "name is too long" }, {}, "Invalid"],
    ["a failed provider", 500, { message: "boom" }, {}, "Unavailable"],
    ["a gateway's page", 502, undefined, {}, "Unavailable"]
  ])("%s (%i)", (_, status, body, headers, tag) => expect(reason(status, body, headers)?._tag).toBe(tag))

  it.each([
    [403, "30", 30],
    [429, "Thu, 01 Jan 2026 00:00:09 GMT", 9]
  ])("reads the wait of a %i from %j", (status, header, seconds) => {
    expect(reason(status, {}, { "retry-after": header })).toMatchObject({ retryAfterSeconds: seconds })
  })

  it("repeats the provider's sentence, and nothing else of its body", () => {
    const found = reason(422, { message: "name is too long", sent: "secret" })
    expect(found?.what).toContain("name is too long")
    expect(found?.what).not.toContain("secret")
  })
})
