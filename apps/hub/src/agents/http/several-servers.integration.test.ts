/**
 * Two real `inlay serve` processes on one PostgreSQL database behind a round robin: clients cannot tell that there are
 * two.
 */
import { startSandbox as startAnalytics } from "@inlay/analytics-sandbox"
import { startSandbox as startCodehost } from "@inlay/codehost-sandbox"
import { Client as NewClient, StreamableHTTPClientTransport as NewTransport } from "@modelcontextprotocol/client"
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js"
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { temporaryDatabases } from "../../testing/postgres/databases.ts"
import type { ErrorDocument } from "../../testing/processes/command.ts"
import { startServers, type Servers } from "../../testing/servers/servers.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { world } from "../../testing/world.ts"

const directory = temporaryDirectories()
const databases = temporaryDatabases()
const { env, sandbox } = world()
let analytics: Awaited<ReturnType<typeof startAnalytics>>
let codehost: Awaited<ReturnType<typeof startCodehost>>
let servers: Servers
let token = ""

beforeAll(async () => {
  analytics = await startAnalytics()
  codehost = await startCodehost()
  await fetch(`${codehost.control}/device/interval`, { method: "POST", body: JSON.stringify({ seconds: 0 }) })
  servers = await startServers({ url: await databases.next(), directory, env: env() })
  token = await servers.token("--manage")
})
afterAll(async () => {
  await servers.close()
  await analytics.close()
  await codehost.close()
})

const control = async (path: string, body?: object) =>
  (await (
    await fetch(analytics.control + path, body && { method: "POST", body: JSON.stringify(body) })
  ).json()) as Record<string, string | number>

const info = { name: "test", version: "1.0.0" }
const mcp = () => ({
  url: new URL(`${servers.url}/mcp`),
  options: { requestInit: { headers: { authorization: `Bearer ${token}` } } }
})
const connectOld = async () => {
  const client = new OldClient(info)
  const { url, options } = mcp()
  await client.connect(new OldTransport(url, options))
  return client
}
/** A client whose user agrees to every purchase. */
const connectNew = async () => {
  const client = new NewClient(info, {
    versionNegotiation: { mode: "auto" },
    capabilities: { elicitation: { form: {} } }
  })
  client.setRequestHandler("elicitation/create", () => Promise.resolve({ action: "accept" as const, content: {} }))
  const { url, options } = mcp()
  await client.connect(new NewTransport(url, options))
  return client
}

