import { makeMemory } from "@inlay/core-http/BudgetStore"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { beforeAll, describe, expect, it, vi } from "vitest"

import { failure, quota, reasonOf, report, service } from "../../../tests/service.ts"
import { MAX_SERVER_ERRORS } from "./gates.ts"
import { dayEnd, hourEnd, MAX_CONCURRENT } from "./windows.ts"

const { client, answer, asked, most, problems } = service()

/** The number of reports by programs that share a store. `pnpm test:full` runs 1,000. */
const REPORTS = Number(process.env["INLAY_REPORTS"] ?? 300)

/** The most time that a test takes. */
const TEST_MILLIS = 20_000

// Windows end on the hour, so a test must not begin in one hour and end in the next.
beforeAll(async () => {
  const remainingMillis = hourEnd(Date.now()) - Date.now()
  if (remainingMillis < TEST_MILLIS) await new Promise((resolve) => setTimeout(resolve, remainingMillis + 100))
})

const metric = [["sessions", "TYPE_INTEGER"]] as const
const input = { property: "1234", metrics: ["sessions"], dimensions: ["country"] }
const SHORT = { timeLimitMillis: 500 }
const answered = (consumed: number, remaining: Partial<Record<string, number>> = {}) => ({
  body: { ...report(["country"], metric, [["Fiji", "1"]]), ...quota(consumed, remaining) }
})

describe("the windows of the quota", () => {
  it.each([
    ["winter", "2026-11-22T16:00:00Z", "2026-11-23T08:00:00.000Z"],
    ["summer", "2026-07-01T06:59:00Z", "2026-07-01T07:00:00.000Z"],
    ["the day that has 25 hours", "2026-11-01T12:00:00Z", "2026-11-02T08:00:00.000Z"],
    ["the day that has 23 hours", "2026-03-08T12:00:00Z", "2026-03-09T07:00:00.000Z"],
    ["the last day of a year", "2026-12-31T20:00:00Z", "2027-01-01T08:00:00.000Z"]
  ])("end at midnight Pacific in %s", (_, now, end) => {
    expect(new Date(dayEnd(Date.parse(now))).toISOString()).toBe(end)
  })

  it("end with the hour", () => {
    expect(new Date(hourEnd(Date.parse("2026-11-22T16:59:59Z"))).toISOString()).toBe("2026-11-22T17:00:00.000Z")
  })
})

