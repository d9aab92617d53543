import { describe, expect, it } from "vitest"

import { failures } from "./errors.ts"
import { keysOfAnswer } from "./judges.ts"
import { allJudges } from "./search-judge.ts"

const failureOf = failures(allJudges)

const PERSON = "/enrich/person"
const record = { success: true, person: { full_name: "Jane Doe" } }

const reason = (status: number, body: unknown, path = PERSON, headers: Record<string, string> = {}) =>
  failureOf({ status, body, headers, receivedAtMillis: Date.parse("2026-11-21T00:00:00Z") }, path)

describe("the meaning of a response", () => {
  it.each<[string, number, unknown, string, string | undefined]>([
    ["a record", 200, record, PERSON, undefined],
    ["null", 200, null, PERSON, undefined],
    ["an empty object", 200, {}, PERSON, undefined],
    ["an empty list", 200, [], PERSON, undefined],
    ["a record that is null", 200, { success: true, person: null }, PERSON, undefined],
    ["match: false", 200, { match: false }, PERSON, undefined],
    ["a failure that says not found", 200, { success: false, message: "Person not found" }, PERSON, undefined],
    ["404 about the person", 404, { message: "No person matches" }, PERSON, undefined],
    ["404 without words", 404, {}, PERSON, undefined],
    ["500 with the words of a miss", 500, { message: "person not found" }, PERSON, "Unavailable"],
    ["404 whose body is about a 503", 404, { status: 503 }, PERSON, "Unavailable"],
    ["a failure that denies a match", 200, { success: false, match: false, message: "odd" }, PERSON, undefined],
    ["no charge, and nothing else to read", 200, { credits_charged: 0, ok: true }, PERSON, undefined],
    ["no charge beside data that is not understood", 200, { credits_charged: 0, blob: { a: 1 } }, PERSON, "Decode"],
    ["404 that ran out of time", 404, { message: "Upstream timed out" }, PERSON, "Unavailable"],
    ["400 for a miss", 400, { error: { code: "no_match" } }, PERSON, undefined],
    ["404 with no body", 404, null, PERSON, undefined],
    ["404 about the path", 404, { message: "Cannot POST /v2/enrich/person" }, PERSON, "NotFound"],
    ["404 that is a page", 404, undefined, PERSON, "NotFound"],
    ["405, as a web site answers", 405, undefined, PERSON, "NotFound"],
    ["a failure elsewhere, with 200", 200, { success: false, message: "odd" }, "/account", "Unavailable"],
    ["throttling by words elsewhere", 403, { message: "Too many requests" }, "/account", "RateLimited"],
    ["no credits elsewhere", 422, { message: "Not enough credits" }, "/account", "QuotaExhausted"],
    ["a wrong key elsewhere, with 200", 200, { error: "invalid_api_key" }, "/account", "Unauthorized"],
    ["404 elsewhere", 404, { message: "not found" }, "/account", "NotFound"],
    ["throttling by status", 429, { message: "slow down" }, PERSON, "RateLimited"],
    ["throttling by body", 200, { success: false, code: "rate_limited" }, PERSON, "RateLimited"],
    ["throttling by words in a 503", 503, { message: "Too many requests" }, PERSON, "RateLimited"],
    ["throttling words in a 500 prove nothing", 500, { message: "rate limit store down" }, PERSON, "Unavailable"],
    ["404 about the key", 404, { message: "API key not found" }, PERSON, "Unauthorized"],
    ["500 about a part of the provider", 500, { message: "Database host not found" }, PERSON, "Unavailable"],
    ["a record beside an empty error", 200, { error: "", person: { full_name: "Jane" } }, PERSON, undefined],
    ["a wrong key", 401, { message: "Invalid API key" }, PERSON, "Unauthorized"],
    ["a wrong key with 200", 200, { success: false, error: "invalid_api_key" }, PERSON, "Unauthorized"],
    ["a key without the right", 403, { message: "plan does not include search" }, "/search/people", "Forbidden"],
    [
      "403 that mentions a rate limit is still about rights",
      403,
      { message: "rate limit add-on required" },
      PERSON,
      "Forbidden"
    ],
    ["no credits by status", 402, { code: "insufficient_credits" }, PERSON, "QuotaExhausted"],
    ["no credits by body", 200, { success: false, code: "insufficient_credits" }, PERSON, "QuotaExhausted"],
    ["a conflict", 409, {}, PERSON, "Conflict"],
    ["a rejected body", 422, { message: "email is malformed" }, PERSON, "Invalid"],
    ["a rejected request", 400, { message: "bad json" }, PERSON, "Invalid"],
    ["a failed provider", 500, { message: "boom" }, PERSON, "Unavailable"],
    ["a gateway's page", 502, null, PERSON, "Unavailable"],
    ["an unnamed failure with 200", 200, { success: false, message: "try later" }, PERSON, "Unavailable"],
    ["an empty search", 200, { people: [] }, "/search/people", undefined],
    ["a search that fails with not found words", 500, { message: "no results" }, "/search/people", "Unavailable"]
  ])("%s (%i)", (_, status, body, path, tag) => expect(reason(status, body, path)?._tag).toBe(tag))

  it("names the status that the body states, if the HTTP status says nothing of a failure", () => {
    expect(reason(200, { status: 503, message: "boom" })).toMatchObject({ _tag: "Unavailable", status: 503 })
  })

  it.each([
    { email: "a@b.co", person: null },
    { status: "not_found", email: "a@b.co" },
    { domain: "a.co", company: null },
    { person: {} }
  ])("treats %j, which only echoes the question, as no match", (body) => {
    expect(keysOfAnswer("person", { status: 200, body }, [])).toBeUndefined()
    expect(keysOfAnswer("company", { status: 200, body }, [])).toBeUndefined()
  })

  it.each([
    ["7", 7],
    ["Sat, 21 Nov 2026 00:00:09 GMT", 9],
    [undefined, undefined],
    ["soon", undefined]
  ])("reads Retry-After %s", (header, seconds) => {
    const failure = reason(429, {}, PERSON, header === undefined ? {} : { "retry-after": header })
    expect(failure?._tag === "RateLimited" ? failure.retryAfterSeconds : "another reason").toBe(seconds)
  })

  it("never repeats a long body or invisible characters", () => {
    const failure = reason(422, { message: `bad\u202E\u0000 ${"x".repeat(5000)}` })
    expect(failure?.what.length).toBeLessThan(300)
    expect(failure?.what).not.toContain("\u0000")
    expect(failure?.what).not.toContain("\u202E")
  })
})
