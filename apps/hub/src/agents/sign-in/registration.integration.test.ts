/** A client without a document of its own registers itself, if the hub admits that, and signs in. */
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"

import { startHub } from "../../testing/mcp/hub.ts"
import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { authorizeAddress, callStatus, codeOf, REDIRECT, redeem } from "../../testing/sign-in/agent.ts"
import { makeBrowser } from "../../testing/sign-in/browser.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()

beforeAll(() => void vi.stubEnv("INLAY_SLOW_WORD", "any"))
afterAll(() => void vi.unstubAllEnvs())

describe("registration", () => {
  it("admits a client without a document if that is switched on", async () => {
    const registering = await startHub({ plugins: [slowPlugin], directory: directory(), registration: true })
    const response = await fetch(`${registering.origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "Registered", redirect_uris: [REDIRECT] })
    })
    const registered = (await response.json()) as { client_id: string }
    // Nothing could be done with it.
    expect(registered).not.toHaveProperty("registration_access_token")
    const page = await makeBrowser(registering).open(authorizeAddress(registering, {}, registered.client_id))
    expect([response.status, page.status]).toEqual([201, 200])
    expect(page.text).toContain("Let Registered use your accounts?")
    await registering.close()
  })

  // `mcp-remote` looks before it opens the browser, and registers again instead of leading its user to an error.
  it("tells a client that asks in JSON that it is forgotten, and a browser on a page", async () => {
    const registering = await startHub({ plugins: [slowPlugin], directory: directory(), registration: true })
    const address = authorizeAddress(registering, {}, "forgotten")
    const seen = async (accept: string) => {
      const response = await fetch(address, { redirect: "manual", headers: { accept } })
      return [response.status, response.headers.get("content-type"), await response.text()]
    }
    const [status, type, text] = await seen("application/json")
    expect([status, type]).toEqual([400, expect.stringMatching(/^application\/json/)])
    expect(JSON.parse(String(text))).toMatchObject({ error: "invalid_client", error_description: "client is invalid" })
    for (const accept of ["text/html,application/xhtml+xml,*/*;q=0.8", "*/*"]) {
      expect(await seen(accept)).toEqual([400, expect.stringMatching(/^text\/html/), expect.stringContaining("add it")])
    }
    await registering.close()
  })

  it("and sign-in ignore the scopes that a client says it will ask for", async () => {
    const registering = await startHub({ plugins: [slowPlugin], directory: directory(), registration: true })
    const outcomes = await Promise.all(
      ["mcp", "mcp offline_access", "openid email profile"].map(async (scope) => {
        const response = await fetch(`${registering.origin}/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ client_name: "Registered", redirect_uris: [REDIRECT], scope })
        })
        const { client_id: clientId } = (await response.json()) as { client_id: string }
        const code = await codeOf(registering, { scope: "mcp openid offline_access" }, clientId)
        const { body } = await redeem(registering, code, { client_id: clientId })
        return [response.status, await callStatus(registering, body["access_token"])]
      })
    )
    expect(outcomes).toEqual([
      [201, 200],
      [201, 200],
      [201, 200]
    ])
    await registering.close()
  })

  it.each([undefined, "none", "client_secret_post", "client_secret_basic"])(
    "admits a client without a secret, whichever way of sending one it asks for: %s",
    async (method) => {
      const registering = await startHub({ plugins: [slowPlugin], directory: directory(), registration: true })
      const response = await fetch(`${registering.origin}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          client_name: "Registered",
          redirect_uris: [REDIRECT],
          token_endpoint_auth_method: method
        })
      })
      const registered = (await response.json()) as { client_id: string }
      expect([response.status, registered]).toEqual([
        201,
        expect.objectContaining({ token_endpoint_auth_method: "none" })
      ])
      expect(Object.keys(registered).filter((name) => name.startsWith("client_secret"))).toEqual([])
      const { client_id: clientId } = registered
      const { body } = await redeem(registering, await codeOf(registering, {}, clientId), { client_id: clientId })
      expect(await callStatus(registering, body["access_token"])).toBe(200)
      await registering.close()
    }
  )

  it("admits a client on the user's machine at any port, as RFC 8252 demands, unless it says that it is a website", async () => {
    const registering = await startHub({ plugins: [slowPlugin], directory: directory(), registration: true })
    const statusAt = async (port: number, metadata: object) => {
      const response = await fetch(`${registering.origin}/oauth/register`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ redirect_uris: ["http://127.0.0.1:3334/cb"], ...metadata })
      })
      const { client_id: clientId } = (await response.json()) as { client_id: string }
      const redirect = `http://127.0.0.1:${port}/cb`
      const page = await makeBrowser(registering).open(
        authorizeAddress(registering, { redirect_uri: redirect }, clientId)
      )
      return page.status
    }
    expect(await statusAt(3334, {})).toBe(200)
    expect(await statusAt(4000, {})).toBe(200)
    expect(await statusAt(4000, { application_type: null })).toBe(200)
    expect(await statusAt(4000, { redirect_uris: ["http://127.0.0.1:3334/cb", REDIRECT] })).toBe(400)
    expect(await statusAt(4000, { application_type: "web" })).toBe(400)
    await registering.close()
  })

  it.each([
    [{ grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"] }],
    [{ client_name: null, contacts: null, grant_types: null, logo_uri: null }]
  ])("admits a client without what it asks for in vain, or writes as null: %j", async (metadata) => {
    const registering = await startHub({ plugins: [slowPlugin], directory: directory(), registration: true })
    const response = await fetch(`${registering.origin}/oauth/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ redirect_uris: [REDIRECT], ...metadata })
    })
    expect([response.status, await response.json()]).toEqual([
      201,
      expect.objectContaining({ grant_types: ["authorization_code", "refresh_token"] })
    ])
    await registering.close()
  })

  it.each([undefined, "web"])(
    "admits Cursor, which has a scheme of its own, also as application type %s",
    async (type) => {
      const registering = await startHub({ plugins: [slowPlugin], directory: directory(), registration: true })
      const redirect = "cursor://anysphere.cursor-mcp/oauth/callback"
      const addresses = ["http://localhost:8787/callback", "https://www.cursor.com/agents/mcp/oauth/callback", redirect]
      const register = async (uris: ReadonlyArray<string>) => {
        const response = await fetch(`${registering.origin}/oauth/register`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ client_name: "Cursor", redirect_uris: uris, application_type: type })
        })
        return [response.status, ((await response.json()) as { client_id: string }).client_id] as const
      }
      const [status, clientId] = await register(addresses)
      expect(status).toBe(201)
      for (const address of addresses) {
        const code = await codeOf(registering, { redirect_uri: address }, clientId)
        const { body } = await redeem(registering, code, { client_id: clientId, redirect_uri: address })
        expect(await callStatus(registering, body["access_token"])).toBe(200)
      }
      const odd = ["javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "blob:x", "cursor://cb#fragment"]
      expect(await Promise.all(odd.map(async (uri) => (await register([redirect, uri]))[0]))).toEqual(
        odd.map(() => 400)
      )
      await registering.close()
    }
  )
})
