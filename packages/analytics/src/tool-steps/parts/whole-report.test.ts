/** The parts of a whole report: what is said about all of them, and when there is only one. */
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { expect, it } from "vitest"

import type { Quality } from "../../schema/Quality.ts"
import type { ReportColumns, ReportInput } from "../../schema/Report.ts"
import { inParts } from "./whole-report.ts"

const query = { property: "properties/1", metrics: ["sessions"], dimensions: ["country"] }

const partOf = (quality: Quality, consumed: number, remaining: number): ReportColumns => ({
  columns: [],
  rowCount: 5,
  quality,
  quota: { tokensPerHour: { consumed, remaining } }
})

const PARTS = [partOf({ thresholded: true }, 10, 90), partOf({ otherRow: true }, 7, 83)]

/** Reads a report whose parts are known, and returns the facts with the requests that were made. */
const read = (input: ReportInput) => {
  const requests: Array<string> = []
  const reports = {
    all: () => {
      requests.push("all")
      return { pages: Stream.fromIterable(PARTS), rows: Stream.empty }
    },
    columns: ({ limit }: ReportInput) => {
      requests.push(`columns ${limit}`)
      return Effect.succeed(partOf({}, 10, 90))
    }
  }
  return Effect.runPromise(
    Effect.map(
      inParts(reports, input, () => Effect.void),
      (facts) => ({ facts, requests })
    )
  )
}

it("has the quality of all parts, what all of them cost, and what the last one left", async () => {
  const { facts, requests } = await read(query)
  expect(requests).toEqual(["all"])
  expect(facts).toEqual({
    rowCount: 5,
    quality: { thresholded: true, otherRow: true },
    quota: { tokensPerHour: { consumed: 17, remaining: 83 } }
  })
})

it.each([
  ["with a limit", { limit: 7 }, 7],
  ["of two periods", { compare: true }, 250_000]
])("%s is read at once", async (_, more, limit) => {
  expect((await read({ ...query, ...more })).requests).toEqual([`columns ${limit}`])
})
