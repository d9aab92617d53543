/** A client whose document the hub cannot fetch, as on a network without the public internet. */
import { afterAll, beforeAll, expect, it } from "vitest"

import { startHub } from "../../testing/hub-server.ts"
import { authorizeAddress } from "../../testing/sign-in/agent.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
const lines: Array<string> = []
let hub: Awaited<ReturnType<typeof startHub>>
let fetchDocument: () => Promise<Response>

beforeAll(async () => {
  hub = await startHub(directory(), {
    signIn: { registration: false, fetchDocument: () => fetchDocument() },
    log: (line) => void lines.push(line)
  })
})
afterAll(() => hub.close())

it.each([
  ["no connection", () => Promise.reject(new Error("getaddrinfo ENOTFOUND agent.example")), "ENOTFOUND agent.example"],
  ["no document", () => Promise.resolve(new Response("", { status: 404 })), "status 404"]
] as const)("%s: its user learns what to do, and the log says why", async (_, fetching, why) => {
  fetchDocument = fetching
  lines.length = 0
  const { pathname, search } = authorizeAddress({ origin: hub.url, url: new URL(`${hub.url}/mcp`) })
  const { status, text } = await hub.call("GET", pathname + search)
  expect(status).toBe(400)
  expect(text).toContain("or give the agent a token")
  expect(lines).toContainEqual(expect.stringMatching(`"warn".*client.json cannot be fetched: .*${why}`))
})
