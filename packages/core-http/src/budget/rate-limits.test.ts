import { assert, describe, it } from "@effect/vitest"

import { NOW, rateLimitHeaders } from "../../tests/rate-limit-headers.ts"
import { readRateLimit, readRetryAfter } from "./Budget.ts"

describe("rate-limit headers", () => {
  it.each<readonly [string, Record<string, string>, ReturnType<typeof readRateLimit>]>([
    ["none", { date: "x" }, undefined],
    [
      "x-ratelimit-*, Unix time in seconds",
      rateLimitHeaders(3, NOW + 60_000),
      { limit: 10, remaining: 3, resetsAtMillis: NOW + 60_000 }
    ],
    [
      "ratelimit-*, seconds from now",
      { "ratelimit-remaining": "0", "ratelimit-reset": "30" },
      { remaining: 0, resetsAtMillis: NOW + 30_000 }
    ],
    [
      "Unix time in milliseconds",
      { "x-ratelimit-remaining": "1", "x-ratelimit-reset": String(NOW + 5_000) },
      { remaining: 1, resetsAtMillis: NOW + 5_000 }
    ],
    [
      "fractions",
      { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "0.5" },
      { remaining: 1, resetsAtMillis: NOW + 500 }
    ],
    [
      "a reset decades ahead",
      rateLimitHeaders(0, NOW + 1e12),
      { limit: 10, remaining: 0, resetsAtMillis: NOW + 3_600_000 }
    ],
    [
      "a reset beside a date of 1990",
      { ...rateLimitHeaders(0, NOW + 60_000), date: "Mon, 01 Jan 1990 00:00:00 GMT" },
      { limit: 10, remaining: 0, resetsAtMillis: NOW + 3_600_000 }
    ],
    [
      "an unreadable limit",
      { "x-ratelimit-limit": "lots", "x-ratelimit-remaining": "1", "x-ratelimit-reset": "1" },
      { remaining: 1, resetsAtMillis: NOW + 1_000 }
    ],
    [
      "a moment told by a clock that is seven minutes behind",
      { ...rateLimitHeaders(1, NOW - 360_000), date: new Date(NOW - 420_000).toUTCString() },
      { limit: 10, remaining: 1, resetsAtMillis: NOW + 60_000 }
    ],
    [
      "an answer that was some seconds on its way",
      { ...rateLimitHeaders(1, NOW + 60_000), date: new Date(NOW - 5_000).toUTCString() },
      { limit: 10, remaining: 1, resetsAtMillis: NOW + 60_000 }
    ],
    [
      "seconds from now, whatever the clock",
      { "ratelimit-remaining": "1", "ratelimit-reset": "60", date: new Date(NOW - 420_000).toUTCString() },
      { remaining: 1, resetsAtMillis: NOW + 60_000 }
    ],
    [
      "an invalid date",
      { ...rateLimitHeaders(1, NOW + 60_000), date: "yesterday" },
      { limit: 10, remaining: 1, resetsAtMillis: NOW + 60_000 }
    ],
    ["no reset", { "x-ratelimit-remaining": "1" }, undefined],
    ["no remaining", { "x-ratelimit-reset": "1" }, undefined],
    ["empty", { "x-ratelimit-remaining": "", "x-ratelimit-reset": "1" }, undefined],
    ["negative", { "x-ratelimit-remaining": "-1", "x-ratelimit-reset": "1" }, undefined],
    ["not a number", { "x-ratelimit-remaining": "NaN", "x-ratelimit-reset": "1" }, undefined],
    ["infinite", { "x-ratelimit-remaining": "1", "x-ratelimit-reset": "Infinity" }, undefined],
    ["in microseconds", { "ratelimit-remaining": "0", "ratelimit-reset": `${NOW}000` }, undefined],
    ["in nanoseconds", { "ratelimit-remaining": "0", "ratelimit-reset": `${NOW}000000` }, undefined],
    ["of too many digits", { "x-ratelimit-remaining": "9".repeat(400), "x-ratelimit-reset": "1" }, undefined],
    ["hexadecimal", { "x-ratelimit-remaining": "0x10", "x-ratelimit-reset": "1" }, undefined]
  ])("%s", (_, headers, expected) => {
    assert.deepStrictEqual(readRateLimit(headers, NOW), expected)
  })
})

describe("Retry-After", () => {
  it.each<readonly [string | undefined, number | undefined]>([
    [undefined, undefined],
    ["", undefined],
    ["0", 0],
    ["7", 7],
    [" 7 ", 7],
    ["1.5", 1.5],
    ["999999999", 86_400],
    ["9".repeat(40), 86_400],
    ["999999999999999.5", 86_400],
    ["Fri, 01 Jan 2500 00:00:00 GMT", 86_400],
    ["Tue, 10 Mar 2026 12:00:30 GMT", 30],
    ["Tuesday, 10-Mar-26 12:00:30 GMT", 30],
    ["Tue, 10 Mar 2026 11:59:00 GMT", 0],
    ["Tue, 10 Mar 2026 12:00:30", undefined],
    ["-5", undefined],
    ["1e3", undefined],
    ["soon", undefined],
    ["in 5 minutes", undefined]
  ])("%o is %o seconds", (value, expected) => {
    assert.strictEqual(readRetryAfter(value === undefined ? {} : { "retry-after": value }, NOW), expected)
  })

  const WAIT_TO = "Tue, 10 Mar 2026 12:00:30 GMT"
  it.each([
    ["ahead of the provider's", 7 * 60_000, "Tue, 10 Mar 2026 12:00:00 GMT", 30],
    ["behind the provider's", -7 * 60_000, "Tue, 10 Mar 2026 12:00:00 GMT", 30],
    ["the same, some seconds after the response was written", 4_000, "Tue, 10 Mar 2026 12:00:00 GMT", 26],
    ["compared with no valid date", 10_000, "today", 20]
  ])("as a date, with a clock that is %s", (_, aheadMillis, date, expected) => {
    assert.strictEqual(readRetryAfter({ "retry-after": WAIT_TO, date }, NOW + aheadMillis), expected)
  })
})
