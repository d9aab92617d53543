/** The newer official client signs in: from a 401 to a call, with a browser whose user consents. */
import { hash } from "node:crypto"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client"
import type { OAuthClientProvider } from "@modelcontextprotocol/client"
import * as Effect from "effect/Effect"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import {
  authorizeAddress,
  callStatus,
  CLIENT_ID,
  codeOf,
  documents,
  LOCAL_CLIENT,
  REDIRECT,
  redeem,
  refresh,
  SCHEME_CLIENT,
  SCHEME_REDIRECT,
  signIn
} from "../../testing/sign-in/agent.ts"
import { makeBrowser } from "../../testing/sign-in/browser.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { everyFile } from "../../testing/vault-world.ts"
import { TTL } from "./provider.ts"

const directory = temporaryDirectories()
const WORDY_CLIENT = "https://wordy.example/client.json"

let hub: RunningHub
let data: string
const open: Array<Client> = []

beforeAll(async () => {
  vi.stubEnv("INLAY_SLOW_WORD", "any")
  data = directory()
  hub = await startHub({
    plugins: [slowPlugin],
    directory: data,
    documents: {
      ...documents,
      [WORDY_CLIENT]: { client_id: WORDY_CLIENT, client_name: "n".repeat(200), redirect_uris: [REDIRECT] }
    }
  })
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((client) => client.close()))
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await hub.close()
})

/** A client's side of the sign-in, and the address that it sends its user to. */
const makeProvider = () => {
  const storage: { address?: URL; verifier?: string; tokens?: unknown; client?: unknown; discovery?: unknown } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadataUrl: CLIENT_ID,
    clientMetadata: { client_name: "Agent", redirect_uris: [REDIRECT] },
    clientInformation: () => storage.client as never,
    saveClientInformation: (client) => void (storage.client = client),
    tokens: () => storage.tokens as never,
    saveTokens: (tokens) => void (storage.tokens = tokens),
    redirectToAuthorization: (address) => void (storage.address = address),
    saveCodeVerifier: (verifier) => void (storage.verifier = verifier),
    codeVerifier: () => storage.verifier ?? "",
    saveDiscoveryState: (state) => void (storage.discovery = state),
    discoveryState: () => storage.discovery as never
  }
  return { provider, storage }
}

const newClient = () => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } })
  open.push(client)
  return client
}

describe("the newer client", () => {
  it("signs in: 401, metadata, consent, code, tokens, call; and loses its access when it is revoked", async () => {
    const { provider, storage } = makeProvider()
    const first = new StreamableHTTPClientTransport(hub.url, { authProvider: provider })
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError)
    expect(storage.address?.origin).toBe(hub.origin)
    expect(Object.fromEntries(storage.address?.searchParams ?? [])).toMatchObject({
      client_id: CLIENT_ID,
      code_challenge_method: "S256",
      resource: hub.url.href
    })

    const browser = makeBrowser(hub)
    const consent = await browser.open(storage.address ?? "")
    expect(consent.text).toContain("Agent &lt;b&gt;Smith&lt;/b&gt;")
    expect(consent.text).toContain("<strong>agent.example</strong>")
    expect(consent.text).not.toContain("runs on your own computer")
    expect(consent.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
    // With `no-referrer`, a browser would submit the form with `Origin: null` and be refused.
    expect(consent.headers.get("referrer-policy")).toBe("same-origin")
    const { location } = await browser.answer(consent)
    expect(location?.href).toContain(REDIRECT)
    expect(location?.searchParams.get("iss")).toBe(hub.origin)

    await first.finishAuth(location?.searchParams ?? new URLSearchParams())
    const client = newClient()
    await client.connect(new StreamableHTTPClientTransport(hub.url, { authProvider: provider }))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(["slow_count", "slow_wait"])
    expect(tools[0]?.inputSchema.properties?.["account"]).toEqual({ type: "string", enum: ["env"] })
    const result = await client.callTool({ name: "slow_count", arguments: { rows: 1 } })
    expect(result.structuredContent).toEqual({ rows: 1 })

    const [agent] = await Effect.runPromise(hub.agents.list)
    expect(agent).toMatchObject({
      name: "Agent <b>Smith</b>",
      clientId: CLIENT_ID,
      redirectHost: "agent.example",
      grant: { accounts: ["slow/env"], readOnly: true }
    })
    const authorization = `Bearer ${await hub.token({ manages: true })}`
    const runs = async () => (await fetch(`${hub.origin}/api/runs`, { headers: { authorization } })).json()
    const items = [{ principal: `agent:${agent?.id}`, principalName: agent?.name, tool: "slow_count" }]
    expect(await runs()).toMatchObject({ items })
    expect(await Effect.runPromise(hub.agents.revoke(agent?.id ?? ""))).toBe(true)
    expect(await runs()).toMatchObject({ items })
    await expect(client.callTool({ name: "slow_count", arguments: { rows: 1 } })).rejects.toThrow()
    expect(await Effect.runPromise(hub.agents.list)).toEqual([])
  })
})

