import { describe, expect, it } from "vitest"

import { world } from "../../tests/world.ts"

const { run, failure, calls, charged, sandbox } = world()
const STEP = "salesdata_company_enrichment"
const examples = () => sandbox().examples[STEP]!

describe(STEP, () => {
  it("matches with every example, and pays once per company", async () => {
    const names = new Set<unknown>()
    for (const input of examples().match) {
      const outcome = await run(STEP, input)
      expect(outcome).toMatchObject({
        match: true,
        record: { name: expect.any(String), technologies: expect.any(Array), employeeCount: expect.any(Number) }
      })
      names.add((outcome as { record: { name: string } }).record.name)
    }
    expect(await charged()).toBe(names.size)
  })

  it("sends a page of a site as it is, and says that the record's domain confirms it", async () => {
    const { domain } = examples().match.find((input) => "domain" in input) as { domain: string }
    await run(STEP, { domain })
    const page = { website: `https://www.${domain}/about?from=home` }
    expect(await run(STEP, page)).toMatchObject({ fromCache: false, matchedOn: ["website"] })
    expect(await run(STEP, page)).toMatchObject({ fromCache: true, matchedOn: ["website"] })
    expect(await charged()).toBe(2)
  })

  it("treats no match as a free outcome", async () => {
    for (const input of examples().noMatch)
      expect(await run(STEP, input)).toMatchObject({ match: false, record: null, credits: { charged: 0 } })
  })

  it.each([
    [{ abn: "5182475355" }, "abn", /has 10 digits; an ABN has exactly 11/],
    [{ abn: "518247535560" }, "abn", /has 12 digits; an ABN has exactly 11/],
    [{ abn: "51824753557" }, "abn", /checksum/],
    [{ domain: "not a domain" }, "domain", /not a domain/],
    [{ domain: "https://au.linkedin.com/company/acme" }, "domain", /somebody else's: give it as website/],
    [{ domain: "facebook.com/acme" }, "domain", /an address on facebook.com.* give it as website/],
    [{ website: "ftp://acme.example" }, "website", /not a web address/],
    [{ profilenet_url: "https://network.example/in/jane" }, "profilenet_url", /company profile/],
    [{}, "", /no identifier/]
  ])("refuses %j before anything is sent", async (input, field, words) => {
    const error = await failure(STEP, input)
    expect(error.reason).toMatchObject({ _tag: "Invalid", fields: [{ field, message: expect.stringMatching(words) }] })
    expect(await calls()).toHaveLength(0)
  })

  it("sends an ABN without its spaces", async () => {
    await run(STEP, { abn: "51 824 753 556" })
    expect((await calls())[0]?.identifiers).toEqual({ abn: "51824753556" })
  })
})
