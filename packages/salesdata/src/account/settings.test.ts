import { make } from "@inlay/agent-plugin/Account"
import * as Node from "@inlay/core-http/node"
import * as Spend from "@inlay/core-http/Spend"
import { startSandbox, type RunningSandbox } from "@inlay/salesdata-sandbox"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { standIn, type StandInAnswer } from "../../tests/stand-in.ts"
import { apiKey } from "./kinds.ts"
import { settingsOf } from "./settings.ts"

const account = (values: Readonly<Record<string, string>>) =>
  make({ plugin: "salesdata", name: "main", kind: apiKey, values, revision: "1" })
const good = { base_url: "https://api.provider.example/v1/", api_key: "k-12345" }

describe("settings", () => {
  it("keeps caps to the account, whatever its address", () => {
    const one = Result.getOrThrow(settingsOf(account(good)))
    const two = Result.getOrThrow(settingsOf(account({ ...good, base_url: "https://api.other.example" })))
    expect(one.scope).toBe(two.scope)
    expect(Result.getOrThrow(settingsOf({ ...account(good), name: "other" })).scope).not.toBe(one.scope)
  })

  it("reads a cap of 0 credits as one that allows nothing, and none as no cap", () => {
    const capsOf = (values: Readonly<Record<string, string>>) =>
      Result.getOrThrow(settingsOf(account({ ...good, ...values }))).caps
    expect(capsOf({ cap_day: "0" })).toEqual({ day: 0 })
    expect(capsOf({ cap_run: "0" })).toEqual({ run: 0 })
    expect(capsOf({})).toEqual({})
  })

  it("says which key pays, and the highest price of each call; that of a search is not known", async () => {
    const of = (values: Readonly<Record<string, string>>) =>
      Effect.runPromise(apiKey.spending?.(account({ ...good, ...values })) ?? Effect.die("no terms"))
    const { purse, prices } = await of({ price_person: "3" })
    expect(Object.values(prices).map(({ credits }) => credits)).toEqual([3, 1, null])
    expect((await of({ cap_day: "5" })).purse).toBe(purse)
    expect((await of({ api_key: "k-67890" })).purse).not.toBe(purse)
  })

  it("reads free paths in any case, because paths are compared in lower case", () => {
    const { freePaths } = Result.getOrThrow(settingsOf(account({ ...good, free_paths: "/Account, /ME/plan" })))
    expect(freePaths).toEqual(["/account", "/me/plan"])
  })

  it("reads what the account says of its network, filters and how long answers are kept", () => {
    const settings = {
      profile_site: "https://www.people.example/in/",
      filter_location: "region",
      filter_company_size: "headcount",
      keep_match_days: "7",
      keep_miss_days: "2"
    }
    expect(Result.getOrThrow(settingsOf(account({ ...good, ...settings })))).toMatchObject({
      // The account's own first: a slug without an address is there.
      profileSites: ["people.example", "linkedin.com"],
      filters: { location: "region", companySize: "headcount" },
      keepMatch: Duration.days(7),
      keepMiss: Duration.days(2)
    })
  })

  it.each([
    [{ cap_day: "-1" }, /cap_day must be a number/],
    [{ price_person: "x" }, /price_person/],
    [{ keep_match_days: "Infinity" }, /keep_match_days/],
    [{ keep_miss_days: "3651" }, /keep_miss_days/],
    [{ free_paths: "account" }, /free_paths must be paths/],
    [{ free_paths: "/account?x=1" }, /free_paths must be paths/],
    [{ key_header: "bad header" }, /key_header/],
    [{ key_header: "host" }, /key_header/],
    [{ key_header: "Content-Length" }, /key_header/],
    [{ key_header: "Cookie" }, /key_header/],
    [{ key_header: "user-agent" }, /key_header/],
    [{ key_header: "x-forwarded-for" }, /key_header/],
    [{ base_url: "https://user:pw@api.provider.example" }, /user name or password/],
    [{ base_url: "not-a-url" }, /not a URL/]
  ])("refuses %j", (values, words) => {
    const settings = settingsOf(account({ ...good, ...values }))
    expect(Result.isFailure(settings) && settings.failure.message).toMatch(words)
  })
})

