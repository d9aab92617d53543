/** Floods of the sign-in by callers without a token: agents still sign in, and the database stays small. */
import type * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, expect, it, vi } from "vitest"

import { startHub as startServer } from "../../testing/hub-server.ts"
import { startHub, type RunningHub } from "../../testing/mcp/hub.ts"
import { slowPlugin } from "../../testing/mcp/slow-plugin.ts"
import { authorizeAddress, CLIENT_ID, codeOf, documents, REDIRECT } from "../../testing/sign-in/agent.ts"
import { makeBrowser } from "../../testing/sign-in/browser.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const NEIGHBOUR = "https://agent.example/other.json"

beforeAll(() => void vi.stubEnv("INLAY_SLOW_WORD", "any"))
afterAll(() => void vi.unstubAllEnvs())

/** The status of a request that a proxy passes on for an address. */
const from = async (address: string, url: URL | string, init: RequestInit = {}) => {
  const headers = { ...(init.headers as Record<string, string>), "x-forwarded-for": address }
  const response = await fetch(url, { ...init, redirect: "manual", headers })
  return { status: response.status, text: await response.text() }
}

/** Sign-ins of ninety clients that do not exist, from three addresses. */
const floodOf = (hub: RunningHub, host: (no: number) => string) =>
  Promise.all(
    Array.from({ length: 90 }, (_, no) =>
      from(`203.0.113.${no % 3}`, authorizeAddress(hub, {}, `https://${host(no)}/${no}`))
    )
  )

const register = (hub: RunningHub, address: string) =>
  from(address, `${hub.origin}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ client_name: "Registered", redirect_uris: [REDIRECT] })
  })

const hubAt = (at: string, more: Readonly<Record<string, unknown>> = {}, registration = false) =>
  startHub({ plugins: [slowPlugin], directory: at, registration, documents: { ...documents, ...more } })

/** How many records of a kind the database holds. */
const countOf = async (at: string, kind: string): Promise<number> => {
  const reader = await startServer(at, { plugins: [slowPlugin] })
  const rows = await reader.run(
    SqlClient.SqlClient.use((sql) => sql`SELECT id_hash FROM oauth_records WHERE kind = ${kind}`) as Effect.Effect<
      ReadonlyArray<unknown>
    >
  )
  await reader.close()
  return rows.length
}

it("clients that nobody knows do not use up what a client that was allowed before needs", async () => {
  const at = directory()
  const before = await hubAt(at)
  expect(await codeOf(before)).not.toBe("")
  await before.close()
  // The documents that it has fetched are forgotten.
  const neighbour = { client_id: NEIGHBOUR, client_name: "Neighbour", redirect_uris: [REDIRECT] }
  const stranger = { client_id: "https://s.example/c", client_name: "Stranger", redirect_uris: [REDIRECT] }
  const hub = await hubAt(at, { [NEIGHBOUR]: neighbour, [stranger.client_id]: stranger })
  await floodOf(hub, (no) => `x${no}.example`)
  const opened = async (clientId: string) => (await makeBrowser(hub).open(authorizeAddress(hub, {}, clientId))).text
  expect(await opened(CLIENT_ID)).toContain("use your accounts?")
  expect(await opened(NEIGHBOUR)).toContain("use your accounts?")
  expect(await opened(stranger.client_id)).toContain("This sign-in cannot continue")
  await hub.close()
  const again = await hubAt(at)
  await floodOf(again, () => "agent.example")
  expect((await makeBrowser(again).open(authorizeAddress(again))).text).toContain("use your accounts?")
  await again.close()
})

it("sign-ins that nobody finishes are limited, and those of one address are no matter to others", async () => {
  const at = directory()
  const hub = await hubAt(at)
  expect((await from("203.0.113.9", authorizeAddress(hub))).status).toBe(303)
  const spellings = ["/oauth/authorize", "/oauth/Authorize", "/oauth/authorize/"]
  const flood = await Promise.all(
    Array.from({ length: 250 }, (_, no) => {
      const url = authorizeAddress(hub)
      url.pathname = spellings[no % 3] ?? ""
      return from("203.0.113.1", url)
    })
  )
  expect(flood.filter(({ status }) => status !== 429)).toHaveLength(100)
  expect(flood.find(({ status }) => status === 429)?.text).toContain("Try again in a minute")
  expect((await makeBrowser(hub).open(authorizeAddress(hub))).text).toContain("use your accounts?")
  await hub.close()
  expect(await countOf(at, "Interaction")).toBeLessThanOrEqual(102)
})

it("clients that register themselves are limited, and forgotten unless they are granted something", async () => {
  const at = directory()
  const hub = await hubAt(at, {}, true)
  const first = await register(hub, "203.0.113.9")
  expect(first.status).toBe(201)
  const { client_id: granted } = JSON.parse(first.text) as { client_id: string }
  expect(await codeOf(hub, {}, granted)).not.toBe("")
  const flood = await Promise.all(Array.from({ length: 50 }, () => register(hub, "203.0.113.1")))
  expect(flood.filter(({ status }) => status === 201)).toHaveLength(20)
  // A client reads it, not a browser.
  expect(JSON.parse(flood.find(({ status }) => status === 429)?.text ?? "")).toMatchObject({
    error: "temporarily_unavailable",
    error_description: expect.stringContaining("Try again in a minute")
  })
  await hub.close()
  expect(await countOf(at, "Client")).toBe(21)
  expect(await countOf(at, "RegistrationAccessToken")).toBe(0)
  vi.useFakeTimers({ now: Date.now() + 25 * 3_600_000, toFake: ["Date"] })
  try {
    const later = await hubAt(at, {}, true)
    expect((await register(later, "203.0.113.2")).status).toBe(201)
    expect(await codeOf(later, {}, granted)).not.toBe("")
    await later.close()
    expect(await countOf(at, "Client")).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
