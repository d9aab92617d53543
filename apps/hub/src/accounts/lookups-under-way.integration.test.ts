/** A lookup that is under way while its account or its subject is removed leaves nothing but its charge. */
import { setTimeout } from "node:timers/promises"

import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest"

import { backends } from "../testing/backends.ts"
import { startHub } from "../testing/hub-server.ts"
import { commandJson } from "../testing/threads/command.ts"
import { world } from "../testing/world.ts"

const { all } = backends()
const { sandbox, reset, calls, control } = world()

const STEP = "salesdata_people_enrichment"
const SOON = { timeout: 10_000, interval: 20 }
interface Person {
  readonly slug: string
  readonly emails: ReadonlyArray<string>
}
const people = async () =>
  ((await control("GET", "/directory")) as { people: ReadonlyArray<Person> }).people.filter(
    ({ emails }) => emails.length > 0
  )

beforeEach(() => reset())

/** A hub with the account `salesdata/work`. */
const hubAt = async (place: (typeof all)[number]["place"]) => {
  const { directory, url } = await place()
  const hub = await startHub(directory, { url })
  onTestFinished(hub.close)
  const token = await hub.token({ manages: true })
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await hub.call(method, path, { token, ...(body && { body }) })
    expect([answer.status < 300, answer.text]).toEqual([true, answer.text])
    return answer.json
  }
  const { INLAY_SALESDATA_BASE_URL: base_url, INLAY_SALESDATA_API_KEY: api_key } = sandbox().env
  const profile_site = sandbox().env["INLAY_SALESDATA_PROFILE_SITE"]
  const connect = () =>
    ask("POST", "/api/accounts", {
      plugin: "salesdata",
      kind: "api_key",
      name: "work",
      values: { base_url, api_key, profile_site }
    })
  await connect()
  const lookUp = (input: object, account = "work") => ask("POST", `/api/tools/${STEP}/runs`, { input, account })
  /** Starts a lookup whose answer waits, and returns how to let it arrive. */
  const lookUpSlowly = async (input: object) => {
    await control("POST", "/faults", { fault: "held", times: 1 })
    const before = (await calls()).length
    const answer = lookUp(input)
    await vi.waitFor(async () => expect(await calls()).toHaveLength(before + 1), SOON)
    return async () => {
      await control("POST", "/release")
      return answer
    }
  }
  const rows = (table: string) =>
    hub.run(Effect.flatMap(SqlClient, (sql) => sql<Record<string, unknown>>`SELECT * FROM ${sql(table)}`))
  const unknowns = () => hub.run(LedgerBook.use((book) => book.unknowns(Date.now())))
  const forget = (identifier: string) =>
    commandJson<{ readonly answers: number; readonly purchases: number }>(["forget", identifier, "--yes"], {
      env: { INLAY_DATA: directory, ...(url !== undefined && { INLAY_DATABASE: url }) }
    })
  return { ask, connect, lookUp, lookUpSlowly, rows, unknowns, forget, directory, url }
}

const PAID = { output: { match: true, fromCache: false } }
const SAVED = { output: { match: true, fromCache: true, credits: { charged: 0 } } }

describe.each(all)("on $name, a lookup under way", ({ place }) => {
  it.each(["removed", "removed, and another one connected under its name"])(
    "whose account is %s stores nothing but its charge, and is answered",
    async (change) => {
      const { ask, connect, lookUpSlowly, rows, unknowns } = await hubAt(place)
      const [one] = await people()
      const arrive = await lookUpSlowly({ email: one?.emails[0] })
      await ask("DELETE", "/api/accounts/salesdata/work")
      if (change !== "removed") await connect()
      expect(await arrive()).toMatchObject(PAID)
      expect([await rows("lookups"), await rows("lookup_keys"), await unknowns()]).toEqual([[], [], []])
      expect(await rows("ledger")).toMatchObject([{ state: "settled", charged: expect.any(Number), unkept: null }])
    }
  )

  it("whose account is renamed stores its answer under the new name", async () => {
    const { ask, lookUp, lookUpSlowly } = await hubAt(place)
    const [one] = await people()
    const arrive = await lookUpSlowly({ email: one?.emails[0] })
    await ask("PATCH", "/api/accounts/salesdata/work", { name: "team" })
    await ask("PATCH", "/api/accounts/salesdata/team", { name: "sales" })
    expect(await arrive()).toMatchObject(PAID)
    expect(await lookUp({ email: one?.emails[0] }, "sales")).toMatchObject(SAVED)
  })

  it("whose account's settings are changed stores its answer", async () => {
    const { ask, lookUp, lookUpSlowly } = await hubAt(place)
    const [one] = await people()
    const arrive = await lookUpSlowly({ email: one?.emails[0] })
    await ask("PATCH", "/api/accounts/salesdata/work", { values: { cap_day: "100" } })
    expect(await arrive()).toMatchObject(PAID)
    expect(await lookUp({ email: one?.emails[0] })).toMatchObject(SAVED)
  })

  it.each(["by what was asked", "by an identifier that only the answer names"])(
    "whose subject is forgotten %s stores nothing about it, and is answered",
    async (by) => {
      const { lookUpSlowly, rows, forget } = await hubAt(place)
      const [one] = await people()
      const [email = ""] = one?.emails ?? []
      const profile = `http://${sandbox().env["INLAY_SALESDATA_PROFILE_SITE"]}/in/${one?.slug}`
      const arrive = await lookUpSlowly({ email })
      const forgetting = forget(by === "by what was asked" ? email : profile)
      // The first erasure is done, and the row of the lookup no longer says whom it is about.
      if (by === "by what was asked") await vi.waitFor(async () => expect(await rows("ledger_keys")).toEqual([]), SOON)
      else await setTimeout(1_000)
      expect(await arrive()).toMatchObject(PAID)
      expect(await forgetting).toMatchObject({ code: 0, json: { ok: true, answers: 1, underWay: 0 } })
      expect([await rows("lookups"), await rows("lookup_keys"), await rows("ledger_keys")]).toEqual([[], [], []])
      expect(await rows("ledger")).toMatchObject([{ state: "settled", charged: expect.any(Number), keys: "[]" }])
    }
  )

  it("of somebody else is kept while a person is forgotten", async () => {
    const { lookUp, lookUpSlowly, forget } = await hubAt(place)
    const [one, other] = await people()
    const arrive = await lookUpSlowly({ email: one?.emails[0] })
    const forgetting = forget(other?.emails[0] ?? "")
    expect(await arrive()).toMatchObject(PAID)
    expect((await forgetting).json).toMatchObject({ answers: 0, purchases: 0 })
    expect(await lookUp({ email: one?.emails[0] })).toMatchObject(SAVED)
  })
})
