import { make } from "@inlay/agent-plugin/Account"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { startSandbox, type RunningSandbox } from "../sandbox/index.ts"
import { apiKey, settingsOf } from "./account.ts"

const account = (values: Readonly<Record<string, string>>) =>
  make({ plugin: "salesdata", name: "main", kind: apiKey, values, revision: "1" })
const good = { base_url: "https://api.provider.example/v1/", api_key: "k-12345" }

describe("settings", () => {
  it("keeps caps to the account, whatever its address", () => {
    const one = Result.getOrThrow(settingsOf(account(good)))
    const two = Result.getOrThrow(settingsOf(account({ ...good, base_url: "https://api.other.example" })))
    expect(one.scope).toBe(two.scope)
  })

  it.each([
    [{ cap_day: "-1" }, /cap_day must be a number/],
    [{ price_person: "x" }, /price_person/],
    [{ keep_match_days: "Infinity" }, /keep_match_days/],
    [{ key_header: "bad header" }, /key_header/],
    [{ key_header: "host" }, /key_header/],
    [{ key_header: "Content-Length" }, /key_header/],
    [{ base_url: "https://user:pw@api.provider.example" }, /user name or password/],
    [{ base_url: "not-a-url" }, /not a URL/]
  ])("refuses %j", (values, words) => {
    const made = settingsOf(account({ ...good, ...values }))
    expect(Result.isFailure(made) && made.failure.message).toMatch(words)
  })
})

describe("check", () => {
  let sandbox: RunningSandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  const check = (values: Readonly<Record<string, string>>) =>
    Effect.runPromise(
      Effect.provide(apiKey.check(account(values)), [
        Node.layer,
        Spend.layer("t").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
      ])
    )

  it("passes a good key, costs nothing even under a cap of 0, and shows the limits", async () => {
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
      expect(report.problems[0]?.fix).not.toBe("")
    },
    40_000
  )
})