describe("tokens", () => {
  /** Lets the stored records of a kind become older. */
  const letPass = (kind: string, seconds: number) => {
    const database = new DatabaseSync(join(data, "inlay.db"), { timeout: 5_000 })
    const sql = "UPDATE oauth_records SET expires_millis = expires_millis - ? WHERE kind = ?"
    database.prepare(sql).run(seconds * 1000, kind)
    database.close()
  }

  it("are for MCP only, and the API says so", async () => {
    const { access_token: token } = await signIn(hub)
    const response = await fetch(`${hub.origin}/api/tools`, { headers: { authorization: `Bearer ${token}` } })
    expect([response.status, await response.text()]).toEqual([
      401,
      expect.stringContaining("or an agent's sign-in, which is for /mcp only")
    ])
  })

  it("are renewed by a refresh token that is used once", async () => {
    const tokens = await signIn(hub)
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: expect.stringContaining("mcp") })
    const renewed = await refresh(hub, tokens.refresh_token)
    expect(renewed.status).toBe(200)
    expect(renewed.body.refresh_token).not.toBe(tokens.refresh_token)
    expect(await callStatus(hub, renewed.body.access_token)).toBe(200)
    expect(await callStatus(hub, tokens.access_token)).toBe(200)
  })

  it("are renewed for each of the calls that a client sends together once its token has expired", async () => {
    const { provider, storage } = makeProvider()
    const transport = () => new StreamableHTTPClientTransport(hub.url, { authProvider: provider })
    const first = transport()
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError)
    const browser = makeBrowser(hub)
    const { location } = await browser.answer(await browser.open(storage.address ?? ""))
    await first.finishAuth(location?.searchParams ?? new URLSearchParams())
    const client = newClient()
    await client.connect(transport())
    letPass("AccessToken", TTL.AccessToken)
    const call = async () => (await client.callTool({ name: "slow_count", arguments: { rows: 1 } })).structuredContent
    expect(await Promise.all([call(), call(), call()])).toEqual([{ rows: 1 }, { rows: 1 }, { rows: 1 }])
    letPass("AccessToken", TTL.AccessToken)
    expect(await call()).toEqual({ rows: 1 })
  })

  it.for([
    ["mcp", undefined],
    ["mcp offline_access", undefined],
    ["mcp offline_access", "consent"],
    [undefined, undefined]
  ])("of scope %s and prompt %s are renewed long after the browser's part in the sign-in", async ([scope, prompt]) => {
    const { body } = await redeem(hub, await codeOf(hub, { scope, prompt }))
    letPass("Session", TTL.Session)
    const renewed = await refresh(hub, body["refresh_token"])
    expect([renewed.status, await callStatus(hub, renewed.body["access_token"])]).toEqual([200, 200])
  })

  it("are renewed after another agent of the same program signed in in the same browser", async () => {
    const browser = makeBrowser(hub)
    const agent = async () => {
      const { location } = await browser.answer(await browser.open(authorizeAddress(hub)))
      return (await redeem(hub, location?.searchParams.get("code") ?? "")).body["refresh_token"]
    }
    const tokens = [await agent(), await agent()]
    const renewed = await Promise.all(tokens.map((token) => refresh(hub, token)))
    expect(renewed.map(({ status }) => status)).toEqual([200, 200])
  })

  it("are not had for a code that is older than a minute, or renewed after a month", async () => {
    const code = await codeOf(hub)
    const { refresh_token: refreshToken } = await signIn(hub)
    letPass("AuthorizationCode", TTL.AuthorizationCode)
    letPass("RefreshToken", TTL.RefreshToken)
    const late = [await redeem(hub, code), await refresh(hub, refreshToken)]
    expect(late.map(({ status, body }) => [status, body["error"], body["access_token"]])).toEqual([
      [400, "invalid_grant", undefined],
      [400, "invalid_grant", undefined]
    ])
  })

  it("are not renewed once the grant is a year old, however often they were renewed", async () => {
    const { refresh_token: refreshToken } = await signIn(hub)
    const renewed = await refresh(hub, refreshToken)
    letPass("Grant", TTL.Grant)
    const late = await refresh(hub, renewed.body["refresh_token"])
    expect([renewed.status, late.status, late.body["error"]]).toEqual([200, 400, "invalid_grant"])
  })

  it("are not in the database in plain text, nor are codes, grants and what they allow", async () => {
    const tokens = await signIn(hub)
    const bytes = everyFile(data)
    for (const secret of [tokens.access_token, tokens.refresh_token, tokens.code]) {
      expect(bytes.includes(secret)).toBe(false)
      expect(bytes.includes(Buffer.from(secret).toString("base64"))).toBe(false)
    }
  })
})

