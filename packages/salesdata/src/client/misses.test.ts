import { describe, expect, it } from "vitest"

import { standIn } from "../../tests/stand-in.ts"
import { createSalesData } from "../promise.ts"
import { makeMisses } from "./misses.ts"

describe("misses in a row", () => {
  it("suggest checking the base address from the fifth on if nothing ever matched", () => {
    const { noticeOf } = makeMisses()
    const notices = Array.from({ length: 6 }, () => noticeOf(false, false))
    expect(notices.map((notice) => notice !== undefined)).toEqual([false, false, false, false, true, true])
    expect(noticeOf(true, false)).toBeUndefined()
    expect(noticeOf(false, false)).toBeUndefined()
  })

  it("are not counted if cached, and a cached match counts as a match", () => {
    const { noticeOf } = makeMisses()
    for (let i = 0; i < 9; i++) expect(noticeOf(false, true)).toBeUndefined()
    noticeOf(true, true)
    for (let i = 0; i < 9; i++) expect(noticeOf(false, false)).toBeUndefined()
  })
})

describe("a client whose provider answers 404 to everything", () => {
  const provider = standIn()

  it("says so with the fifth miss, counting people and companies together", async () => {
    provider.answer(() => ({ status: 404, body: { message: "Not Found" } }))
    const client = createSalesData({ baseUrl: `${provider.origin()}/v9`, apiKey: "k" })
    const notices: Array<string | undefined> = []
    for (const name of ["a", "b", "c", "d"])
      notices.push((await client.people.enrich({ profilenet_slug: name })).notice)
    notices.push((await client.companies.enrich({ domain: "acme.example" })).notice)
    expect(notices.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined])
    expect(notices[4]).toMatch(/check its base address/)
  })

  it("but to a search that finds people does not say so", async () => {
    provider.answer((path) =>
      path === "/search/people" ? { body: [{ full_name: "Ann Lee" }] } : { status: 404, body: {} }
    )
    const client = createSalesData({ baseUrl: provider.origin(), apiKey: "k" })
    expect((await client.people.search({ company: "Acme" })).people).toHaveLength(1)
    for (const name of ["a", "b", "c", "d", "e"])
      expect(await client.people.enrich({ profilenet_slug: name })).not.toHaveProperty("notice")
  })
})
