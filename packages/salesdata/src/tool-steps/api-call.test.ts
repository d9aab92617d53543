import { describe, expect, it } from "vitest"

import { world } from "../../tests/world.ts"

const { run, failure, calls, charged, sandbox } = world()
const STEP = "salesdata_api_call"
const examples = () => sandbox().examples[STEP]!
const person = () => sandbox().examples["salesdata_people_enrichment"]!.match[0]!

describe(STEP, () => {
  it("answers every example with its status and body", async () => {
    for (const input of [...examples().match, ...examples().noMatch]) {
      const outcome = (await run(STEP, input)) as { status: number; headers: Record<string, string> }
      expect(outcome.status).toBeGreaterThanOrEqual(200)
      expect(Object.keys(outcome).sort()).toEqual(
        input["method"] === "GET" ? ["body", "headers", "status"] : ["body", "credits", "headers", "status"]
      )
    }
  })

  it("pays for a paid path like its dedicated step, and never twice", async () => {
    await run("salesdata_people_enrichment", person())
    expect(await run(STEP, { method: "POST", endpoint: "/enrich/person", body: person() })).toMatchObject({
      status: 200,
      credits: { charged: 0, basis: "cache" }
    })
    expect(await run(STEP, { method: "POST", endpoint: "/enrich/p%65rson/", body: person() })).toMatchObject({
      credits: { charged: 0 }
    })
    expect(await charged()).toBe(2)
  })

  it("does not use the plain lookup's answer for a request with more fields", async () => {
    await run("salesdata_people_enrichment", person())
    const more = { method: "POST", endpoint: "/enrich/person", body: { ...person(), reveal_phones: true } }
    expect(await run(STEP, more)).toMatchObject({ credits: { charged: 2 } })
    expect(await calls()).toHaveLength(2)
  })

  describe("with headers", () => {
    const lookup = (headers?: Record<string, string>, body = person()) =>
      run(STEP, { method: "POST", endpoint: "/enrich/person", body, ...(headers && { headers }) })

    it("is the same lookup if they do not change the response", async () => {
      await lookup()
      for (const headers of [{}, { Accept: "application/json" }, { "Content-Type": "application/json" }]) {
        expect(await lookup(headers)).toMatchObject({ credits: { charged: 0, basis: "cache" } })
      }
      expect(await charged()).toBe(2)
    })

    it("is separate if they may change the response, and neither cached nor served from the cache", async () => {
      expect(await lookup({ "accept-language": "mi" })).toMatchObject({ credits: { charged: 2 } })
      expect(await lookup()).toMatchObject({ credits: { charged: 2 } })
      expect(await lookup({ "x-fields": "phones" })).toMatchObject({ credits: { charged: 2 } })
      expect(await lookup()).toMatchObject({ credits: { charged: 0, basis: "cache" } })
      expect(await calls()).toHaveLength(3)
    })

    it("is blocked by an unknown charge of its subject, whatever they are", async () => {
      const body = { profilenet_slug: "fault-reset-after-jane" }
      await expect(lookup({ "x-note": "1" }, body)).rejects.toMatchObject({ charged: "unknown" })
      for (const headers of [undefined, { "x-note": "2" }, { accept: "*/*" }]) {
        await expect(lookup(headers, body)).rejects.toMatchObject({ reason: { guard: "unknownCharge" } })
      }
      expect(await calls()).toHaveLength(1)
    })

    it("is never sent with a caller's idempotency key, which could return another subject's response", async () => {
      for (const name of ["Idempotency-Key", "x-request-id", "repeatability-request-id"]) {
        const headers = { [name]: "one-for-all" }
        const error = await failure(STEP, { method: "POST", endpoint: "/enrich/person", body: person(), headers })
        expect(error.reason).toMatchObject({ _tag: "Refused", guard: "header" })
      }
      expect(await calls()).toHaveLength(0)
    })

    it("never exceeds a cap", async () => {
      const input = { method: "POST", endpoint: "/enrich/person", body: person(), headers: { "x-note": "1" } }
      const error = await failure(STEP, input, { cap_day: "1" })
      expect(error.reason).toMatchObject({ _tag: "Refused", guard: "cap" })
      expect(await calls()).toHaveLength(0)
    })
  })

  it("never exceeds a cap", async () => {
    for (const endpoint of [
      "/enrich/person",
      "/Enrich/Person/",
      "/enrich/p%65rson",
      "/enrich/person?x=1",
      "/enrich/person%3Fx",
      "/enrich/%EF%BD%90erson",
      "/other/path"
    ]) {
      const error = await failure(STEP, { method: "POST", endpoint, body: person() }, { cap_day: "1" })
      expect(error.reason).toMatchObject({ _tag: "Refused", guard: "cap" })
    }
    expect(await calls()).toHaveLength(0)
  })

  it("reads free paths under a cap", async () => {
    expect(await run(STEP, { method: "GET", endpoint: "/account" }, { cap_day: "0" })).toMatchObject({ status: 200 })
  })

  it.each([
    ["enrich/person", /does not start with a slash/],
    ["https://evil.example/enrich/person", /absolute/],
    ["//evil.example/enrich", /two slashes/],
    ["/../admin", /dot segments/],
    ["/a/%2e%2e/%2e%2e/admin", /dot segments/],
    ["/a\r\nx: y", /control/],
    ["/a\u0000", /control/],
    ["", /empty/]
  ])("refuses the endpoint %j", async (endpoint, words) => {
    const error = await failure(STEP, { method: "GET", endpoint })
    expect(error.reason._tag).toBe("Refused")
    expect(error.message).toMatch(words)
    expect(await calls()).toHaveLength(0)
  })

  it.each([
    [{ method: "PUT", endpoint: "/account" }, "method"],
    [{ method: "POST", endpoint: "/enrich/person", body: [] }, "body"],
    [{ method: "POST", endpoint: "/enrich/person", body: "x" }, "body"],
    [{ method: "GET" }, "endpoint"]
  ])("refuses %j as malformed", async (input, field) => {
    const error = await failure(STEP, input)
    expect(error.reason).toMatchObject({ _tag: "Invalid", fields: [{ field }] })
    expect(await calls()).toHaveLength(0)
  })

  it("names an endpoint that does not exist", async () => {
    expect((await failure(STEP, { method: "GET", endpoint: "/no/such/path" })).reason._tag).toBe("NotFound")
  })

  it("shows no secret-named header", async () => {
    const { headers } = (await run(STEP, { method: "GET", endpoint: "/account" })) as {
      headers: Record<string, string>
    }
    expect(JSON.stringify(headers)).not.toContain(sandbox().env["INLAY_SALESDATA_API_KEY"])
  })
})
