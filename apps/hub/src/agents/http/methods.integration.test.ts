/** A method that a path does not take: the answer names those that it takes. */
import { afterAll, beforeAll, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let hub: RunningHub
let token: string
beforeAll(async () => {
  hub = await startHub(directory())
  token = await hub.token({ manages: true })
})
afterAll(() => hub.close())

it.each([
  ["DELETE", "/api/tools", "GET, HEAD, OPTIONS"],
  ["PUT", "/api/accounts?x=1", "GET, HEAD, POST, OPTIONS"],
  ["POST", "/api/accounts/codehost/work", "GET, HEAD, PATCH, DELETE, OPTIONS"],
  ["POST", "/api/events", "GET, HEAD, OPTIONS"],
  ["POST", "/openapi.json", "GET, HEAD, OPTIONS"],
  ["DELETE", "/healthz", "GET, HEAD, OPTIONS"]
])("answers %s %s with the methods of the path", async (method, path, allow) => {
  const answer = await hub.call(method, path, { token })
  expect([answer.status, answer.headers.get("allow")?.split(", ").toSorted()]).toEqual([
    405,
    allow.split(", ").toSorted()
  ])
  expect(answer.json.error.message).toContain(method)
  expect(answer.json.error.message).not.toContain("nothing at this path")
})

it("answers OPTIONS with the methods of the path, and lets no other site in", async () => {
  const answer = await hub.call("OPTIONS", "/api/tools", { token })
  expect([answer.status, answer.headers.get("allow"), answer.text]).toEqual([204, "GET, HEAD, OPTIONS", ""])
  expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([])
  expect((await hub.call("OPTIONS", "/api/tools")).status).toBe(401)
})

it("tells an MCP client that was given the hub's own address, or one of an older transport, where MCP is", async () => {
  for (const [method, path, status] of [
    ["POST", "/", 405],
    ["POST", "/?x=1", 405],
    ["POST", "/sse", 404],
    ["GET", "/sse", 404]
  ] as const) {
    const answer = await hub.call(method, path, { token })
    expect([answer.status, answer.json.error.message]).toEqual([status, expect.stringContaining("MCP is at /mcp.")])
  }
  expect((await hub.call("DELETE", "/api/tools", { token })).json.error.message).not.toContain("MCP")
})

it.each(["/api/nothing", "/api/accounts/only-one", "/api/tools/a/b/c", "/api/tools/%E0%A4%A", "/nothing"])(
  "answers every method at %s, where nothing is, with 404",
  async (path) => {
    for (const method of ["GET", "DELETE", "OPTIONS"]) {
      const answer = await hub.call(method, path, { token })
      expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 404, null])
    }
  }
)