describe("the quota of a property", () => {
  it("follows the remaining quota in answers: without tokens left, nothing is sent", async () => {
    answer(() => answered(20, { tokensPerHour: 15 }))
    const { reports } = await client()
    await reports.run(input)
    // The same shape cost 20. An unknown shape is assumed to cost 10.
    expect(await reasonOf(reports.run(input, SHORT))).toMatchObject({
      _tag: "RateLimited",
      what: expect.stringMatching(/tokens per hour.*narrower date range/)
    })
    // Another page of it costs the same.
    expect(await reasonOf(reports.run({ ...input, offset: 100 }, SHORT))).toMatchObject({ _tag: "RateLimited" })
    await reports.run({ ...input, metrics: ["activeUsers"] })
    expect(asked()).toHaveLength(2)
  })

  it("is counted per property and per category", async () => {
    answer(() => answered(1, { tokensPerDay: 0 }))
    const { reports } = await client()
    await reports.run(input)
    const reason = await reasonOf(reports.run(input, SHORT))
    expect(reason).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: expect.any(Number) })
    await reports.run({ ...input, property: "5678" })
    await reports.realtime(input)
    expect(asked()).toHaveLength(3)
  })

  it("that is larger than the standard one is learned from answers", async () => {
    answer(() =>
      answered(13_990, { tokensPerProjectPerHour: 700_000, tokensPerHour: 2_000_000, tokensPerDay: 9_000_000 })
    )
    const { reports } = await client()
    await reports.run(input)
    await reports.run(input)
    expect(asked()).toHaveLength(2)
  })

  it("that is used up elsewhere stops further requests", async () => {
    answer(() =>
      failure(
        429,
        "RESOURCE_EXHAUSTED",
        "Exhausted property tokens for a project per hour. They return in under an hour."
      )
    )
    const { reports } = await client()
    for (let n = 0; n < 3; n++) {
      const reason = await reasonOf(reports.run(input, SHORT))
      expect(reason).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: expect.any(Number) })
    }
    expect(asked()).toHaveLength(1)
  })

  it("counts metadata, batches and calls of any kind", async () => {
    answer(({ target }) =>
      /batch/.test(target)
        ? { body: { reports: [answered(6).body, answered(7, { tokensPerHour: 12 }).body] } }
        : { body: {} }
    )
    const { reports, call } = await client()
    const { property, ...one } = input
    await reports.batch({ property, reports: [one, one] })
    // The two cost 13 together.
    expect(await reasonOf(reports.batch({ property, reports: [one, one] }, SHORT))).toMatchObject({
      _tag: "RateLimited"
    })
    await reports.metadata({ property })
    expect(await reasonOf(reports.compatibility(input, SHORT))).toMatchObject({ _tag: "RateLimited" })
    const raw = {
      operation: "apiCall",
      method: "POST",
      endpoint: "v1beta/properties/1234:runReport",
      body: {}
    } as const
    expect(await reasonOf(call(raw, SHORT))).toMatchObject({ _tag: "RateLimited" })
    expect(asked()).toHaveLength(2)
  })

  it("that is used up for the day stops requests until the next day, not for an hour", async () => {
    answer(() => failure(429, "RESOURCE_EXHAUSTED", "Exhausted property tokens per day."))
    vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T16:00:00Z") })
    try {
      const { reports } = await client()
      expect(await reasonOf(reports.run(input, SHORT))).toMatchObject({
        _tag: "QuotaExhausted",
        resetsAt: "2026-11-23T08:00:00.000Z"
      })
      vi.setSystemTime(Date.parse("2026-11-22T18:30:00Z"))
      expect(await reasonOf(reports.run(input, SHORT))).toMatchObject({ _tag: "RateLimited" })
      expect(asked()).toHaveLength(1)
      vi.setSystemTime(Date.parse("2026-11-23T08:00:01Z"))
      answer(() => answered(1))
      await reports.run(input)
      expect(asked()).toHaveLength(2)
    } finally {
      vi.useRealTimers()
    }
  })

  it("counts batches of pivot reports", async () => {
    answer(() => ({ body: { pivotReports: [answered(6, { tokensPerHour: 5 }).body] } }))
    const { reports, call } = await client()
    const endpoint = "v1beta/properties/1234:batchRunPivotReports"
    await call({ operation: "apiCall", method: "POST", endpoint, body: {} })
    expect(await reasonOf(reports.run(input, SHORT))).toMatchObject({ _tag: "RateLimited" })
    expect(asked()).toHaveLength(1)
  })

  it("never has more than ten concurrent requests", async () => {
    answer(() => answered(1))
    const { reports } = await client()
    await reports.run(input)
    // The first responses wait until the maximum number of requests is in progress. The extra delay would reveal a
    // request too many.
    answer(async () => {
      await vi.waitUntil(() => most() >= MAX_CONCURRENT, { timeout: TEST_MILLIS, interval: 5 })
      await new Promise((resolve) => setTimeout(resolve, 5))
      return answered(1)
    })
    await Promise.all(Array.from({ length: 199 }, () => reports.run(input)))
    expect(asked()).toHaveLength(200)
    expect(most()).toBe(MAX_CONCURRENT)
  })

  it("has fewer concurrent requests until the service has answered, and after a failure", async () => {
    const { reports } = await client()
    /** The number of 30 reports that are in progress at the same time. */
    const together = async (expected: number) => {
      const before = asked().length
      const gate = Promise.withResolvers<void>()
      answer(() => gate.promise.then(() => answered(1)))
      const all = Array.from({ length: 30 }, () => reports.run(input, SHORT).catch(() => undefined))
      await expect.poll(() => asked().length - before).toBe(expected)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(asked().length - before).toBe(expected)
      gate.resolve()
      await Promise.all(all)
    }
    await together(MAX_SERVER_ERRORS)
    await together(MAX_CONCURRENT)
    answer(() => failure(500, "INTERNAL", "Internal error encountered."))
    await reasonOf(reports.run(input))
    await together(MAX_SERVER_ERRORS - 1)
  })

  it("says when requests that exceed the time limit could be sent", async () => {
    answer(() => new Promise((resolve) => setTimeout(() => resolve(answered(1)), 300)))
    const { reports } = await client()
    const all = Array.from({ length: 60 }, () =>
      reports.run(input, { timeLimitMillis: 700 }).then(
        () => "answered",
        ({ reason }) => (reason.retryAfterSeconds > 0 ? reason._tag : reason)
      )
    )
    expect(new Set(await Promise.all(all))).toEqual(new Set(["answered", "RateLimited"]))
  })
})

