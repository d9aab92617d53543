/** Pairing on a real server: one code pairs one browser, which gets a principal of its own. */
import { createHash, createHmac } from "node:crypto"

import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { withVariables } from "../../testing/variables.ts"
import { world } from "../../testing/world.ts"
import { CODE_LIFE, MAX_GUESSES } from "../credentials/PairingCodes.ts"

const { env, calls, reset } = world()
const variables = withVariables()
let hub: RunningHub
let managing: string

beforeAll(async () => {
  const environment = env()
  variables(environment)
  hub = await startHub(environment["INLAY_DATA"] ?? "")
  managing = await hub.token({ manages: true })
})
afterAll(() => hub.close())

const sql = (statement: string) => hub.run(Effect.flatMap(SqlClient, (client) => client.unsafe(statement)))
beforeEach(() => sql("DELETE FROM pairing_guesses"))

const ORIGIN = "chrome-extension://abcdefghijklmnopabcdefghijklmnop"
const codeFor = async (grant: object = { readOnly: false }): Promise<string> =>
  (await hub.call("POST", "/api/pairing-codes", { token: managing, body: { grant } })).json.code
const pair = (code: string, browser = "Chrome on Linux", replaces?: string) =>
  hub.call("POST", "/api/pairings", {
    body: { code, browser, ...(replaces !== undefined && { replaces }) },
    headers: { origin: ORIGIN }
  })
const paired = async (grant?: object) => (await pair(await codeFor(grant))).json

const PERSON = { profilenet_slug: "deepa-carmody" }
const RUNS = "/api/tools/salesdata_people_enrichment/runs"

