/** Connecting, changing and removing accounts over the API, with a simulated code host and sales data provider. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { startSandbox as startAnalytics } from "@inlay/analytics-sandbox"
import { startSandbox as startCodehost, type RunningSandbox } from "@inlay/codehost-sandbox"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

import { StoredAccounts } from "../../accounts/StoredAccounts.ts"
import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { PRIVATE } from "../../testing/private-addresses.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { everyFile } from "../../testing/vault-world.ts"
import { world } from "../../testing/world.ts"

const directory = temporaryDirectories()
const { sandbox, calls, reset } = world()
let codehost: RunningSandbox
let at: string
let hub: RunningHub
let token: string

beforeAll(async () => {
  codehost = await startCodehost()
  at = directory()
  hub = await startHub(at)
  token = await hub.token({ manages: true })
})
afterAll(async () => {
  await hub.close()
  await codehost.close()
})

const key = () => sandbox().env["INLAY_SALESDATA_API_KEY"] ?? ""
const salesdata = (more: Readonly<Record<string, string>> = {}) => ({
  base_url: sandbox().env["INLAY_SALESDATA_BASE_URL"] ?? "",
  api_key: key(),
  ...more
})
const ids = async () =>
  (await hub.call("GET", "/api/accounts", { token })).json.accounts.map(({ id }: { id: string }) => id)

describe("an account over the API", () => {
  it("with fields that its kind does not have says the nearest of those that it names, and compares no others", async () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`api_key${n}`, "x"]))
    const comparing = vi.spyOn(String.prototype, "toLowerCase")
    const { status, json } = await hub.call("POST", "/api/accounts", {
      token,
      body: { plugin: "salesdata", values: { ...salesdata(), ...unknown } }
    })
    const comparisons = comparing.mock.calls.length
    comparing.mockRestore()
    expect([status, json.error.fields.length]).toEqual([400, 20])
    expect(json.error.fields[0].message).toMatch(/does not have; the nearest: api_key/)
    expect(comparisons).toBeLessThan(5_000)
  })

  it("was connected and last used when it itself was, whatever is changed, and not when an earlier one of its name was", async () => {
    const path = "/api/accounts/salesdata/anew"
    const body = { plugin: "salesdata", name: "anew", values: salesdata() }
    const connect = async () => (await hub.call("POST", "/api/accounts", { token, body })).json
    const times = async (method: string, change?: unknown) => {
      const { createdAt, lastUsedAt } = (await hub.call(method, path, { token, body: change })).json
      return { createdAt, lastUsedAt }
    }
    const { createdAt } = await connect()
    const run = { account: "anew", input: { method: "GET", endpoint: "/account" } }
    await hub.call("POST", "/api/tools/salesdata_api_call/runs", { token, body: run })
    const used = await times("GET")
    expect(used).toEqual({ createdAt, lastUsedAt: expect.any(String) })
    expect(await times("PATCH", { values: { cap_day: "9" } })).toEqual(used)
    expect(await times("GET")).toEqual(used)
    const renamed = "/api/accounts/salesdata/renamed"
    expect(await times("PATCH", { name: "renamed" })).toEqual(used)
    expect((await hub.call("PATCH", renamed, { token, body: { values: { cap_day: "8" } } })).json).toMatchObject(used)
    expect((await hub.call("GET", renamed, { token })).json).toMatchObject(used)
    await hub.call("DELETE", renamed, { token })
    const another = await connect()
    expect(another.lastUsedAt).toBeNull()
    expect(await times("GET")).toEqual({ createdAt: another.createdAt, lastUsedAt: null })
    await hub.call("DELETE", path, { token })
  })

  it("is drawn from its kind, connected, checked, limited, mended, renamed and removed", async () => {
    const { json } = await hub.call("GET", "/api/plugins", { token })
    const plugin = json.plugins.find(({ id }: { id: string }) => id === "salesdata")
    expect(plugin).toMatchObject({ title: "Sales data", status: "beta" })
    expect(plugin.accountKinds[0].fields).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: "api_key", secret: true, required: true })])
    )

    const connected = await hub.call("POST", "/api/accounts", {
      token,
      body: { plugin: "salesdata", values: salesdata() }
    })
    expect([connected.status, connected.json.id]).toEqual([201, "salesdata/main"])
    expect(connected.json).toMatchObject({ source: "vault", ok: true, secrets: ["api_key"] })
    expect(connected.text).not.toContain(key())

    const check = await hub.call("POST", "/api/accounts/salesdata/main/check", { token })
    expect(check.json).toMatchObject({ ok: true, spentToday: 0, unknownCharges: [] })

    const limited = await hub.call("PATCH", "/api/accounts/salesdata/main", {
      token,
      body: { values: { cap_day: "3" } }
    })
    expect(limited.json.settings).toMatchObject({ cap_day: "3" })
    const cleared = await hub.call("PATCH", "/api/accounts/salesdata/main", {
      token,
      body: { values: { cap_day: "" } }
    })
    expect(cleared.json.settings.cap_day).toBeUndefined()

    const wrong = await hub.call("PATCH", "/api/accounts/salesdata/main", {
      token,
      body: { values: { api_key: "wrong-key-1" } }
    })
    expect([wrong.status, wrong.json.error.reason]).toEqual([424, "Unauthorized"])
    // The account still works, so nothing of the invalid change was stored.
    expect((await hub.call("POST", "/api/accounts/salesdata/main/check", { token })).json.ok).toBe(true)

    const limitedToken = await hub.token({ accounts: ["salesdata/main"] })
    const renamed = await hub.call("PATCH", "/api/accounts/salesdata/main", { token, body: { name: "team" } })
    expect([renamed.status, renamed.json.id]).toEqual([200, "salesdata/team"])
    expect(await ids()).toEqual(["salesdata/team"])
    const theirs = await hub.call("GET", "/api/accounts", { token: limitedToken })
    expect(theirs.json.accounts.map(({ id }: { id: string }) => id)).toEqual(["salesdata/team"])

    const removal = await hub.call("GET", "/api/accounts/salesdata/team/removal", { token })
    expect(removal.json).toMatchObject({
      account: "salesdata/team",
      stops: [{ kind: "token", name: "test", ends: true }]
    })
    const removed = await hub.call("DELETE", "/api/accounts/salesdata/team", { token })
    expect(removed.json).toMatchObject({ revoked: false, left: expect.stringContaining("delete them there") })
    expect(await ids()).toEqual([])
  })

  it("is not stored if anything is wrong, and nothing is sent if its values are invalid", async () => {
    await reset()
    const refused: ReadonlyArray<readonly [number, unknown]> = [
      [404, { plugin: "salesdatta", values: {} }],
      [404, { plugin: "salesdata", kind: "nope", values: {} }],
      [400, { plugin: "salesdata", name: "Not A Name", values: salesdata() }],
      [400, { plugin: "salesdata", name: "env", values: salesdata() }],
      [400, { plugin: "salesdata", values: {} }],
      [400, { plugin: "salesdata", values: salesdata({ api_kee: "x" }) }],
      [400, { plugin: "salesdata", values: salesdata({ base_url: "ftp://x.example" }) }],
      [400, { plugin: "salesdata", values: salesdata({ base_url: "http://x.example" }) }],
      [400, { plugin: "salesdata", values: salesdata({ cap_day: "many" }) }],
      [400, { plugin: "codehost", kind: "sign_in", values: {} }]
    ]
    for (const [status, body] of refused) {
      const answer = await hub.call("POST", "/api/accounts", { token, body })
      expect([body, answer.status]).toEqual([body, status])
    }
    expect(await calls()).toEqual([])
    const wrong = await hub.call("POST", "/api/accounts", {
      token,
      body: { plugin: "salesdata", values: salesdata({ api_key: "canary-of-a-wrong-key" }) }
    })
    expect(wrong.status).toBe(424)
    expect(wrong.text).not.toContain("canary-of-a-wrong-key")
    // The key may be right where the address is not.
    const elsewhere = await hub.call("POST", "/api/accounts", {
      token,
      body: { plugin: "salesdata", values: salesdata({ base_url: `${salesdata().base_url}/elsewhere` }) }
    })
    expect([elsewhere.status, elsewhere.json.error]).toEqual([
      404,
      expect.objectContaining({ reason: "NotFound", fix: expect.stringContaining("base address") })
    ])
    expect(await ids()).toEqual([])
  })

  it("of the environment is in conflict with every change, which names the variables to unset", async () => {
    vi.stubEnv("INLAY_CODEHOST_TOKEN", "canary-of-the-environment")
    vi.stubEnv("INLAY_CODEHOST_BASE_URL", codehost.urls.codehost ?? "")
    expect(await ids()).toContain("codehost/env")
    for (const [method, path, operation] of [
      ["PATCH", "", "change"],
      ["GET", "/removal", "disconnect"],
      ["DELETE", "", "disconnect"]
    ] as const) {
      const answer = await hub.call(method, `/api/accounts/codehost/env${path}`, {
        token,
        ...(method === "PATCH" && { body: {} })
      })
      expect([method, answer.status, answer.json.error.reason, answer.json.error.operation]).toEqual([
        method,
        409,
        "Conflict",
        operation
      ])
      expect(answer.json.error.message).toMatch(/INLAY_CODEHOST_BASE_URL.*INLAY_CODEHOST_TOKEN/s)
      expect(answer.text).not.toContain("canary-of-the-environment")
    }
    vi.unstubAllEnvs()
    const gone = await hub.call("PATCH", "/api/accounts/codehost/env", { token, body: {} })
    expect([gone.status, gone.json.error.operation]).toEqual([404, "change"])
  })

  it("is only for managers", async () => {
    const limited = await hub.token()
    const requests: ReadonlyArray<readonly [string, string, unknown?]> = [
      ["POST", "/api/accounts", { plugin: "salesdata", values: salesdata() }],
      ["PATCH", "/api/accounts/salesdata/main", { values: {} }],
      ["POST", "/api/accounts/salesdata/main/check"],
      ["GET", "/api/accounts/salesdata/main/removal"],
      ["DELETE", "/api/accounts/salesdata/main"],
      ["POST", "/api/sign-ins", { plugin: "codehost", kind: "sign_in" }],
      ["GET", "/api/sign-ins/1"],
      ["DELETE", "/api/sign-ins/1"],
      ["GET", "/api/tokens"],
      ["POST", "/api/tokens", { name: "more" }],
      ["DELETE", "/api/tokens/1"],
      ["GET", "/api/agents"],
      ["DELETE", "/api/agents/1"]
    ]
    for (const [method, path, body] of requests) {
      const { status, json } = await hub.call(method, path, { token: limited, ...(body !== undefined && { body }) })
      expect([method, path, status, json.error.needs]).toEqual([method, path, 403, "manage"])
    }
  })

  it("is revoked at a provider that can", async () => {
    const connected = await hub.call("POST", "/api/accounts", {
      token,
      body: {
        plugin: "codehost",
        kind: "token",
        name: "work",
        values: { base_url: codehost.urls.codehost, token: codehost.env["INLAY_CODEHOST_TOKEN"] ?? "" }
      }
    })
    expect(connected.json.error).toBeUndefined()
    const run = await hub.call("POST", "/api/tools/codehost_list_gists_for_a_user/runs", {
      token,
      body: { input: { username: "acme" } }
    })
    expect([200, 404]).toContain(run.status)
    expect((await hub.call("DELETE", "/api/accounts/codehost/work", { token })).status).toBe(200)
  })

  it("leaves its secrets in no file, answer or log", async () => {
    const canary = "inlay-canary-7f3a9c51d2"
    await hub.call("POST", "/api/accounts", {
      token,
      body: { plugin: "salesdata", values: salesdata({ api_key: canary }) }
    })
    const tokenAgain = await hub.token()
    const link = await hub.link()
    const bytes = everyFile(at)
    expect(bytes.includes("hub_tokens")).toBe(true)
    for (const secret of [canary, key(), token, tokenAgain, link]) expect(bytes.includes(secret)).toBe(false)
  })
})

it("shows what the check of an account remarks", async () => {
  const analytics = await startAnalytics()
  const { urls, env } = analytics
  const values = { data_base_url: urls.analyticsData, admin_base_url: urls.analyticsAdmin }
  const body = { plugin: "analytics", values: { ...values, access_token: env.INLAY_ANALYTICS_ACCESS_TOKEN } }
  try {
    const connected = await hub.call("POST", "/api/accounts", { token, body: { ...body, kind: "token" } })
    expect([connected.text, connected.status]).toEqual([connected.text, 201])
    const check = await hub.call("POST", "/api/accounts/analytics/main/check", { token })
    expect(check.json).toMatchObject({ ok: true, notes: [expect.stringMatching(/^The account can only read/)] })
  } finally {
    await hub.call("DELETE", "/api/accounts/analytics/main?force=true", { token })
    await analytics.close()
  }
})

it.each([
  ["its token", {}, "1970-01-01T00:00:01.000Z"],
  ["nothing that is known", { refreshToken: Redacted.make("r1") }, null],
  ["its refresh token", { refreshToken: Redacted.make("r2"), refreshExpiresAtMillis: 9e12 }, "2255-03-14T16:00:00.000Z"]
])("an account's sign-in expires with %s", async (_, parts, expiresAt) => {
  const named = { plugin: "codehost", name: "signed", kind: "sign_in", secrets: { token: Redacted.make("t") } }
  const settings = { base_url: "http://127.0.0.1:1" }
  const signed = { ...named, settings, grant: { scopes: [], expiresAtMillis: 1000, ...parts } }
  await hub.run(StoredAccounts.use((accounts) => Effect.asVoid(accounts.save(signed, { replace: true }))))
  const { accounts } = (await hub.call("GET", "/api/accounts", { token })).json
  expect(accounts).toMatchObject([{ id: "codehost/signed", expiresAt }])
  // The console offers to remove it by force if a provider is named.
  const { json } = await hub.call("DELETE", "/api/accounts/codehost/signed", { token })
  expect(json).toMatchObject({ error: { provider: "codehost", what: expect.stringMatching(/could not be revoked/) } })
  await hub.call("DELETE", "/api/accounts/codehost/signed?force=true", { token })
})

describe("an account that is removed while a call of it is under way", () => {
  it("lets that call end, and is gone for the next one of the same token", async () => {
    const arrived = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const slow = createServer((_, response) => {
      arrived.resolve()
      void gate.promise.then(() =>
        response.writeHead(200, { "content-type": "application/json" }).end('{"answered":"late"}')
      )
    })
    await new Promise<void>((resolve) => slow.listen(0, "127.0.0.1", resolve))
    const { port } = slow.address() as AddressInfo
    const leaving = {
      plugin: "salesdata",
      name: "leaving",
      kind: "api_key",
      settings: { base_url: `http://127.0.0.1:${port}` },
      secrets: { api_key: Redacted.make("key-of-an-account-that-leaves") }
    }
    await hub.run(StoredAccounts.use((accounts) => Effect.asVoid(accounts.save(leaving))))
    const limited = await hub.token({ accounts: ["salesdata/leaving"] })
    const run = () =>
      hub.call("POST", "/api/tools/salesdata_api_call/runs", {
        token: limited,
        body: { input: { method: "GET", endpoint: "/slow" }, account: "leaving" }
      })
    const underWay = run()
    await arrived.promise
    const removed = await hub.call("DELETE", "/api/accounts/salesdata/leaving", { token })
    expect([removed.text, removed.status]).toEqual([removed.text, 200])
    gate.resolve()
    expect((await underWay).json).toMatchObject({ output: { body: { answered: "late" } } })
    const next = await run()
    expect([next.status, next.json.error.reason]).toEqual([404, "NotFound"])
    expect((await hub.call("GET", "/api/accounts", { token: limited })).json.accounts).toEqual([])
    const runs = await hub.call("GET", "/api/runs?limit=10", { token: limited })
    expect(runs.json.items).toMatchObject([{ account: "leaving", outcome: "ok" }])
    slow.close()
  })
})

it("a server goes on after a name that does not resolve", async () => {
  // No resolver is asked for a label of more than 63 characters.
  const values = salesdata({ base_url: `https://${"a".repeat(64)}.example/v1` })
  const { status, json } = await hub.call("POST", "/api/accounts", { token, body: { plugin: "salesdata", values } })
  expect([status, json.error.message]).toEqual([502, expect.stringContaining("No connection could be made")])
  expect((await hub.call("GET", "/api/accounts", { token })).status).toBe(200)
})

describe("the address of an account that the API connects", () => {
  it("cannot be in a private network, by any name or number, at any time", async () => {
    const reached: Array<string> = []
    const inside = createServer((request, response) => {
      reached.push(request.url ?? "")
      response.end("{}")
    })
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve))
    const { port } = inside.address() as AddressInfo
    const guarded = await startHub(directory(), { allowPrivate: false })
    try {
      const managing = await guarded.token({ manages: true })
      const bases = [
        `http://127.0.0.1:${port}`,
        `http://localhost:${port}`,
        `https://localhost:${port}`,
        `https://127.0.0.1:${port}`,
        `http://[::1]:${port}`,
        `https://[::ffff:127.0.0.1]:${port}`,
        `https://0.0.0.0:${port}`,
        `https://0x7f000001:${port}`,
        `https://2130706433:${port}`,
        `https://127.1:${port}`,
        ...PRIVATE.flatMap((address) => {
          const host = address.includes(":") ? `[${address}]` : address
          return [`https://${host}`, `https://${host}:${port}/v1`, `https://${host}.:${port}`]
        }).filter((base) => URL.canParse(base))
      ]
      expect(bases.length).toBeGreaterThanOrEqual(80)
      for (const base_url of bases) {
        const { status, json } = await guarded.call("POST", "/api/accounts", {
          token: managing,
          body: { plugin: "salesdata", values: salesdata({ base_url }) }
        })
        expect([base_url, status]).toEqual([base_url, 400])
        // Plain http to other hosts than this machine is refused earlier, with another message.
        const reason =
          base_url.startsWith("https:") || base_url.includes("127.0.0.1") ? "administrator for access to private" : ""
        expect([base_url, json.error.message]).toEqual([base_url, expect.stringContaining(reason)])
      }
      expect(reached).toEqual([])
    } finally {
      await guarded.close()
      inside.close()
    }
  })

  it("is refused without barring the hub's own user from it", async () => {
    const place = directory()
    const values = { base_url: codehost.urls.codehost, token: codehost.env.INLAY_CODEHOST_TOKEN }
    const first = await startHub(place, { allowPrivate: false })
    const managing = await first.token({ manages: true })
    const body = { plugin: "codehost", values }
    const { status, json } = await first.call("POST", "/api/accounts", { token: managing, body })
    await first.close()
    expect([status, json.error.message]).toEqual([400, expect.stringContaining("private network")])

    vi.stubEnv("INLAY_CODEHOST_BASE_URL", values.base_url)
    vi.stubEnv("INLAY_CODEHOST_TOKEN", values.token)
    const second = await startHub(place, { allowPrivate: false })
    const run = await second.call("POST", "/api/tools/codehost_get_repository_info/runs", {
      token: managing,
      body: { input: { owner: "acme", repo: "widgets" } }
    })
    await second.close()
    vi.unstubAllEnvs()
    expect([run.status, run.json.error]).toEqual([200, undefined])
  })
})
