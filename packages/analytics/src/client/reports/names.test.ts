import { afterEach, describe, expect, it, vi } from "vitest"

import { failure, reasonOf, report, service } from "../../../tests/service.ts"

const { client, answer, asked, body } = service()

describe("the names of a realtime report", () => {
  /** `minutesAgo` exists only in realtime reports, so the metadata does not list it. */
  const metadata = {
    dimensions: [
      { apiName: "country" },
      { apiName: "countryId" },
      { apiName: "minute" },
      { apiName: "customUser:plan" },
      { apiName: "customEvent:plant" }
    ],
    metrics: [{ apiName: "activeUsers" }, { apiName: "active7DayUsers" }, { apiName: "eventCount" }]
  }
  const input = { property: "1234", metrics: ["activeUsers"], dimensions: ["minutesAgo"] }

  it("include minutesAgo, also in a filter only", async () => {
    answer(({ target }) => ({
      body: /metadata/.test(target) ? metadata : report([], [["activeUsers", "TYPE_INTEGER"]], [["2"]])
    }))
    await (await client()).reports.realtime({ ...input, dimensions: [], filter: 'minutesAgo in ("00", "01")' })
    expect(body()).toMatchObject({ dimensionFilter: { filter: { fieldName: "minutesAgo" } } })
  })

  const rejecting = (message: string) =>
    answer(({ target }) => (/metadata/.test(target) ? { body: metadata } : failure(400, "INVALID_ARGUMENT", message)))

  it("are not blamed for another error", async () => {
    const message = "The request's minuteRanges must be within the last 30 minutes for a standard property."
    rejecting(message)
    const reason = await reasonOf((await client()).reports.realtime({ ...input, minutes: "59..0" }))
    expect(reason).toMatchObject({ _tag: "Invalid", what: expect.stringContaining(message) })
    expect(reason.what).not.toMatch(/does not have/)
  })

  it.each([
    [{ dimensions: ["minuteAgo"] }, "minutesAgo", /\bminute\b/],
    [{ dimensions: ["contry"] }, "country", /\bminute\b/],
    [{ dimensions: ["customUser:plans"] }, "customUser:plan", /customEvent/],
    [{ metrics: ["activeUser"] }, "activeUsers", /active7DayUsers/]
  ])("are suggested from those of realtime reports: %j", async (wrong, near, notOffered) => {
    rejecting("Field is not valid.")
    const reason = await reasonOf((await client()).reports.realtime({ ...input, dimensions: [], ...wrong }))
    expect(reason).toMatchObject({
      _tag: "Invalid",
      remedy: { to: "chooseName", names: expect.arrayContaining([near]) }
    })
    expect(reason.what).toContain(near)
    expect(reason.what).not.toMatch(notOffered)
  })
})

describe("the names of a property that changes", () => {
  afterEach(() => void vi.useRealTimers())

  const of = { property: "1234" }
  const input = { ...of, metrics: ["sessions"] }
  const metadata = { metrics: [{ apiName: "sessions" }, { apiName: "keyEvents", deprecatedApiNames: ["conversions"] }] }
  const withNew = { metrics: [...metadata.metrics, { apiName: "keyEvents:view_item" }] }
  const cells = report([], [["sessions", "TYPE_INTEGER"]], [["2"]])
  const reads = () => asked().filter(({ target }) => target.includes("metadata")).length

  /** Answers with the metadata as they are now. */
  const answerNow = (now: () => object, rejection?: string) =>
    answer(({ target, method }) => {
      if (target.includes("metadata")) return { body: now() }
      if (target.includes("accountSummaries")) return { body: {} }
      if (target.includes("keyEvents"))
        return { body: method === "DELETE" ? {} : { name: "n", eventName: "view_item" } }
      return rejection === undefined ? { body: cells } : failure(400, "INVALID_ARGUMENT", rejection)
    })

  it.each(["create", "delete"] as const)("are read again after a key event was changed: %s", async (change) => {
    const before = change === "create" ? metadata : withNew
    let now: object = before
    answerNow(() => now)
    const { reports, keyEvents } = await client()
    await reports.metadata(of)
    now = before === metadata ? withNew : metadata
    if (change === "create") await keyEvents.create({ ...of, eventName: "view_item" })
    else await keyEvents.delete({ ...of, keyEventId: "5" })
    expect(await reports.metadata(of)).toEqual(now)
  })

  it("are read again before one is refused, at most once a minute", async () => {
    let now: object = metadata
    answerNow(() => now)
    const { reports } = await client()
    await reports.metadata(of)
    now = withNew
    const filtered = { ...input, filter: "keyEvents:view_item > 1" }
    expect(await reasonOf(reports.run(filtered))).toMatchObject({ _tag: "Invalid", nothing: "sent" })
    expect(reads()).toBe(1)
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 })
    expect(await reports.run(filtered)).toMatchObject({ rows: [{ sessions: 2 }] })
    await reasonOf(reports.run({ ...input, filter: "keyEvents:other > 1" }))
    expect(reads()).toBe(2)
  })

  it("are read again before one is blamed for an error", async () => {
    let now: object = metadata
    answerNow(() => now, "Your property is busy.")
    const { reports } = await client()
    await reports.metadata(of)
    now = withNew
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 61_000 })
    const reason = await reasonOf(reports.run({ ...input, metrics: ["keyEvents:view_item", "conversions"] }))
    expect(reason).toMatchObject({ _tag: "Invalid", what: expect.stringContaining("busy") })
  })

  it("include former names, also in a filter only", async () => {
    answerNow(() => metadata)
    await (await client()).reports.run({ ...input, filter: "conversions > 1" })
    expect(body()).toMatchObject({ metricFilter: { filter: { fieldName: "conversions" } } })
  })
})
