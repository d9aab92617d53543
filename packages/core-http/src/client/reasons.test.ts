import { assert, describe, it } from "@effect/vitest"
import * as Duration from "effect/Duration"

import * as Client from "./Client.ts"

describe("reasonOfStatus", () => {
  const answer = (status: number, headers: Record<string, string> = {}): Client.RawAnswer => ({
    status,
    headers,
    body: null,
    receivedAtMillis: Date.UTC(2026, 2, 10, 12)
  })

  it.each([200, 201, 204, 304, 399])("%i is not a failure", (status) => {
    assert.isUndefined(Client.reasonOfStatus(answer(status)))
  })

  it.each([
    [400, "Invalid", "rejected the request (400)"],
    [401, "Unauthorized", "rejected the account's key"],
    [402, "QuotaExhausted", "plan is used up"],
    [403, "Forbidden", "lacks a right"],
    [404, "NotFound", "nothing at this address"],
    [405, "Invalid", "(405)"],
    [408, "Unavailable", "gave up waiting"],
    [409, "Conflict", "conflict"],
    [410, "NotFound", "nothing at this address"],
    [413, "Invalid", "(413)"],
    [415, "Invalid", "(415)"],
    [418, "Invalid", "(418)"],
    [422, "Invalid", "(422)"],
    [429, "RateLimited", "rate limit"],
    [498, "Invalid", "(498)"],
    [499, "Unavailable", "gave up waiting"],
    [500, "Unavailable", "failed (500)"],
    [501, "Unavailable", "failed (501)"],
    [502, "Unavailable", "failed (502)"],
    [503, "Unavailable", "failed (503)"],
    [504, "Unavailable", "failed (504)"],
    [599, "Unavailable", "failed (599)"]
  ])("%i is %s: %s", (status, tag, words) => {
    const reason = Client.reasonOfStatus(answer(status))
    assert.strictEqual(reason?._tag, tag)
    assert.include(reason?.what, words)
    assert.isDefined(reason?.remedy)
    if (reason?._tag === "Unavailable") assert.strictEqual(reason.status, status)
  })

  it.each<readonly [Record<string, string>, number | undefined]>([
    [{}, undefined],
    [{ "retry-after": "7" }, 7],
    [{ "retry-after": "Tue, 10 Mar 2026 12:00:30 GMT" }, 30],
    [{ "retry-after": "soon" }, undefined]
  ])("429 and 503 with %o wait %o s", (headers, seconds) => {
    const throttle = Client.reasonOfStatus(answer(429, headers))
    assert.strictEqual(throttle?._tag === "RateLimited" ? throttle.retryAfterSeconds : -1, seconds)
    const unavailable = Client.reasonOfStatus(answer(503, headers))
    assert.strictEqual(unavailable?._tag === "Unavailable" ? unavailable.retryAfterSeconds : -1, seconds)
  })

  it.each([
    ["", "rejected the account's key."],
    ["expired", "rejected the account's key: “expired.”"],
    ["It expired.", "rejected the account's key: “It expired.”"],
    [" \n", "rejected the account's key."]
  ])("with the provider's words %o is a sentence", (detail, words) => {
    assert.strictEqual(Client.reasonOfStatus(answer(401), detail)?.what, `The provider ${words}`)
  })

  it("repeats the provider's words on one clean, short line", () => {
    const reason = Client.reasonOfStatus(answer(422), `no\u202e such\n\nfield ${"x".repeat(500)}`)
    assert.include(reason?.what, ": “no such field xxx")
    assert.isBelow(reason?.what.length ?? 0, 300)
  })
})

it.each([
  [30_000, "30 s"],
  // What is left of a call's time when its request is sent.
  [29_997, "30 s"],
  [27_340, "27.4 s"],
  [200, "0.2 s"]
])("says of a limit of %i ms that there was no answer within %s", (millis, words) => {
  assert.strictEqual(Client.timedOut(Duration.millis(millis), true).what, `No answer within ${words}.`)
})
