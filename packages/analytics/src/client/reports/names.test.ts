import { describe, expect, it } from "vitest"

import { failure, reasonOf, report, service } from "../../../tests/service.ts"

const { client, answer, body } = service()

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