const openConsole = async (): Promise<string> => {
  const { json } = await servers.command<{ readonly link: string }>(["console", "--url", servers.url])
  expect(json.link).toContain(`${servers.url}/sign-in#`)
  const opened = await fetch(`${servers.url}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: servers.url },
    body: JSON.stringify({ link: json.link.split("#")[1] })
  })
  expect(opened.status).toBe(201)
  return opened.headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""
}

interface SignInAnswer {
  readonly id: string
  readonly url: string
  readonly state: string
}

const beginSignIn = async (cookie: string, name: string) => {
  const { client_id, client_secret } = await control("/clients")
  const { urls } = analytics
  const values = {
    client_id,
    client_secret,
    data_base_url: urls.analyticsData,
    admin_base_url: urls.analyticsAdmin,
    sign_in_url: `${urls.analyticsAccounts}/o/oauth2/v2/auth`,
    token_url: `${urls.analyticsAccounts}/token`,
    revoke_url: `${urls.analyticsAccounts}/revoke`
  }
  const response = await fetch(`${servers.url}/api/sign-ins`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: servers.url, cookie },
    body: JSON.stringify({ plugin: "analytics", kind: "sign_in", name, values })
  })
  const begun = (await response.json()) as SignInAnswer
  expect(response.status, JSON.stringify(begun)).toBe(201)
  return { ...begun, browser: response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "" }
}

const agree = async (address: string): Promise<URL> => {
  const url = new URL(address)
  const form = new URLSearchParams(url.search)
  for (const scope of (form.get("scope") ?? "").split(" ")) form.append("granted", scope)
  form.set("decision", "approve")
  const response = await fetch(`${url.origin}${url.pathname}`, { method: "POST", body: form, redirect: "manual" })
  return new URL(response.headers.get("location") ?? "")
}

describe("two servers on one database", () => {
  it.each([
    ["of 2025", connectOld],
    ["of 2026", connectNew]
  ])("answer a client %s as one, whichever a request comes to", async (_, connect) => {
    const before = servers.ports.map((port) => servers.proxy.answered.get(port) ?? 0)
    const client = await connect()
    const [person] = sandbox().examples["salesdata_people_enrichment"]?.match ?? []
    const call = { name: "salesdata_people_enrichment", arguments: person as Record<string, unknown> }
    const outcomes: Array<boolean> = []
    for (let count = 0; count < 5; count++) {
      expect((await client.listTools()).tools.map(({ name }) => name)).toContain("salesdata_people_enrichment")
      outcomes.push((await client.callTool(call)).isError !== true)
    }
    expect(outcomes).toEqual([true, true, true, true, true])
    await client.close()
    for (const [index, port] of servers.ports.entries()) {
      expect(servers.proxy.answered.get(port)).toBeGreaterThan(before[index] ?? 0)
    }
  })

  it("know of an account that was connected at the other one", async () => {
    const accountIds = () =>
      fetch(`${servers.url}/api/accounts`, { headers: { authorization: `Bearer ${token}` } })
        .then((response) => response.json())
        .then((body) => (body as { accounts: ReadonlyArray<{ id: string }> }).accounts.map(({ id }) => id))
    const values = {
      base_url: sandbox().env["INLAY_SALESDATA_BASE_URL"],
      api_key: sandbox().env["INLAY_SALESDATA_API_KEY"]
    }
    const connected = await servers.only(0, () =>
      fetch(`${servers.url}/api/accounts`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ plugin: "salesdata", name: "team", values })
      })
    )
    expect(connected.status, await connected.text()).toBe(201)
    expect(await servers.only(1, accountIds)).toContain("salesdata/team")
  })

  it("know one console session, which ends for both", async () => {
    const cookie = await openConsole()
    const status = async () => (await fetch(`${servers.url}/api/session`, { headers: { cookie } })).status
    expect([await servers.only(0, status), await servers.only(1, status)]).toEqual([200, 200])
    const end = () =>
      fetch(`${servers.url}/api/session`, { method: "DELETE", headers: { cookie, origin: servers.url } })
    expect((await servers.only(0, end)).status).toBe(204)
    expect([await servers.only(0, status), await servers.only(1, status)]).toEqual([401, 401])
  })

  it("finish a sign-in that began at the other one, once, and renew its token once", async () => {
    const cookie = await openConsole()
    const begun = await servers.only(0, () => beginSignIn(cookie, "web"))
    const answer = await agree(begun.url)
    const back = (browser: string) => async () =>
      (await fetch(answer, { headers: browser === "" ? {} : { cookie: browser } })).status
    expect(await servers.only(1, back(""))).toBe(403)
    // Both at the same time: only one succeeds.
    const statuses = await Promise.all([back(begun.browser)(), back(begun.browser)()])
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 410])
    const state = async () => {
      const response = await fetch(`${servers.url}/api/sign-ins/${begun.id}`, { headers: { cookie } })
      return ((await response.json()) as SignInAnswer).state
    }
    expect([await servers.only(0, state), await servers.only(1, state)]).toEqual(["done", "done"])

    // The provider's clock advances past the token's expiry, and both servers notice at the same time.
    await control("/clock", { advanceSeconds: 7_200 })
    const runs = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const response = await fetch(`${servers.url}/api/tools/analytics_list_properties/runs`, {
          method: "POST",
          headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
          body: JSON.stringify({ input: {}, account: "web" })
        })
        return [response.status, response.status === 200 ? "" : await response.text()]
      })
    )
    expect(runs).toEqual(runs.map(() => [200, ""]))
    expect(await control("/refreshes")).toMatchObject({ total: 1 })
  })

  it("forget a sign-in that is given up at the other one", async () => {
    const cookie = await openConsole()
    const begun = await servers.only(0, () => beginSignIn(cookie, "given-up"))
    const giveUp = () =>
      fetch(`${servers.url}/api/sign-ins/${begun.id}`, { method: "DELETE", headers: { cookie, origin: servers.url } })
    expect((await servers.only(1, giveUp)).status).toBe(204)
    const answer = await agree(begun.url)
    const late = () => fetch(answer, { headers: { cookie: begun.browser } })
    expect((await servers.only(0, late)).status).toBe(400)
  })

  it("show a sign-in by a device's code that began at the other one, and let it be given up", async () => {
    const call = async (method: string, path: string, body?: object) => {
      const response = await fetch(servers.url + path, {
        method,
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        ...(body !== undefined && { body: JSON.stringify(body) })
      })
      const text = await response.text()
      return { status: response.status, json: (text === "" ? {} : JSON.parse(text)) as Record<string, string> }
    }
    const begin = async (name: string) => {
      const values = {
        base_url: codehost.urls.codehost,
        sign_in_url: codehost.urls.codehostWeb,
        client_id: "Iv23liSandboxExpire1"
      }
      const body = { plugin: "codehost", kind: "sign_in", name, way: "device", values }
      const begun = await servers.only(0, () => call("POST", "/api/sign-ins", body))
      expect(begun, JSON.stringify(begun)).toMatchObject({ status: 201, json: { way: "device", state: "waiting" } })
      return begun.json
    }
    const approve = (code = "") =>
      fetch(`${codehost.control}/device/approve`, { method: "POST", body: JSON.stringify({ user_code: code }) })
    const agreed = await begin("device")
    const givenUp = await begin("device-given-up")
    const at = (one: typeof agreed) => `/api/sign-ins/${one["id"]}`
    expect((await servers.only(1, () => call("DELETE", at(givenUp)))).status).toBe(204)
    await Promise.all([approve(agreed["userCode"]), approve(givenUp["userCode"])])
    await expect
      .poll(async () => (await servers.only(1, () => call("GET", at(agreed)))).json["state"], { timeout: 40_000 })
      .toBe("done")
    expect((await servers.only(0, () => call("GET", at(givenUp)))).status).toBe(404)
    const question = { input: { owner: "acme", repo: "widgets" }, account: "device" }
    const ran = await servers.only(1, () => call("POST", "/api/tools/codehost_get_repository_info/runs", question))
    expect(ran.status, JSON.stringify(ran)).toBe(200)
    const accounts = await servers.only(1, () => call("GET", "/api/accounts"))
    expect(JSON.stringify(accounts.json)).not.toContain("given-up")
  })

  it("have no address in the database: a link to the console needs it", async () => {
    const { code, json } = await servers.command<ErrorDocument>(["console"])
    expect([code, json.error.reason, json.error.fields?.[0]?.field]).toEqual([2, "Invalid", "--url"])
    expect(json.error.message).toMatch(/with a database/)
  })
})