describe("programs that share a store", () => {
  it(`never have more than ten of ${REPORTS} reports in progress, nor use more than the hour's tokens`, async () => {
    const store = makeMemory()
    const programs = [await client({}, store), await client({}, store)] as const
    const TOKENS = 20
    const tokensPerHour = REPORTS * 14
    let remaining = tokensPerHour
    answer(async () => {
      await new Promise((resolve) => setTimeout(resolve, 2))
      remaining -= TOKENS
      return answered(TOKENS, { tokensPerProjectPerHour: Math.max(0, remaining) })
    })
    const outcomes = await Promise.all(
      Array.from({ length: REPORTS }, (_, n) =>
        programs[n % 2 === 0 ? 0 : 1].reports.run(input, { timeLimitMillis: 20_000 }).then(
          () => "answered",
          ({ reason }) => (reason.retryAfterSeconds > 0 ? "told when" : reason)
        )
      )
    )
    expect(new Set(outcomes)).toEqual(new Set(["answered", "told when"]))
    expect(outcomes.filter((outcome) => outcome === "answered")).toHaveLength(tokensPerHour / TOKENS)
    expect(most()).toBeLessThanOrEqual(10)
    expect(remaining).toBe(0)
  })

  it("count each other's server errors", async () => {
    answer(() => failure(500, "INTERNAL", "Internal error encountered."))
    const store = makeMemory()
    const programs = [await client({}, store), await client({}, store)] as const
    const all = Array.from({ length: 40 }, (_, n) => programs[n % 2 === 0 ? 0 : 1].reports.run(input, SHORT))
    await Promise.all(all.map(reasonOf))
    expect(asked()).toHaveLength(MAX_SERVER_ERRORS)
  })
})

describe("a server error", () => {
  const failing = () => answer(() => failure(500, "INTERNAL", "Internal error encountered."))

  it("is not retried, and well before ten nothing more is sent", async () => {
    failing()
    const { reports } = await client()
    expect(await reasonOf(reports.run(input))).toMatchObject({ _tag: "Unavailable" })
    expect(asked()).toHaveLength(1)
    for (let n = 0; n < 12; n++) await reasonOf(reports.run(input, SHORT))
    expect(asked()).toHaveLength(MAX_SERVER_ERRORS)
    expect(await reasonOf(reports.run(input, SHORT))).toMatchObject({
      _tag: "RateLimited",
      nothing: "sent",
      what: expect.stringContaining("blocks the project")
    })
    // Other properties are not affected.
    await reasonOf(reports.run({ ...input, property: "5678" }))
    expect(asked()).toHaveLength(MAX_SERVER_ERRORS + 1)
  })

  it.each([
    ["a change leaves open whether it was made", "v1beta/properties/1234/audienceExports", "unknown"],
    ["a report leaves nothing open", "v1beta/properties/1234:runReport", undefined]
  ])("of %s", async (_, endpoint, outcome) => {
    failing()
    const { call } = await client()
    const error: unknown = await call({ operation: "apiCall", method: "POST", endpoint, body: {} }).catch((one) => one)
    expect((error as ProviderError).outcome).toBe(outcome)
    // Exports are not among the messages that a request is compared with.
    problems()
  })

  it("of concurrent requests counts before more are sent", async () => {
    failing()
    const { reports } = await client()
    await Promise.all(Array.from({ length: 50 }, () => reasonOf(reports.run(input, SHORT))))
    expect(asked()).toHaveLength(MAX_SERVER_ERRORS)
  })

  it("stops requests in time: at most ten fail when the service begins to fail", async () => {
    answer(() => answered(1))
    const { reports } = await client()
    await reports.run(input)
    answer(() => failure(500, "INTERNAL", "Internal error encountered."))
    await Promise.all(Array.from({ length: 50 }, () => reasonOf(reports.run(input, SHORT))))
    expect(asked().length - 1).toBeLessThanOrEqual(MAX_CONCURRENT)
    const count = asked().length
    await reasonOf(reports.run(input, SHORT))
    expect(asked()).toHaveLength(count)
  })

  it("is not assumed of reports that the service refuses", async () => {
    answer(() => failure(400, "INVALID_ARGUMENT", "Field shops is not a valid dimension."))
    const { reports } = await client()
    for (let n = 0; n < 12; n++) expect(await reasonOf(reports.run(input))).toMatchObject({ _tag: "Invalid" })
  })

  it("is not assumed of reports that were cancelled", async () => {
    const { reports } = await client()
    for (let n = 1; n <= 12; n++) {
      const abort = new AbortController()
      answer(() => {
        abort.abort()
        return new Promise(() => {})
      })
      await expect(reports.run(input, { signal: abort.signal })).rejects.toThrow("abort")
      expect(asked()).toHaveLength(n)
    }
    answer(() => answered(1))
    expect((await reports.run(input, SHORT)).rowCount).toBe(1)
  })

  it("is one of fifty for a property of the paid service level", async () => {
    answer(() => answered(1, { serverErrors: 50 }))
    const { reports } = await client()
    await reports.run(input)
    failing()
    for (let n = 0; n < 12; n++) await reasonOf(reports.run(input, SHORT))
    expect(asked()).toHaveLength(13)
  })

  it("of other programs counts as reported in answers", async () => {
    answer(() => answered(1, { serverErrors: 2 }))
    const { reports } = await client()
    await reports.run(input)
    expect(await reasonOf(reports.run(input, SHORT))).toMatchObject({ _tag: "RateLimited" })
    expect(asked()).toHaveLength(1)
  })
})