describe("the consent page", () => {
  it.each(["127.0.0.1", "[::1]"])("warns of an agent on the user's own computer, at any port of %s", async (host) => {
    const browser = makeBrowser(hub)
    const page = await browser.open(authorizeAddress(hub, { redirect_uri: `http://${host}:51234/cb` }, LOCAL_CLIENT))
    expect(page.text).toContain("runs on your own computer")
    const { location } = await browser.answer(page)
    expect(location?.origin).toBe(`http://${host}:51234`)
  })

  it("shows an address of another scheme as it is, whose host is nobody's, and warns of it", async () => {
    const browser = makeBrowser(hub)
    const page = await browser.open(authorizeAddress(hub, { redirect_uri: SCHEME_REDIRECT }, SCHEME_CLIENT))
    expect(page.text).toContain(`<strong>${SCHEME_REDIRECT}</strong>`)
    expect(page.text).toContain("runs on your own computer")
    const { location } = await browser.answer(page)
    expect(location?.protocol).toBe("web+agent:")
    const agents = await Effect.runPromise(hub.agents.list)
    expect(agents.at(-1)?.redirectHost).toBe(SCHEME_REDIRECT)
  })

  it("says in a browser without a console session how to get one, as `inlay serve` prints a link only at first", async () => {
    const browser = makeBrowser(hub)
    browser.cookies.clear()
    const { status, text } = await browser.open(authorizeAddress(hub))
    expect([status, text]).toEqual([401, expect.stringContaining("<code>inlay console</code>")])
  })

  it("shows 80 characters of a name", async () => {
    const { text } = await makeBrowser(hub).open(authorizeAddress(hub, {}, WORDY_CLIENT))
    expect(text).toContain(`Let ${"n".repeat(80)} use your accounts?`)
  })

  it("gives what the user chose and nothing that was not shown", async () => {
    const browser = makeBrowser(hub)
    await browser.answer(await browser.open(authorizeAddress(hub)), { account: "codehost/main", read_only: undefined })
    const agents = await Effect.runPromise(hub.agents.list)
    expect(agents.at(-1)?.grant).toEqual({ accounts: [], readOnly: false })
  })

  it("asks again each time, and informs an agent that was denied", async () => {
    const browser = makeBrowser(hub)
    await browser.answer(await browser.open(authorizeAddress(hub)))
    const second = await browser.open(authorizeAddress(hub, { scope: undefined }))
    expect(second.text).toContain("use your accounts?")
    const { location } = await browser.answer(second, { decision: "deny" })
    expect(location?.searchParams.get("error")).toBe("access_denied")
  })

  it("leads to an agent that has its code sent as a form, as the metadata offers: the policy lets that page's script run", async () => {
    const metadata = await fetch(`${hub.origin}/.well-known/oauth-authorization-server`)
    expect(await metadata.json()).toMatchObject({ response_modes_supported: expect.arrayContaining(["form_post"]) })
    const browser = makeBrowser(hub)
    const { headers, text } = await browser.answer(
      await browser.open(authorizeAddress(hub, { response_mode: "form_post" }))
    )
    expect(text).toContain(`<form method="post" action="${REDIRECT}">`)
    const [, script = ""] = /<script>([^<]*)<\/script>/.exec(text) ?? []
    const policy = headers.get("content-security-policy")
    expect(policy).toContain(`script-src 'sha256-${hash("sha256", script, "base64")}'`)
    expect(policy).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
  })

  it("that is gone back to and sent again allows nothing, and does not say that nothing was allowed before", async () => {
    const browser = makeBrowser(hub)
    const consent = await browser.open(authorizeAddress(hub))
    await browser.answer(consent)
    const { status, text } = await browser.answer(consent)
    expect(status).toBe(400)
    expect(text).toContain("This sign-in has ended, or was started in another browser.")
    expect(text).not.toContain("Nothing was allowed")
  })
})

describe("scopes", () => {
  it("are mcp and offline_access, as the metadata says", async () => {
    const response = await fetch(`${hub.origin}/.well-known/oauth-authorization-server`)
    expect(await response.json()).toMatchObject({ scopes_supported: ["mcp", "offline_access"] })
  })

  it.for([undefined, "", "offline_access", "openid", "openid email profile", "offline_access openid"])(
    "%s are read as what there is: one Allow, one agent, tokens that work",
    async (scope) => {
      const before = (await Effect.runPromise(hub.agents.list)).length
      const code = await codeOf(hub, { scope, ...(scope?.includes("openid") === true && { nonce: "a-nonce" }) })
      const { status, body } = await redeem(hub, code)
      expect([status, body["scope"]?.split(" ").includes("mcp"), body["id_token"]]).toEqual([200, true, undefined])
      expect(await callStatus(hub, body["access_token"])).toBe(200)
      expect(await callStatus(hub, (await refresh(hub, body["refresh_token"])).body["access_token"])).toBe(200)
      expect(await Effect.runPromise(hub.agents.list)).toHaveLength(before + 1)
    }
  )

  it("make no agent of a sign-in that the browser did not return to", async () => {
    const before = (await Effect.runPromise(hub.agents.list)).length
    const browser = makeBrowser(hub)
    const page = await browser.open(authorizeAddress(hub))
    browser.cookies.delete("inlay_oauth_resume")
    expect((await browser.answer(page)).location).toBeUndefined()
    expect(await Effect.runPromise(hub.agents.list)).toHaveLength(before)
  })
})
