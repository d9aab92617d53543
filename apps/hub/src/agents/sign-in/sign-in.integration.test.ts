/** The newer official client signs in: from a 401 to a call, with a browser whose user consents. */
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client"
import type { OAuthClientProvider } from "@modelcontextprotocol/client"
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest"

import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { makeBrowser } from "../../testing/sign-in/browser.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const CLIENT_ID = "https://agent.example/client.json"
const REDIRECT = "https://agent.example/callback"

let hub: RunningHub
const open: Array<Client> = []

beforeAll(async () => {
  vi.stubEnv("INLAY_SLOW_WORD", "any")
  hub = await startHub({
    plugins: [slowPlugin],
    directory: directory(),
    documents: {
      [CLIENT_ID]: { client_id: CLIENT_ID, client_name: "Agent <b>Smith</b>", redirect_uris: [REDIRECT] }
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
  const kept: { address?: URL; verifier?: string; tokens?: unknown; client?: unknown; discovery?: unknown } = {}
  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadataUrl: CLIENT_ID,
    clientMetadata: { client_name: "Agent", redirect_uris: [REDIRECT] },
    clientInformation: () => kept.client as never,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens as never,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    redirectToAuthorization: (address) => void (kept.address = address),
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (state) => void (kept.discovery = state),
    discoveryState: () => kept.discovery as never
  }
  return { provider, kept }
}

const newClient = () => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } })
  open.push(client)
  return client
}

describe("the newer client", () => {
  it("signs in: 401, metadata, consent, code, tokens, call; and loses its access when it is revoked", async () => {
    const { provider, kept } = makeProvider()
    const first = new StreamableHTTPClientTransport(hub.url, { authProvider: provider })
    await expect(newClient().connect(first)).rejects.toThrow(UnauthorizedError)
    expect(kept.address?.origin).toBe(hub.origin)
    expect(Object.fromEntries(kept.address?.searchParams ?? [])).toMatchObject({
      client_id: CLIENT_ID,
      code_challenge_method: "S256",
      resource: hub.url.href
    })

    const browser = makeBrowser(hub.origin)
    const consent = await browser.open(kept.address ?? "")
    expect(consent.text).toContain("Agent &lt;b&gt;Smith&lt;/b&gt;")
    expect(consent.text).toContain("<strong>agent.example</strong>")
    expect(consent.text).not.toContain("runs on your own computer")
    expect(consent.headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
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
  })
})
