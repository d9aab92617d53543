/** A stored secret is never sent to another origin than the one that it was entered for. */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"

import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest"

import { StoredAccounts } from "../../accounts/StoredAccounts.ts"
import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { world } from "../../testing/world.ts"

const directory = temporaryDirectories()
const { sandbox } = world()
const STORED = "inlay-canary-of-the-old-address"
let requests: Array<IncomingMessage["headers"]> = []
const server = createServer((request, response) => {
  requests.push(request.headers)
  response.writeHead(200, { "content-type": "application/json" }).end("{}")
})
let address: string
let hub: RunningHub
let token: string

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  hub = await startHub(directory())
  token = await hub.token({ manages: true })
})
afterAll(async () => {
  await hub.close()
  server.close()
})
beforeEach(() => {
  requests = []
})

const save = (account: Parameters<StoredAccounts["Service"]["save"]>[0]) =>
  hub.run(StoredAccounts.use((accounts) => Effect.asVoid(accounts.save(account, { replace: true }))))

const change = (account: string, values: Readonly<Record<string, string>>) =>
  hub.call("PATCH", `/api/accounts/${account}`, { token, body: { values } })

const settingsOf = async (account: string) => {
  const { json } = await hub.call("GET", "/api/accounts", { token })
  return json.accounts.find(({ id }: { id: string }) => id === account).settings
}

it("a key is asked for again when the account's address changes, and goes nowhere until then", async () => {
  const base_url = "http://127.0.0.1:1/v1"
  await save({
    plugin: "salesdata",
    name: "main",
    kind: "api_key",
    settings: { base_url },
    secrets: { api_key: Redacted.make(STORED) }
  })
  const refused = await change("salesdata/main", { base_url: address, key_header: "x-key" })
  expect([refused.status, refused.json.error.fields]).toEqual([
    400,
    [{ field: "api_key", message: expect.stringContaining("belongs to the old address") }]
  ])
  expect(requests).toEqual([])
  expect(await settingsOf("salesdata/main")).toMatchObject({ base_url })

  const { INLAY_SALESDATA_BASE_URL: provider = "", INLAY_SALESDATA_API_KEY: api_key = "" } = sandbox().env
  const moved = await change("salesdata/main", { base_url: provider, api_key })
  expect([moved.text, moved.status]).toEqual([moved.text, 200])
  const samePlace = await change("salesdata/main", { base_url: provider.replace(/\/?$/, "/"), cap_day: "3" })
  expect([samePlace.text, samePlace.status]).toEqual([samePlace.text, 200])
})

it("every address of an account counts, and every secret", async () => {
  await save({
    plugin: "analytics",
    name: "main",
    kind: "refresh_token",
    settings: { client_id: "c" },
    secrets: { client_secret: Redacted.make(STORED), refresh_token: Redacted.make(STORED) }
  })
  const refused = await change("analytics/main", { token_url: address, client_secret: "new-secret-1" })
  expect([refused.status, refused.json.error.fields]).toEqual([
    400,
    [{ field: "refresh_token", message: expect.stringContaining("belongs to the old address") }]
  ])
  expect(requests).toEqual([])
})

it("an account that signed in is moved by signing in at the new address", async () => {
  await save({
    plugin: "codehost",
    name: "signed",
    kind: "sign_in",
    settings: { base_url: "http://127.0.0.1:1", client_id: "c" },
    secrets: { token: Redacted.make(STORED) },
    grant: { scopes: [], expiresAtMillis: 9e12 }
  })
  const refused = await change("codehost/signed", { base_url: address })
  expect([refused.status, refused.json.error.fields]).toEqual([
    400,
    [{ field: "base_url", message: expect.stringMatching(/sign in there/) }]
  ])
  expect(requests).toEqual([])
})