describe("a pairing code", () => {
  it("creates a principal that is named after the browser and listed as one", async () => {
    const { token, tokenId, name, ...rest } = await paired({ readOnly: false, creditsPerDay: 4 })
    expect([name, rest.grant, rest.service]).toEqual([
      "Chrome on Linux",
      { readOnly: false, creditsPerDay: 4 },
      "inlay"
    ])
    const session = await hub.call("GET", "/api/session", { token, headers: { origin: ORIGIN } })
    expect(session.json.principal).toEqual({ id: `extension:${tokenId}`, kind: "extension", name: "Chrome on Linux" })
    const { tokens } = (await hub.call("GET", "/api/tokens", { token: managing })).json
    expect(tokens.find(({ id }: { id: string }) => id === tokenId)).toMatchObject({ kind: "extension" })
    expect(JSON.stringify(tokens)).not.toContain(token)
    expect((await hub.call("GET", "/api/tokens", { token })).status).toBe(403)
  })

  it("names two browsers apart, so that whoever revokes one knows which it is", async () => {
    const namedAs = async (browser: string) => (await pair(await codeFor(), browser)).json
    const first = await namedAs("Firefox on Linux")
    const second = await namedAs("Firefox on Linux")
    const third = await namedAs("Firefox on Linux")
    expect([first.name, second.name, third.name]).toEqual([
      "Firefox on Linux",
      "Firefox on Linux 2",
      "Firefox on Linux 3"
    ])
    const session = await hub.call("GET", "/api/session", { token: second.token, headers: { origin: ORIGIN } })
    expect(session.json.principal.name).toBe("Firefox on Linux 2")
    await hub.call("DELETE", `/api/tokens/${second.tokenId}`, { token: managing })
    expect((await namedAs("Firefox on Linux")).name).toBe("Firefox on Linux 2")
  })

  it("leaves a browser that is paired again its name, and its earlier token until the browser ends it", async () => {
    const again = async (replaces: string) => (await pair(await codeFor(), "Edge on Windows", replaces)).json
    const first = (await pair(await codeFor(), "Edge on Windows")).json
    const second = await again(first.token)
    expect(second.name).toBe("Edge on Windows")
    expect((await hub.call("DELETE", "/api/session", { token: first.token })).status).toBe(204)
    // A token that has ended, none, and a program's do not show that it is the same browser.
    const others = [first.token, "x", await hub.token()]
    for (const [n, token] of others.entries()) expect((await again(token)).name).toBe(`Edge on Windows ${n + 2}`)
  })

  it("says beforehand which id the browser's token gets, by which whoever shows the code recognises its browser", async () => {
    const codes = await Promise.all(
      [1, 2].map(() =>
        hub.call("POST", "/api/pairing-codes", { token: managing, body: { grant: { readOnly: false } } })
      )
    )
    const [first, second] = codes.map(({ json }) => json)
    expect(first.tokenId).not.toBe(second.tokenId)
    const holders = async () => {
      const { tokens } = (await hub.call("GET", "/api/tokens", { token: managing })).json
      return tokens.map(({ id }: { id: string }) => id)
    }
    expect(await holders()).not.toContain(second.tokenId)
    expect((await pair(second.code)).json.tokenId).toBe(second.tokenId)
    expect(await holders()).toContain(second.tokenId)
    expect(await holders()).not.toContain(first.tokenId)
  })

  it("of an earlier version of the hub, without such an id, pairs too", async () => {
    const code = await codeFor()
    await sql("UPDATE pairing_codes SET token_id = NULL")
    expect((await pair(code)).json.tokenId).toMatch(/^[0-9a-f]{8}$/)
  })

  it("serves once, also for two at the same moment", async () => {
    const code = await codeFor()
    const statuses = (await Promise.all([pair(code), pair(code)])).map(({ status }) => status).toSorted((a, b) => a - b)
    expect(statuses).toEqual([201, 409])
    expect((await pair(code)).json.error.message).toMatch(/used before.*new code/)
  })

  it("is read however it is typed", async () => {
    const code = await codeFor()
    const typed = ` ${code.toLowerCase().replace("-", " ").replaceAll("0", "o").replaceAll("1", "l")} `
    expect((await pair(typed)).status).toBe(201)
  })

  it("ends after its time", async () => {
    const code = await codeFor()
    const pass = (duration: Duration.Input) =>
      sql(`UPDATE pairing_codes SET expires_millis = expires_millis - ${Duration.toMillis(duration)}`)
    await pass(CODE_LIFE)
    // It is known for a day, so that the answer can say what is wrong with it.
    await codeFor()
    const { status, json } = await pair(code)
    expect([status, json.error.message]).toEqual([410, expect.stringMatching(/has expired/)])
    await pass("1 day")
    await codeFor()
    expect((await pair(code)).status).toBe(400)
  })

  it.each([3, 1 / 7])("gives a token for the %f days that were chosen", async (expiresInDays) => {
    const body = { grant: { readOnly: true }, expiresInDays }
    const { code } = (await hub.call("POST", "/api/pairing-codes", { token: managing, body })).json
    const { tokenId } = (await pair(code)).json
    const { tokens } = (await hub.call("GET", "/api/tokens", { token: managing })).json
    const { createdAt, expiresAt } = tokens.find(({ id }: { id: string }) => id === tokenId)
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBeCloseTo(
      Duration.toMillis(Duration.days(expiresInDays)),
      -4
    )
  })

  it("is rejected after too many wrong guesses by any client; a used code does not count as a guess", async () => {
    const code = await codeFor()
    const used = await codeFor()
    await pair(used)
    for (let times = 0; times < MAX_GUESSES; times++) expect((await pair(used)).status).toBe(409)
    for (let times = 0; times < MAX_GUESSES; times++) {
      const wrong = await pair(times % 2 === 0 ? "" : `0000-000${times}`)
      expect([wrong.status, wrong.json.error.fields]).toEqual([400, [expect.objectContaining({ field: "code" })]])
    }
    const right = await pair(code)
    expect([right.status, right.json.error.reason]).toEqual([429, "RateLimited"])
    expect(Number(right.headers.get("retry-after"))).toBeGreaterThan(0)
    await sql(`UPDATE pairing_guesses SET at_millis = at_millis - ${Duration.toMillis(CODE_LIFE)}`)
    expect((await pair(code)).status).toBe(201)
  })

  it("is accepted ten minutes later at the latest, even if guesses were counted in the future by a wrong clock", async () => {
    const later = Date.now() + Duration.toMillis("1 day")
    for (let times = 0; times < MAX_GUESSES; times++)
      await sql(`INSERT INTO pairing_guesses (at_millis) VALUES (${later})`)
    const { status, headers } = await pair(await codeFor())
    expect([status, headers.get("retry-after")]).toEqual([429, "600"])
  })

  it("counts guesses at once one by one", async () => {
    const statuses = await Promise.all(Array.from({ length: 3 * MAX_GUESSES }, () => pair("0000-0000")))
    expect(statuses.filter(({ status }) => status === 400)).toHaveLength(MAX_GUESSES)
  })

  it("can be created only by managers, cannot grant managing, and is not stored in plain text", async () => {
    const token = await hub.token()
    const make = (grant: object, by: string) => hub.call("POST", "/api/pairing-codes", { token: by, body: { grant } })
    expect((await make({ readOnly: false }, token)).status).toBe(403)
    expect((await make({ readOnly: false, manages: true }, managing)).status).toBe(400)
    expect((await make({ readOnly: false, plugins: ["nobody"] }, managing)).status).toBe(400)
    const code = await codeFor()
    expect(JSON.stringify(await sql("SELECT * FROM pairing_codes"))).not.toContain(code)
  })
})

