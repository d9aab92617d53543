import { describe, expect, it } from "vitest"

import { world } from "../../tests/world.ts"

const { run, failure, calls, charged, sandbox } = world()
const STEP = "salesdata_people_search"
const examples = () => sandbox().examples[STEP]!

describe(STEP, () => {
  it("finds people with every example, and reports the cost", async () => {
    for (const input of examples().match) {
      const outcome = (await run(STEP, input)) as {
        people: ReadonlyArray<{ name: string }>
        total: number
        credits: { charged: number }
      }
      expect(outcome.people.length).toBeGreaterThan(0)
      expect(outcome.total).toBeGreaterThanOrEqual(outcome.people.length)
      expect(outcome.credits).toEqual({ charged: Math.ceil(outcome.people.length / 10), basis: "provider" })
    }
  })

  it("treats an empty result as an outcome", async () => {
    for (const input of examples().noMatch)
      expect(await run(STEP, input)).toMatchObject({ people: [], credits: { charged: 0 } })
  })

  it("does not repeat a search whose answer was lost, until the user says so", async () => {
    const fault = () =>
      fetch(`${sandbox().control}/faults`, { method: "POST", body: JSON.stringify({ fault: "reset-after", times: 1 }) })
    await fault()
    const input = { company: "Estuary Vineyards", department: "Sales" }
    expect((await failure(STEP, input)).charged).toBe("unknown")
    const refusal = await failure(STEP, { department: "Sales", company: "Estuary Vineyards" })
    expect([refusal.reason._tag, refusal.charged]).toEqual(["Refused", "unknown"])
    expect(await calls()).toHaveLength(1)
    await run(STEP, input, {}, "ask_again")
    await run(STEP, input)
    expect(await calls()).toHaveLength(3)
  })

  it("filters by state and by company size", async () => {
    const near = (await run(STEP, { department: "Engineering", location: "new south wales" })) as {
      people: ReadonlyArray<{ location: string }>
    }
    expect(near.people.length).toBeGreaterThan(0)
    expect(near.people.every((person) => person.location.includes("NSW"))).toBe(true)
    const all = (await run(STEP, { department: "Engineering" })) as { total: number }
    const large = (await run(STEP, { department: "Engineering", company_size: "501-1000" })) as { total: number }
    expect(large.total).toBeLessThan(all.total)
  })

  it("names the filters as the account specifies, and passes on extra fields", async () => {
    await run(
      STEP,
      { company: "Acme", location: "new south wales", company_size: "11-50", extra: { page: 2 } },
      { filter_location: "region", filter_company_size: "headcount" }
    )
    expect((await calls())[0]?.identifiers).toEqual({ company: "Acme", region: "NSW", headcount: "11-50", page: 2 })
  })

  it.each([
    [{}, "", /no criterion/],
    [{ location: "California" }, "location", /not an Australian state.*NSW.*Southland/],
    [{ company: " " }, "company", /is empty/],
    [{ company: "Acme", extra: { company: "Other" } }, "extra.company", /already has its own field/],
    [{ company: "estuary", limit: 1 }, "limit", /a page is bought whole.*extra.*max_kb/]
  ])("refuses %j before anything is sent", async (input, field, words) => {
    const error = await failure(STEP, input)
    expect(error.reason).toMatchObject({ _tag: "Invalid", fields: [{ field, message: expect.stringMatching(words) }] })
    expect(await calls()).toHaveLength(0)
  })

  it("is refused under a cap while its price is unknown, and runs once it is known", async () => {
    const [input] = examples().match
    const error = await failure(STEP, input, { cap_day: "5" })
    expect(error.message).toMatch(/search price is unknown/)
    expect(await calls()).toHaveLength(0)
    await run(STEP, input, { cap_day: "5", price_search: "3" })
    expect(await charged()).toBeGreaterThan(0)
  })
})