describe("check", () => {
  let sandbox: RunningSandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  const check = (values: Readonly<Record<string, string>>) =>
    Effect.runPromise(Effect.provide(apiKey.check(account(values)), [Node.layer, Spend.layerMemory("t")]))

  it("passes with a valid key, is free even under a cap of 0, and shows the limits", async () => {
    const report = await check({
      base_url: sandbox.urls.salesdata,
      api_key: sandbox.env["INLAY_SALESDATA_API_KEY"]!,
      cap_day: "0"
    })
    expect(report).toMatchObject({
      ok: true,
      problems: [],
      limits: [
        { label: "Rate limit", value: expect.stringMatching(/\d+ of \d+ left/) },
        { label: "Day cap", value: "0 credits" }
      ]
    })
    const charges = (await (await fetch(`${sandbox.control}/charges`)).json()) as { total: number }
    expect(charges.total).toBe(0)
  })

  it.each([
    ["a wrong key", { api_key: "wrong" }, /rejected the account's key/],
    ["a wrong path", { base_url: "/nowhere" }, /no \/enrich\/person at this base address|nothing at this address/],
    ["nobody listening", { base_url: "http://127.0.0.1:9/x" }, /No connection could be made|connection/i]
  ])(
    "says what is wrong with %s",
    async (_, values: { readonly api_key?: string; readonly base_url?: string }, words) => {
      const base =
        values.base_url === "/nowhere" ? sandbox.origin + "/nowhere" : (values.base_url ?? sandbox.urls.salesdata)
      const report = await check({ api_key: sandbox.env["INLAY_SALESDATA_API_KEY"]!, ...values, base_url: base })
      expect(report.ok).toBe(false)
      expect(report.problems[0]?.what).toMatch(words)
      expect(report.problems[0]?.remedy).toBeDefined()
    },
    40_000
  )

  describe("compares the lookup's path with one that cannot exist", () => {
    const provider = standIn()
    const at = (path: string, real: StandInAnswer, other: StandInAnswer) => (path === "/enrich/person" ? real : other)
    const reportOf = (real: StandInAnswer, other: StandInAnswer) => {
      provider.answer((path) => at(path, real, other))
      return check({ base_url: provider.origin(), api_key: "k-12345" })
    }

    it.each<[string, StandInAnswer]>([
      ["404 with JSON", { status: 404, body: { message: "Not Found" } }],
      ["404 without a body", { status: 404, body: "" }],
      ["200 with an empty object", { body: {} }],
      ["200 with null", { body: null }],
      ["200 with a failure that says not found", { body: { success: false, message: "resource not found" } }],
      ["400 that says not found", { status: 400, body: { error: "does not exist" } }],
      ["422 that refuses the request", { status: 422, body: { error: "validation_failed" } }]
    ])("and fails if every path gets the same response: %s", async (_, same) => {
      const report = await reportOf(same, same)
      expect(report).toMatchObject({
        ok: false,
        problems: [{ what: expect.stringMatching(/just as it answers a path/) }]
      })
    })

    it("and fails if the responses differ in their time, ids and path alone", async () => {
      const notFound = (time: string, request_id: string, url: string) => ({
        status: 404,
        body: { error: "Not Found", time, request_id, url }
      })
      const real = notFound("2026-11-22T10:00:00.123Z", "req_7f3a9c", "/enrich/person")
      const other = notFound("2026-11-22T10:00:01.456Z", "req_91be02", "/no-such-path-connection-check")
      expect(await reportOf(real, other)).toMatchObject({
        ok: false,
        problems: [{ what: expect.stringMatching(/just as it answers a path/) }]
      })
    })

    it.each<[string, StandInAnswer, RegExp]>([
      [
        "a web site's page",
        { status: 404, body: "<!doctype html><title>Not found</title>" },
        /no \/enrich\/person at this base address/
      ],
      ["a web site's page with 200", { body: "<!doctype html><title>Welcome</title>" }, /not complete JSON/],
      [
        "a gateway's words",
        { status: 404, body: { message: "no Route matched with those values" } },
        /no \/enrich\/person/
      ],
      [
        "a router's words that name the path",
        { status: 404, body: { message: "Route POST:/v2/enrich/person not found" } },
        /no \/enrich\/person/
      ],
      [
        "a gateway's words with 403",
        { status: 403, body: { message: "Missing Authentication Token" } },
        /no \/enrich\/person/
      ],
      ["another service's answer", { body: { service: "billing", version: 3 } }, /neither a readable record/],
      ["a throttle", { status: 429, body: {}, headers: { "retry-after": "600" } }, /rate limit/]
    ])("and says what is wrong with %s", async (_, same, words) => {
      const report = await reportOf(same, same)
      expect(report.ok).toBe(false)
      expect(report.problems[0]?.what).toMatch(words)
    })

    it.each<[string, StandInAnswer, StandInAnswer]>([
      [
        "404 without words, and other words elsewhere",
        { status: 404, body: {} },
        { status: 404, body: { message: "Cannot POST" } }
      ],
      [
        "422 that refuses an address under .invalid, and 404 elsewhere",
        { status: 422, body: { errors: [{ field: "email", message: "must be a valid business e-mail address" }] } },
        { status: 404, body: { message: "Cannot POST" } }
      ],
      ["400 for the same reason", { status: 400, body: { error: "Invalid email domain" } }, { status: 404, body: {} }],
      ["404, and a page elsewhere", { status: 404, body: {} }, { status: 404, body: "<html></html>" }],
      [
        "404, and a redirect to a sign-in page elsewhere",
        { status: 404, body: {} },
        { status: 302, body: "", headers: { location: "/login" } }
      ],
      ["200 with null, and 404 elsewhere", { body: null }, { status: 404, body: {} }],
      [
        "an empty record, and 403 elsewhere",
        { body: { person: null } },
        { status: 403, body: { message: "Forbidden" } }
      ],
      ["an empty list, and a page with 200 elsewhere", { body: [] }, { body: "<!doctype html><title>App</title>" }]
    ])("and passes if they differ: %s", async (_, real, other) => {
      expect(await reportOf(real, other)).toMatchObject({ ok: true, problems: [] })
      expect(provider.asked().slice(-2)).toEqual(["/enrich/person", "/no-such-path-connection-check"])
    })

    it("and fails if the other path's response does not tell", async () => {
      const throttled = { status: 429, body: {}, headers: { "retry-after": "600" } }
      expect(await reportOf({ status: 404, body: {} }, throttled)).toMatchObject({
        ok: false,
        problems: [{ what: expect.stringContaining("rate limit") }]
      })
    })

    it("and has no doubt whether a free check was carried out", async () => {
      const broken = { status: 500, body: { message: "Internal error" } }
      expect(await reportOf(broken, broken)).toMatchObject({
        ok: false,
        problems: [{ what: expect.stringContaining("The provider failed (500)"), remedy: { to: "retry" } }]
      })
    }, 60_000)

    it.each<[StandInAnswer]>([
      [{ status: 404, body: { error: { type: "not_found", message: "No records were found" } } }],
      [{ status: 500, body: { success: false, message: "person not found" } }]
    ])("and asks no further if a response names the unknown person: %j", async (miss) => {
      provider.asked()
      expect(await reportOf(miss, miss)).toMatchObject({ ok: true })
      expect(provider.asked()).toEqual(["/enrich/person"])
    })
  })
})