describe("a paired browser", () => {
  it("is answered at its own origin and at none; a site's page and other tokens are not", async () => {
    const { token } = await paired()
    const status = async (origin: string | undefined, by: string | undefined, path = "/api/session") =>
      (await hub.call("GET", path, { token: by, headers: origin === undefined ? {} : { origin } })).status
    expect(await status(ORIGIN, token)).toBe(200)
    expect(await status(undefined, token)).toBe(200)
    expect(await status("https://evil.example", token)).toBe(403)
    expect(await status("chrome-extension://a/b", token)).toBe(403)
    expect(await status(ORIGIN, await hub.token())).toBe(403)
    expect(await status(ORIGIN, managing)).toBe(403)
    expect(await status(ORIGIN, token, "/mcp")).toBe(403)
    expect(await status(ORIGIN, undefined)).toBe(401)
  })

  it("runs within its credits of the day, and stands in the audit trail by name", async () => {
    await reset()
    const { token, name } = await paired({ readOnly: false, creditsPerDay: 2 })
    const run = (slug: string) => hub.call("POST", RUNS, { token, body: { input: { profilenet_slug: slug } } })
    expect((await run(PERSON.profilenet_slug)).status).toBe(200)
    const over = await run("somebody-else")
    expect([over.status, over.json.error.guard]).toEqual([403, "cap"])
    const { items } = (await hub.call("GET", "/api/runs", { token })).json
    expect(items.map((one: Record<string, unknown>) => [one["via"], one["principalName"]])).toEqual(
      items.map(() => ["extension", name])
    )
    expect(items).toHaveLength(2)
  })

  it("sees of accounts by what pages are known, and no secret", async () => {
    const { token } = await paired()
    const { accounts } = (await hub.call("GET", "/api/accounts", { token })).json
    expect(accounts[0].settings.base_url).toMatch(/^http/)
    expect(accounts[0].secrets).toBeUndefined()
  })

  it("finds out whom it talks to before it sends its token", async () => {
    const { token, tokenId, id } = await paired()
    const nonce = "0123456789abcdef0123456789abcdef"
    const ask = async (of: string, challenge = nonce) =>
      hub.call("GET", `/api/hub?token=${of}&nonce=${challenge}&address=${hub.url}`, { headers: { origin: ORIGIN } })
    const hash = createHash("sha256").update(token).digest("hex")
    expect((await ask(tokenId)).json).toEqual({
      service: "inlay",
      id,
      version: expect.any(String),
      protocol: 1,
      proof: createHmac("sha256", hash).update(`${nonce} ${hub.url}`).digest("hex")
    })
    expect((await ask("nobody")).json.proof).toBeNull()
    // The endpoint proves nothing about other kinds of tokens.
    const { tokens } = (await hub.call("GET", "/api/tokens", { token: managing })).json
    for (const { kind, id: other } of tokens.filter((one: { kind: string }) => one.kind !== "extension")) {
      expect([kind, (await ask(other)).json.proof]).toEqual([kind, null])
    }
    expect((await ask(tokenId, "short")).status).toBe(400)
    expect((await hub.call("GET", "/api/hub")).json).toEqual({
      service: "inlay",
      id,
      version: expect.any(String),
      protocol: 1
    })
  })

  it("is given no proof for an address that is not the hub's own, as if a program at its former address asked on", async () => {
    const { tokenId } = await paired()
    const port = new URL(hub.url).port
    const ask = (address: string) =>
      hub.call("GET", `/api/hub?token=${tokenId}&nonce=${"a".repeat(32)}&address=${encodeURIComponent(address)}`)
    for (const address of [
      `http://127.0.0.1:${Number(port) + 1}`,
      "http://hub.example",
      `http://localhost:${port}`,
      `http://127.0.0.1:${port}.hub.example`,
      "127.0.0.1",
      ""
    ]) {
      const { status, json } = await ask(address)
      expect([address, status, json.proof]).toEqual([address, 421, undefined])
    }
    // Without the address, a proof could be asked for from anywhere.
    const without = await hub.call("GET", `/api/hub?token=${tokenId}&nonce=${"a".repeat(32)}`)
    expect([without.status, without.json.proof]).toEqual([200, undefined])
  })

  it("is the only one whose token ends with its session", async () => {
    const token = await hub.token()
    expect((await hub.call("DELETE", "/api/session", { token })).status).toBe(204)
    expect((await hub.call("GET", "/api/session", { token })).status).toBe(200)
  })

  it("ends its own pairing, or is revoked, or expires; its proof ends with it", async () => {
    const first = await paired()
    expect((await hub.call("DELETE", "/api/session", { token: first.token })).status).toBe(204)
    expect((await hub.call("GET", "/api/session", { token: first.token })).status).toBe(401)
    const second = await paired()
    expect((await hub.call("DELETE", `/api/tokens/${second.tokenId}`, { token: managing })).status).toBe(204)
    expect((await hub.call("GET", "/api/session", { token: second.token })).status).toBe(401)
    const third = await paired()
    await sql(`UPDATE hub_tokens SET expires_millis = 1 WHERE id = '${third.tokenId}'`)
    expect((await hub.call("GET", "/api/session", { token: third.token })).status).toBe(401)
    for (const { tokenId } of [first, second, third]) {
      const { json } = await hub.call("GET", `/api/hub?token=${tokenId}&nonce=${"a".repeat(32)}&address=${hub.url}`)
      expect(json.proof).toBeNull()
    }
  })
})

