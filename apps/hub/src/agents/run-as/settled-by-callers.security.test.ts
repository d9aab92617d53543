/** What a caller with limits says that a lost lookup was charged never gives it, or anybody, credits back. */
import { afterEach, beforeEach, describe, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { withVariables } from "../../testing/variables.ts"
import { world } from "../../testing/world.ts"

const { env, sandbox, reset } = world()
const { all } = backends()
const variables = withVariables()
let hub: RunningHub
let start: () => Promise<RunningHub>

const TOOL = "salesdata_company_enrichment"
const CAP = 5
const ROUNDS = 8
const total = async () => {
  const charges = (await (await fetch(`${sandbox().control}/charges`)).json()) as { readonly total: number }
  return charges.total
}
/** A lookup that is charged, and whose connection is lost before the answer. */
const lose = (token: string, domain: string, input: object = {}, more: object = {}) =>
  hub.call("POST", `/api/tools/${TOOL}/runs`, {
    token,
    body: { input: { domain, ...input }, ...more }
  })
const charges = async (token: string): Promise<ReadonlyArray<{ readonly id: string }>> =>
  (await hub.call("GET", "/api/charges", { token })).json.charges
const settle = (token: string, id: string, charged: number) =>
  hub.call("POST", `/api/charges/${id}`, { token, body: { charged } })

describe.each(all)("a caller with credits of a day, on $name", ({ place }) => {
  beforeEach(async () => {
    variables({ ...env(), INLAY_SALESDATA_PRICE_COMPANY: "" })
    const { directory, url } = await place()
    start = () => startHub(directory, { url })
    hub = await start()
    await reset()
  })
  afterEach(() => hub.close())

  it("is held by its cap although it settles each of its lost lookups as not charged", async () => {
    const token = await hub.token({ creditsPerDay: CAP })
    for (let round = 0; round < ROUNDS; round++) {
      await lose(token, `fault-reset-after-${round}.example`)
      for (const { id } of await charges(token)) expect((await settle(token, id, 0)).status).toBe(204)
    }
    expect(await total()).toBeLessThanOrEqual(CAP)
    expect((await lose(token, "fault-reset-after-last.example")).json.error).toMatchObject({ guard: "cap" })
    expect(await charges(token)).toEqual([])
  })

  it.each([
    ["the run's own field", {}, { unknownCharge: "not_charged" }],
    ["the tool's input, as over MCP", { unknown_charge: "not_charged" }, {}]
  ])("is held by it although each run says so of the last one, by %s", async (_, input, more) => {
    const token = await hub.token({ creditsPerDay: CAP })
    const again = () => lose(token, "fault-reset-after-same.example", input, more)
    for (let round = 0; round < ROUNDS; round++) await again()
    expect(await total()).toBeLessThanOrEqual(CAP)
    expect((await again()).json.error).toMatchObject({ guard: "cap", cap: { kind: "principal", spent: CAP } })
  })

  it("settles nothing with a run that its own cap refuses", async () => {
    const [poor, other] = [await hub.token({ creditsPerDay: 0 }), await hub.token()]
    await lose(other, "fault-reset-after-x.example")
    const refused = await lose(poor, "fault-reset-after-x.example", {}, { unknownCharge: "not_charged" })
    expect(refused.json.error).toMatchObject({ guard: "cap" })
    expect(await charges(other)).toHaveLength(1)
  })

  it.each([0, 1])("settles no lookup of others that its %i credits of the day would not buy again", async (cap) => {
    const [capped, other] = [await hub.token({ creditsPerDay: cap }), await hub.token()]
    if (cap > 0) await lose(capped, "fault-reset-after-own.example")
    await lose(other, "fault-reset-after-x.example")
    const path = `/api/tools/${TOOL}/previews`
    const body = { input: { domain: "fault-reset-after-x.example" } }
    const { blocking } = (await hub.call("POST", path, { token: capped, body })).json
    const refused = await settle(capped, blocking[0].id, 0)
    expect([refused.status, refused.json?.error.guard]).toEqual([403, "cap"])
    expect(await charges(other)).toHaveLength(1)
    for (const { id } of await charges(capped)) expect((await settle(capped, id, 0)).status).toBe(204)
    const rich = await hub.token({ creditsPerDay: 1 })
    expect((await settle(rich, blocking[0].id, 0)).status).toBe(204)
  })

  it("settles one that the last of its credits would buy again, also with prices that are decimals", async () => {
    await hub.close()
    variables({ INLAY_SALESDATA_PRICE_COMPANY: "0.1" })
    hub = await start()
    const [capped, other] = [await hub.token({ creditsPerDay: 0.3 }), await hub.token()]
    for (const own of ["a", "b"]) await lose(capped, `fault-reset-after-${own}.example`)
    await lose(other, "fault-reset-after-x.example")
    const [{ id } = { id: "" }] = await charges(other)
    expect((await settle(capped, id, 0)).status).toBe(204)
  })

  it("records at most what a lookup may cost, for itself and for others", async () => {
    const [token, other, managing] = [await hub.token(), await hub.token(), await hub.token({ manages: true })]
    await lose(other, "fault-reset-after-a.example")
    const [{ id } = { id: "" }] = await charges(other)
    for (const by of [token, other]) {
      const refused = await settle(by, id, 1_000_000)
      expect([refused.status, refused.json.error.reason]).toEqual([403, "Forbidden"])
      expect(refused.json.error.message).toContain("Whoever manages the hub can record more.")
    }
    expect((await settle(managing, id, 40)).status).toBe(204)
    await lose(other, "fault-reset-after-b.example")
    const [second = { id: "" }] = await charges(other)
    expect((await settle(other, second.id, 1)).status).toBe(204)
  })

  it("settles only lookups that one of its tools could repeat", async () => {
    const other = await hub.token()
    const limited = (tool: string) => hub.token({ tools: [tool] })
    await lose(other, "fault-reset-after-x.example")
    const [{ id } = { id: "" }] = await charges(other)
    for (const tool of ["salesdata_people_enrichment", "salesdata_people_search", "codehost_api_call"]) {
      expect([tool, (await settle(await limited(tool), id, 0)).status]).toEqual([tool, 404])
    }
    expect(await charges(other)).toHaveLength(1)
    expect((await settle(await limited(TOOL), id, 0)).status).toBe(204)
    await lose(other, "fault-reset-after-y.example")
    const [second = { id: "" }] = await charges(other)
    // It can send any lookup.
    expect((await settle(await limited("salesdata_api_call"), second.id, 0)).status).toBe(204)
  })

  it("is given credits back by whoever manages the hub", async () => {
    const [token, managing] = [await hub.token({ creditsPerDay: 1 }), await hub.token({ manages: true })]
    await lose(token, "fault-reset-after-a.example")
    expect((await lose(token, "fault-reset-after-b.example")).json.error).toMatchObject({ guard: "cap" })
    const [{ id } = { id: "" }] = await charges(token)
    expect((await settle(managing, id, 0)).status).toBe(204)
    expect((await lose(token, "fault-reset-after-b.example")).json.error.guard).toBeUndefined()
  })
})