it("requests that may be thresholded have their own limit", async () => {
  answer(() => answered(1, { thresholded: 1 }))
  const { reports } = await client()
  const gender = { ...input, dimensions: ["userGender"] }
  answer(() => ({ body: { ...report(["userGender"], metric, []), ...quota(1, { thresholded: 1 }) } }))
  await reports.run(gender)
  await reports.run(gender)
  expect(await reasonOf(reports.run(gender, SHORT))).toMatchObject({ what: expect.stringContaining("thresholded") })
  await reports.run(input)
  expect(asked()).toHaveLength(3)
})

// "In a batch request, each report request is individually counted for this quota", says PropertyQuota.
it("each report of a batch that may be thresholded counts towards it", async () => {
  const cells = { ...report(["userGender"], metric, []), ...quota(1, { thresholded: 2 }) }
  answer(({ json }) => ({ body: { reports: json.requests.map(() => cells) } }))
  const { reports } = await client()
  const batch = (genders: number) => {
    const dimensions = [...Array.from({ length: genders }, () => ["userGender"]), ["country"]]
    return reports.batch(
      { property: "1234", reports: dimensions.map((of) => ({ metrics: input.metrics, dimensions: of })) },
      SHORT
    )
  }
  await batch(1)
  expect(await reasonOf(batch(3))).toMatchObject({ what: expect.stringContaining("thresholded") })
  await batch(2)
  expect(asked()).toHaveLength(2)
})

it("of the reports of a batch, the one that leaves the fewest counts", async () => {
  const cells = (thresholded: number) => ({ ...report(["userGender"], metric, []), ...quota(1, { thresholded }) })
  answer(() => ({ body: { reports: [cells(0), cells(90)] } }))
  const { reports } = await client()
  const gender = { metrics: input.metrics, dimensions: ["userGender"] }
  await reports.batch({ property: "1234", reports: [gender, gender] })
  const refused = await reasonOf(reports.run({ ...input, dimensions: ["userGender"] }, SHORT))
  expect(refused).toMatchObject({ what: expect.stringContaining("thresholded"), nothing: "sent" })
  expect(asked()).toHaveLength(1)
})

it("a request that may be thresholded counts even if it was cancelled", async () => {
  const { reports } = await client()
  const gender = { ...input, dimensions: ["userGender"] }
  answer(() => ({ body: { ...report(["userGender"], metric, []), ...quota(1, { thresholded: 1 }) } }))
  await reports.run(gender)
  const abort = new AbortController()
  answer(() => {
    abort.abort()
    return new Promise(() => {})
  })
  await expect(reports.run(gender, { signal: abort.signal })).rejects.toThrow("abort")
  expect(await reasonOf(reports.run(gender, SHORT))).toMatchObject({ what: expect.stringContaining("thresholded") })
  expect(asked()).toHaveLength(2)
})

it("a report is sent although the last one took longer than it may take", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-22T16:00:00Z") })
  try {
    const { reports } = await client()
    answer(() => {
      vi.setSystemTime(Date.parse("2026-11-22T16:00:25Z"))
      return answered(1)
    })
    await reports.run(input)
    answer(() => answered(1))
    expect((await reports.run(input, { timeLimitMillis: 20_000 })).rowCount).toBe(1)
  } finally {
    vi.useRealTimers()
  }
})

describe("a throttle of settings", () => {
  const exceeded = (limit: string) =>
    `Quota exceeded for quota metric 'Read requests' and limit '${limit}' of service 'admin.example' for consumer '1'.`
  const throttle = (limit: string, details: ReadonlyArray<object> = []) => ({
    status: 403,
    body: {
      error: {
        code: 403,
        message: exceeded(limit),
        errors: [{ domain: "usageLimits", reason: "rateLimitExceeded" }],
        status: "PERMISSION_DENIED",
        details
      }
    }
  })
  const retryInfo = { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "1s" }

  it("is waited out by a read", async () => {
    let isFirst = true
    answer(() => {
      const wait = isFirst
      isFirst = false
      return wait
        ? throttle("Read requests per minute", [retryInfo])
        : { body: { name: "properties/1234", displayName: "Shop", timeZone: "UTC" } }
    })
    const { properties } = await client()
    expect(await properties.get({ property: "1234" })).toMatchObject({ displayName: "Shop" })
    expect(asked()).toHaveLength(2)
  })

  it("holds back the calls that follow, if it lasts longer than they may", async () => {
    answer(() => throttle("Read requests per minute"))
    const { properties } = await client()
    expect(await reasonOf(properties.get({ property: "1234" }))).toMatchObject({ _tag: "RateLimited" })
    expect(await reasonOf(properties.get({ property: "1234" }))).toMatchObject({ nothing: "sent" })
    expect(asked()).toHaveLength(1)
  })
})
