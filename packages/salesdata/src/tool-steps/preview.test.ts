/** The previews of every step that costs credits. */
import { describe, expect, it } from "vitest"

import { world } from "../../tests/world.ts"

const { run, preview, calls, sandbox } = world()
const match = (step: string) => sandbox().examples[step]!.match[0]!

describe("a preview", () => {
  it.each([
    ["salesdata_people_enrichment", 2],
    ["salesdata_company_enrichment", 1]
  ])("of %s reports the account's price, then that it is cached, and sends nothing", async (step, price) => {
    const before = await preview(step, match(step), { cap_day: "10" })
    expect(before).toMatchObject({ isFree: false, estimate: price, left: { day: 10 }, blocking: [] })
    expect([before.cached, before.refusal]).toEqual([undefined, undefined])
    expect(await calls()).toHaveLength(0)
    await run(step, match(step), { cap_day: "10" })
    expect((await preview(step, match(step), { cap_day: "10" })).cached).toMatchObject({ match: true })
    expect(await calls()).toHaveLength(1)
  })

  it("of a search has no price unless the account sets one, and reports a refusal under a cap", async () => {
    const search = { position: "Engineer" }
    expect(await preview("salesdata_people_search", search)).toMatchObject({ estimate: null, isFree: false })
    const { refusal } = await preview("salesdata_people_search", search, { cap_day: "10" })
    expect(refusal?.reason).toMatchObject({ _tag: "Refused", guard: "cap" })
    expect(await preview("salesdata_people_search", search, { price_search: "3" })).toMatchObject({ estimate: 3 })
  })

  it("of an API Call is that of its path", async () => {
    const call = (method: string, endpoint: string) =>
      preview("salesdata_api_call", { method, endpoint, ...(method === "POST" && { body: { email: "a@b.example" } }) })
    expect(await call("POST", "/enrich/person")).toMatchObject({ isFree: false, estimate: 2 })
    expect(await call("GET", "/account")).toMatchObject({ isFree: true, estimate: 0 })
    await expect(call("GET", "//elsewhere.example/account")).rejects.toMatchObject({ reason: { guard: "endpoint" } })
    expect(await calls()).toHaveLength(0)
  })

  it("fails for invalid input like a run", async () => {
    const step = "salesdata_people_enrichment"
    const input = { email: "not an address" }
    const failure = await preview(step, input).catch((error: unknown) => error)
    expect(failure).toEqual(await run(step, input).catch((error: unknown) => error))
  })
})
