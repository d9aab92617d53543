/** A principal's daily credits: never exceeded, with any number of concurrent runs, accounts and processes. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { withVariables } from "../../testing/variables.ts"
import { world } from "../../testing/world.ts"

const { env, sandbox, calls, reset } = world()
const { all } = backends()
const variables = withVariables()
let hubs: ReadonlyArray<RunningHub> = []

const PATH = "/api/tools/salesdata_company_enrichment/runs"
const hub = (index: number): RunningHub => {
  const one = hubs[index % hubs.length]
  if (one === undefined) throw new Error("there is no hub")
  return one
}
const control = async (path: string) => (await fetch(sandbox().control + path)).json()
/** Companies that the provider knows. Each lookup costs one credit. */
const domains = async (): Promise<ReadonlyArray<string>> => {
  const { companies } = (await control("/directory")) as { companies: ReadonlyArray<{ domain: string }> }
  return [...new Set(companies.map(({ domain }) => domain))].slice(0, 60)
}

describe.each(all)("a token's credits of a day, on $name", ({ place }) => {
  beforeEach(async () => {
    const environment = env()
    variables(environment)
    const { directory, url } = await place()
    // Two servers with their own connections to one database, like two processes.
    hubs = [await startHub(directory, { url }), await startHub(directory, { url })]
    await reset()
  })
  afterEach(async () => {
    for (const one of hubs) await one.close()
  })

  it("are not passed by 60 runs at once in two processes", async () => {
    const token = await hub(0).token({ creditsPerDay: 5 })
    const subjects = await domains()
    const answers = await Promise.all(
      subjects.map((domain, index) => hub(index).call("POST", PATH, { token, body: { input: { domain } } }))
    )
    const refused = answers.filter(({ status }) => status === 403)
    expect([subjects.length, answers.filter(({ status }) => status === 200).length, refused.length]).toEqual([
      60, 5, 55
    ])
    for (const { json } of refused) {
      expect(json.error).toMatchObject({ reason: "Refused", guard: "cap" })
      expect(json.error.message).toContain("caller's day cap of 5 credits")
    }
    expect(await control("/charges")).toMatchObject({ total: 5 })
  })

  it("stop its paid searches, but not those of others", async () => {
    const token = await hub(0).token({ creditsPerDay: 0 })
    const before = (await calls()).length
    const refused = await hub(0).call("POST", "/api/tools/salesdata_people_enrichment/runs", {
      token,
      body: { input: { profilenet_slug: "deepa-carmody" } }
    })
    expect([refused.status, refused.json.error.guard]).toEqual([403, "cap"])
    expect((await calls()).length).toBe(before)
    const preview = await hub(0).call("POST", "/api/tools/salesdata_people_enrichment/previews", {
      token,
      body: { input: { profilenet_slug: "deepa-carmody" } }
    })
    expect(preview.json).toMatchObject({ caps: { principal: 0 }, left: { principal: 0 }, refusal: { guard: "cap" } })
    const other = await hub(1).token()
    const answer = await hub(1).call("POST", "/api/tools/salesdata_people_enrichment/runs", {
      token: other,
      body: { input: { profilenet_slug: "deepa-carmody" } }
    })
    expect(answer.status).toBe(200)
    // A cached answer costs nothing.
    const cachedRun = await hub(0).call("POST", "/api/tools/salesdata_people_enrichment/runs", {
      token,
      body: { input: { profilenet_slug: "deepa-carmody" } }
    })
    expect([cachedRun.status, cachedRun.json.output.fromCache]).toEqual([200, true])
  })

  it("do not refuse another caller that asks the same in the same moment", async () => {
    const poor = await hub(0).token({ creditsPerDay: 0 })
    const rich = await hub(0).token({ creditsPerDay: 50 })
    const input = { input: { profilenet_slug: "deepa-carmody" } }
    const path = "/api/tools/salesdata_people_enrichment/runs"
    const [first, second] = await Promise.all([
      hub(0).call("POST", path, { token: poor, body: input }),
      hub(0).call("POST", path, { token: rich, body: input })
    ])
    expect(second.status).toBe(200)
    expect([200, 403]).toContain(first.status)
  })

  it("are one sum over steps and processes", async () => {
    const token = await hub(0).token({ creditsPerDay: 2 })
    const person = { input: { profilenet_slug: "deepa-carmody" } }
    const first = await hub(0).call("POST", "/api/tools/salesdata_people_enrichment/runs", { token, body: person })
    expect(first.json.output.credits).toMatchObject({ charged: 2 })
    const [domain = ""] = await domains()
    const next = await hub(1).call("POST", PATH, { token, body: { input: { domain } } })
    expect([next.status, next.json.error.guard]).toEqual([403, "cap"])
    expect(next.json.error.message).toContain("2 of the caller's day cap of 2 credits are used")
  })
})
