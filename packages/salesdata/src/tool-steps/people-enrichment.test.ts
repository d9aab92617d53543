import { describe, expect, it } from "vitest"

import { world } from "../../tests/world.ts"

const { run, failure, calls, charged, sandbox } = world()
const STEP = "salesdata_people_enrichment"
const examples = () => sandbox().examples[STEP]!

describe(STEP, () => {
  it("matches with every example", async () => {
    for (const input of examples().match) {
      expect(await run(STEP, input)).toMatchObject({
        match: true,
        record: { name: expect.any(String), emails: [{ value: expect.stringContaining("@") }, expect.anything()] }
      })
    }
  })

  it("treats no match as a free outcome, however the provider reports it", async () => {
    for (const input of examples().noMatch) {
      expect(await run(STEP, input)).toMatchObject({
        match: false,
        record: null,
        matchedOn: [],
        credits: { charged: 0 }
      })
    }
  })

  it("is free the second time, with any identifier of the person", async () => {
    const [byUrl, byEmail, bySlug] = examples().match
    expect(await run(STEP, byUrl)).toMatchObject({ fromCache: false, credits: { charged: 2, basis: "provider" } })
    for (const again of [byUrl, byEmail, bySlug]) {
      expect(await run(STEP, again)).toMatchObject({
        fromCache: true,
        credits: { charged: 0, basis: "cache" },
        match: true
      })
    }
    expect(await charged()).toBe(2)
    expect(await calls()).toHaveLength(1)
  })

  it("sends all identifiers in one request, normalised", async () => {
    await run(STEP, {
      profilenet_url: "www.Network.example/in/Jane-Doe/de/?trk=1",
      email: " jane@FIRM.example ",
      profilenet_slug: "Jane-Doe"
    })
    expect((await calls()).map((call) => call.identifiers)).toEqual([
      { profilenet_url: "https://network.example/in/jane-doe", email: "jane@firm.example", profilenet_slug: "jane-doe" }
    ])
  })

  it("says which identifiers the record confirms", async () => {
    const [, byEmail] = examples().match
    expect(await run(STEP, { ...byEmail, profilenet_slug: "someone-else" })).toMatchObject({ matchedOn: ["email"] })
  })

  it.each([
    [{}, "", /no identifier/],
    [{ email: "jane" }, "email", /not an e-mail/],
    [{ profilenet_url: "https://network.example/company/acme" }, "profilenet_url", /person profile/],
    [{ profilenet_slug: "a/b" }, "profilenet_slug", /slug/],
    [{ email: true }, "email", /must be a string/],
    [{ e_mail: "jane@firm.example" }, "e_mail", /not a field/]
  ])("refuses %j before anything is sent", async (input, field, words) => {
    const error = await failure(STEP, input)
    expect(error.reason._tag).toBe("Invalid")
    if (error.reason._tag === "Invalid")
      expect(error.reason.fields.find((one) => one.field === field)?.message).toMatch(words)
    expect(await calls()).toHaveLength(0)
  })

  it.each([
    [{ api_key: undefined }, "Unauthorized", /no API key\. Nothing was sent\.$/],
    [{ base_url: "http://api.provider.example" }, "Refused", /plain http/],
    [{ base_url: undefined }, "Refused", /base address is empty/],
    [{ cap_day: "many" }, "Invalid", /cap_day must be a number/],
    [{ cap_day: "1" }, "Refused", /up to 2 credits.*day cap of 1 credit/],
    [{ cap_run: "1" }, "Refused", /run cap of 1 credit/]
  ])("refuses the account %j before anything is sent", async (values, tag, words) => {
    const error = await failure(STEP, examples().match[0], values)
    expect(error.reason._tag).toBe(tag)
    expect(error.message).toMatch(words)
    expect(await calls()).toHaveLength(0)
  })

  it("names a wrong key", async () => {
    const error = await failure(STEP, examples().match[0], { api_key: "not-the-key" })
    expect(error.reason._tag).toBe("Unauthorized")
    expect(error.message).not.toContain("not-the-key")
  })

  it("never repeats a lookup whose answer was lost, until the user says so", async () => {
    const input = { profilenet_slug: "fault-reset-after-jane" }
    const lostAnswer = await failure(STEP, input)
    expect([lostAnswer.reason._tag, lostAnswer.charged]).toEqual(["Transport", "unknown"])
    const refusal = await failure(STEP, input)
    expect([refusal.reason._tag, refusal.charged]).toEqual(["Refused", "unknown"])
    expect(await calls()).toHaveLength(1)
    await expect(run(STEP, input, {}, "ask_again")).rejects.toMatchObject({ charged: "unknown" })
    expect(await calls()).toHaveLength(2)
  })

  it("never returns one person for another who shares an address", async () => {
    const [alice, bob] = ["deepa-carmody", "no-such-bob"]
    const sharedEmail = "deepa.carmody@estuary-vineyards.example"
    await run(STEP, { profilenet_slug: alice })
    await run(STEP, { profilenet_slug: bob, email: sharedEmail })
    expect(await calls()).toHaveLength(2)
    expect(await run(STEP, { profilenet_slug: bob })).toMatchObject({ match: false })
  })

  it("waits for a rate limit that is reported in the body of a 200", async () => {
    await fetch(`${sandbox().control}/faults`, {
      method: "POST",
      body: JSON.stringify({ fault: "throttle-body", times: 1 })
    })
    expect(await run(STEP, examples().match[0])).toMatchObject({ match: true })
    expect(await calls()).toHaveLength(2)
    expect(await charged()).toBe(2)
  })

  it("merges fifty concurrent lookups into one request", async () => {
    const [byUrl, , bySlug] = examples().match
    const outcomes = await Promise.all(Array.from({ length: 50 }, (_, i) => run(STEP, i % 2 === 0 ? byUrl : bySlug)))
    expect(outcomes).toHaveLength(50)
    expect(await calls()).toHaveLength(1)
    expect(await charged()).toBe(2)
  })
})
