import { describe, expect, it } from "vitest"

import { at, refusalOf, startFor } from "../testing/bench.ts"
import { dateRanges, named, property, runner } from "../testing/reports.ts"

const bench = startFor()
const run = runner(bench)

describe("faults", () => {
  const body = { dateRanges, metrics: named("sessions") }
  it.each([
    ["quota-concurrent", 429, "RESOURCE_EXHAUSTED"],
    ["token-expired", 401, "UNAUTHENTICATED"],
    ["service-disabled", 403, "PERMISSION_DENIED"],
    ["server-error", 500, "INTERNAL"],
    ["unavailable", 503, "UNAVAILABLE"]
  ])("%s is sent once, from the queue", async (fault, status, name) => {
    await bench.control("/faults", { fault, operation: "runReport" })
    expect((await bench.data(`${property}/metadata`)).status).toBe(200)
    expect(refusalOf(await run(body)).slice(0, 2)).toEqual([status, name])
    expect((await run(body)).status).toBe(200)
  })

  it("can be selected by a header too, and are recorded with their cost", async () => {
    const after = bench.data(`${property}:runReport`, { body, headers: { "x-sandbox-fault": "reset-after" } })
    await expect(after).rejects.toThrow("fetch failed")
    const { body: journal } = await bench.control("/calls")
    expect(at(journal, "calls", 0)).toMatchObject({
      operation: "runReport",
      fault: "reset-after",
      status: null,
      tokens: 1
    })
    expect(at((await bench.control("/charges")).body, "tokens")).toBe(1)
  })
})
