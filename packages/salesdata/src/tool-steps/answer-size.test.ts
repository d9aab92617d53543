/**
 * The size of the steps' answers if the provider returns a lot: at most 16 KB unless more is requested, with how to get
 * the rest.
 */
import { Caller } from "@inlay/agent-plugin/Caller"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"

import { standIn } from "../../tests/stand-in.ts"
import { world } from "../../tests/world.ts"
import { personCard } from "../card.ts"
import type { Enrichment } from "../schema/Enrichment.ts"
import type { Person } from "../schema/Person.ts"

const { run, preview, within } = world()
const provider = standIn()
const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))
const account = () => ({ base_url: provider.origin(), credits_field: undefined })

interface Output {
  readonly raw: unknown
  readonly record?: { readonly name: string }
  readonly people?: ReadonlyArray<{ readonly id: string }>
  readonly next?: Readonly<Record<string, unknown>>
  readonly left_out?: ReadonlyArray<string>
  readonly credits: { readonly charged: unknown }
}

const step = async (id: string, input: unknown) => (await run(id, input, account())) as Output

describe.each([
  ["salesdata_people_enrichment", { profilenet_slug: "jane" }, { person: { full_name: "Jane Doe" } }],
  ["salesdata_company_enrichment", { domain: "acme.example" }, { company: { name: "Jane Doe" } }]
])("%s", (id, input, record) => {
  it("leaves out a long raw response, and returns it for free on request", async () => {
    const long = { ...record, history: Array.from({ length: 900 }, (_, i) => `entry ${i} of a long history`) }
    provider.answer(() => ({ body: long }))
    const first = await step(id, input)
    expect(bytes(first)).toBeLessThan(16_384)
    expect(first).toMatchObject({ raw: null, record: { name: "Jane Doe" } })
    const [note = ""] = first.left_out ?? []
    const [, kb] = /^raw: \d+ KB; to get it, send the same input \(free\) with max_kb: (\d+)$/.exec(note) ?? []
    const whole = await step(id, { ...input, max_kb: Number(kb) })
    expect(whole).toMatchObject({ raw: long, credits: { charged: 0 } })
    expect(whole.left_out).toBeUndefined()
    provider.asked()
  })

  it("never returns more than 200 KB", async () => {
    provider.answer(() => ({ body: { ...record, blob: "x".repeat(400_000) } }))
    const outcome = await step(id, { ...input, max_kb: 195 })
    expect(outcome).toMatchObject({ raw: null, left_out: [expect.stringMatching(/more than an answer can hold/)] })
  })
})

it("returns everything a card needs, even if the raw response is left out", async () => {
  const body = {
    person: { full_name: "Jane Doe", seniority: "VP", updated_at: "2019-01-01" },
    blob: "x".repeat(400_000)
  }
  provider.answer(() => ({ body }))
  const output = (await run(
    "salesdata_people_enrichment",
    { profilenet_slug: "jane" },
    account()
  )) as Enrichment<Person>
  const card = personCard(output)
  expect(output.raw).toBeNull()
  expect(card?.sections[0]?.rows).toEqual([
    { icon: "role", label: "Role", value: "VP", kind: "text", source: "person.seniority" }
  ])
  expect(card?.checkedOn).toBe("2019-01-01")
})

