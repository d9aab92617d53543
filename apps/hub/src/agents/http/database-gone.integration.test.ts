/**
 * A server whose database goes away and comes back: callers get a clear error, and the server need not be restarted.
 */
import { afterAll, beforeAll, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { startNetwork } from "../../testing/postgres/network.ts"
import { startPostgres, type PostgresServer } from "../../testing/postgres/server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let postgres: PostgresServer
let hub: RunningHub
let token: string
let cookie: string
const log: Array<string> = []

beforeAll(async () => {
  postgres = await startPostgres()
  hub = await startHub(directory(), { url: postgres.url("postgres"), log: (line) => void log.push(line) })
  token = await hub.token()
  const body = { link: await hub.link() }
  const opened = await hub.call("POST", "/api/session", { headers: { origin: hub.url }, body })
  cookie = opened.headers.getSetCookie()[0]?.split(";", 1)[0] ?? ""
})
afterAll(async () => {
  await hub.close()
  await postgres.stop()
})

const answers = () =>
  Promise.all([
    hub.call("GET", "/healthz"),
    hub.call("GET", "/api/accounts", { token }),
    hub.call("GET", "/api/session", { headers: { cookie } }),
    hub.call("POST", "/mcp", {
      token,
      headers: { accept: "application/json, text/event-stream" },
      body: { jsonrpc: "2.0", id: 1, method: "tools/list" }
    }),
    hub.call("GET", "/")
  ])

it("says so at once, by every way in, and goes on when it is back", async () => {
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
  await postgres.crash()
  const [health, api, session, mcp, page] = await answers()
  expect([health.json, health.status]).toEqual([{ ok: false }, 503])
  for (const { status, json } of [api, session, mcp]) {
    expect([status, json.error.message + (json.error.fix ?? "")]).toEqual([
      503,
      expect.stringMatching(/hub's data cannot be used: .*Check that the database is running/)
    ])
  }
  // Its background work logs the cause, when it next needs the database.
  await expect.poll(() => log.join(""), { timeout: 10_000 }).toContain("ECONNREFUSED")
  // There is no challenge, so clients keep their tokens.
  expect(mcp.headers.get("www-authenticate")).toBeNull()
  expect(page.status).toBe(200)
  await postgres.start()
  expect((await answers()).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
})

it("says so within seconds if the network to it is silent, and goes on when that is back", async () => {
  const network = await startNetwork(postgres.url("postgres"))
  const remote = await startHub(directory(), { url: network.through(postgres.url("postgres")), log: () => {} })
  const ask = async () => {
    const paths = ["/healthz", "/api/accounts", "/api/tokens"]
    return Promise.all(paths.map(async (path) => (await remote.call("GET", path, { token })).status))
  }
  try {
    expect(await ask()).toEqual([200, 200, 403])
    network.goAway()
    const start = Date.now()
    const health = await remote.call("GET", "/healthz")
    expect([health.status, Date.now() - start < 4_000]).toEqual([503, true])
    expect(await ask()).toEqual([503, 503, 503])
    expect(Date.now() - start).toBeLessThan(40_000)
    network.comeBack()
    // A connection that was being opened in the meantime is given up first.
    await expect.poll(ask, { timeout: 10_000 }).toEqual([200, 200, 403])
  } finally {
    await remote.close()
    await network.close()
  }
})
