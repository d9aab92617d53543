/** Limits over time in the API: of accounts that the caller may use, with the plugin's names, on both databases. */
import { describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { hubForTest } from "../../testing/events/hub.ts"
import { sampleLimits } from "./limit-samples.ts"

const { all } = backends()

const distinct = (values: ReadonlyArray<number | null>) => [...new Set(values.filter((value) => value !== null))]

describe.each(all)("limits over time on $name", ({ place }) => {
  it("are the least that was left, and nothing of accounts that the caller may not use", async () => {
    const hub = await hubForTest(await place())
    const run = async () =>
      hub.call("POST", "/api/tools/codehost_get_repository_info/runs", {
        token: await hub.token(),
        body: { input: { owner: "acme", repo: "widgets" } }
      })
    expect((await hub.api("GET", "/api/usage/limits")).json.series).toEqual([])
    const answers = [await run(), await run()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    await hub.run(sampleLimits)
    await hub.run(sampleLimits)
    const { status, json } = await hub.api("GET", "/api/usage/limits?hours=24")
    expect([status, json.times.length]).toEqual([200, 288])
    expect(json.series).toHaveLength(1)
    const [series] = json.series
    expect(series).toMatchObject({ account: "codehost/env", resource: "core", name: expect.stringMatching(/^[A-Z]/) })
    const { limits } = (await hub.api("GET", "/api/usage")).json
    expect([series.remaining.length, distinct(series.remaining), distinct(series.limit)]).toEqual([
      288,
      [limits[0].remaining],
      [5_000]
    ])
    const other = await hub.token({ accounts: ["codehost/other"] })
    expect((await hub.call("GET", "/api/usage/limits", { token: other })).json.series).toEqual([])
    expect((await hub.call("GET", "/api/usage", { token: other })).json.limits).toEqual([])
    for (const hours of ["0", "169", "1.5", "x"]) {
      expect([hours, (await hub.api("GET", `/api/usage/limits?hours=${hours}`)).status]).toEqual([hours, 400])
    }
  })
})