describe("salesdata_people_search", () => {
  const people = (count: number) => ({
    people: Array.from({ length: count }, (_, i) => ({
      id: `p${i}`,
      full_name: `Jane Doe ${i}`,
      job_title: "Head of Sales"
    })),
    pagination: { page: 1, total_pages: 3, total: 3 * count }
  })

  it("returns all rows of a long response in pages, paid once, then the provider's next page", async () => {
    provider.answer(() => ({ body: people(200) }))
    provider.asked()
    const pageTexts: Array<string> = []
    let input: Readonly<Record<string, unknown>> | undefined = { company: "Acme" }
    let pages = 0
    while (input !== undefined && input["extra"] === undefined) {
      const page: Output = await step("salesdata_people_search", input)
      expect(bytes(page)).toBeLessThanOrEqual(16_384)
      pageTexts.push(...(page.people ?? []).map(({ id }) => id))
      expect(page.raw).toBeNull()
      if (++pages > 1) expect(page.credits.charged).toBe(0)
      input = page.next
    }
    expect(pageTexts).toEqual(people(200).people.map(({ id }) => id))
    expect(input).toEqual({ company: "Acme", extra: { page: 2 } })
    expect(provider.asked()).toHaveLength(1)
  })

  it("continues for free, which the preview says", async () => {
    provider.answer(() => ({ body: people(200) }))
    const capped = { ...account(), cap_day: "5", price_search: "5" }
    const continued = { company: "Continued", skip: 3 }
    const id = "salesdata_people_search"
    expect((await preview(id, continued, capped)).cached).toBeUndefined()
    const first = (await run(id, { company: "Continued" }, capped)) as Output
    expect(first.left_out?.join()).toContain("next gives the others, free for 15 minutes")
    // The cap is used up, which does not matter to a search that is paid for.
    expect(await preview(id, first.next, capped)).toMatchObject({ cached: { match: true }, refusal: undefined })
    expect(await preview(id, { company: "Continued" }, capped)).toMatchObject({
      cached: undefined,
      refusal: { reason: { guard: "cap" } }
    })
    expect(await run(id, first.next, capped)).toMatchObject({ credits: { charged: 0 } })
  })

  it("says that the other rows cost again if the program ends with its answer", async () => {
    provider.answer(() => ({ body: people(200) }))
    const once = (input: unknown) =>
      within(
        Effect.flatMap(Runner, (runner) => runner.run("salesdata_people_search", input)).pipe(
          Effect.provideService(Caller, { principal: "local", via: "cli", run: "a process" })
        ),
        account()
      ) as Promise<Output>
    const { next, left_out } = await once({ company: "Once" })
    expect(left_out?.join()).toMatch(/^people: \d+ of 200; next searches again and costs again/)
    expect(left_out?.join()).toMatch(/raw: .* send the same input \(paid again\) with max_kb/)
    // The others in one answer, as far as one can hold them.
    expect(next).toMatchObject({ company: "Once", max_kb: 195 })
    const second = await once(next)
    expect(second.people?.at(-1)).toMatchObject({ id: "p199" })
  })

  it("keeps the raw response with few rows, and returns a long one with max_kb without another search", async () => {
    provider.answer(() => ({ body: people(3) }))
    expect(await step("salesdata_people_search", { company: "Few" })).toMatchObject({ raw: people(3) })
    provider.answer(() => ({ body: people(100) }))
    provider.asked()
    const first = await step("salesdata_people_search", { company: "Many" })
    const [, kb] = /raw: \d+ KB; to get it, send skip: 0 with max_kb: (\d+)/.exec((first.left_out ?? []).join()) ?? []
    const whole = await step("salesdata_people_search", { company: "Many", skip: 0, max_kb: Number(kb) })
    expect(whole).toMatchObject({ raw: people(100), credits: { charged: 0 } })
    expect(provider.asked()).toHaveLength(1)
  })

  it("sends the search again if no rows are skipped, because searches are not cached", async () => {
    provider.answer(() => ({ body: people(3) }))
    provider.asked()
    await step("salesdata_people_search", { company: "Twice" })
    await step("salesdata_people_search", { company: "Twice" })
    expect(provider.asked()).toHaveLength(2)
  })
})

describe("an unknown charge", () => {
  it.each([
    ["ask_again", 2],
    ["charged", 2],
    ["not_charged", 2]
  ])("is settled by the input unknown_charge: %s", async (unknown_charge, requests) => {
    provider.answer(() => ({ body: { odd: unknown_charge } }))
    provider.asked()
    const input = { profilenet_slug: `jane-${unknown_charge}` }
    const raw = { odd: unknown_charge }
    await expect(step("salesdata_people_enrichment", input)).rejects.toMatchObject({ charged: "unknown", raw })
    await expect(step("salesdata_people_enrichment", input)).rejects.toMatchObject({
      reason: { guard: "unknownCharge" }
    })
    provider.answer(() => ({ body: { person: { full_name: "Jane" } } }))
    expect(await step("salesdata_people_enrichment", { ...input, unknown_charge })).toMatchObject({ match: true })
    expect(provider.asked()).toHaveLength(requests)
  })

  it("is settled the same way by search, company and API Call", async () => {
    for (const [id, input] of [
      ["salesdata_people_search", { company: "Odd" }],
      ["salesdata_company_enrichment", { domain: "odd.example" }],
      ["salesdata_api_call", { method: "POST", endpoint: "/enrich/company", body: { domain: "odder.example" } }]
    ] as const) {
      provider.answer(() => ({ body: { odd: true } }))
      await expect(step(id, input)).rejects.toMatchObject({ charged: "unknown" })
      provider.answer(() => ({ body: { company: { name: "Odd" }, people: [{ full_name: "Jane" }] } }))
      await step(id, { ...input, unknown_charge: "not_charged" })
    }
  })
})