describe("unknown charges", () => {
  const insert = (
    id: string,
    principal: string,
    { scope = "salesdata/env", estimate = 2 }: { scope?: string; estimate?: number | null } = {}
  ) =>
    hub.run(
      Effect.gen(function* () {
        const client = yield* SqlClient
        const now = yield* Clock.currentTimeMillis
        yield* client`INSERT INTO ledger ${client.insert({
          id,
          scope,
          purse: "",
          operation: "enrichPerson",
          keys: JSON.stringify(["email:a@b.example"]),
          estimate,
          charged: null,
          state: "unknown",
          run: "r",
          at_millis: now,
          lease_ends_millis: now,
          principal
        })}`
      })
    )

  it("are those of the own requests, and are settled without a call", async () => {
    await reset()
    const { token, tokenId } = await paired()
    await insert("own-1", `extension:${tokenId}`)
    await insert("theirs", "local")
    const { charges } = (await hub.call("GET", "/api/charges", { token })).json
    expect(charges).toMatchObject([
      { id: "own-1", account: "salesdata/env", operation: "enrichPerson", keys: ["email:a@b.example"], mayHaveCost: 2 }
    ])
    const all = (await hub.call("GET", "/api/charges", { token: managing })).json.charges
    expect(all.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining(["own-1", "theirs"]))
    const settle = (id: string, by: string, charged = 1) =>
      hub.call("POST", `/api/charges/${id}`, { token: by, body: { charged } })
    expect((await settle("own-1", await hub.token({ readOnly: true }))).status).toBe(404)
    expect((await settle("own-1", await hub.token({ plugins: ["codehost"] }))).status).toBe(404)
    expect((await settle("own-1", token, -1)).status).toBe(400)
    expect((await settle("own-1", token)).status).toBe(204)
    expect((await settle("own-1", token)).status).toBe(404)
    expect((await hub.call("GET", "/api/charges", { token })).json.charges).toEqual([])
    expect(await calls()).toHaveLength(0)
  })

  it("count nothing if nobody knows the price, unless whoever manages the hub says so", async () => {
    const { token, tokenId } = await paired()
    const settle = async (id: string, by: string, charged: number) => {
      const { status, json } = await hub.call("POST", `/api/charges/${id}`, { token: by, body: { charged } })
      return [status, json?.error.message]
    }
    for (const id of ["unpriced-1", "unpriced-2"]) await insert(id, `extension:${tokenId}`, { estimate: null })
    const capped = await hub.token({ creditsPerDay: 100 })
    expect(await settle("unpriced-1", capped, 0)).toEqual([403, expect.stringContaining("would not pay for it again")])
    expect(await settle("unpriced-1", token, 1)).toEqual([403, expect.stringContaining("only 0 credits, because")])
    expect(await settle("unpriced-1", token, 0)).toEqual([204, undefined])
    expect(await settle("unpriced-2", managing, 1)).toEqual([204, undefined])
  })

  it("of an account that is no longer the caller's are not listed", async () => {
    const { token, tokenId } = await paired({ readOnly: false, accounts: ["salesdata/env"] })
    await insert("kept", `extension:${tokenId}`)
    await insert("elsewhere", `extension:${tokenId}`, { scope: "salesdata/other" })
    const { charges } = (await hub.call("GET", "/api/charges", { token })).json
    expect(charges).toMatchObject([{ id: "kept" }])
  })
})
