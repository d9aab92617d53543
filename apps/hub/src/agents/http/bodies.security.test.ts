/** Bodies that would hold up the server while it reads them or looks for their first error. */
import { afterAll, beforeAll, expect, it } from "vitest"

import { startHub, type RunningHub } from "../../testing/hub-server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()
let hub: RunningHub

beforeAll(async () => {
  hub = await startHub(directory())
})
afterAll(() => hub.close())

/** Nearly a megabyte that stops being JSON at its end, which the error of Node's parser quotes without a position. */
const broken = (bytes: number) => `[${'{"a":1},'.repeat(Math.floor(bytes / 8) - 2)}x`

it.each(["/api/session", "/api/pairings"])("a large body for %s is refused unread, without a token", async (path) => {
  const { status, json } = await hub.call("POST", path, { body: broken(1_000_000) })
  expect([status, json.error.message]).toEqual([413, expect.stringContaining("larger than the limit of 4096 bytes")])
  // As much without a length that says so.
  const chunks = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(broken(100_000)))
      controller.close()
    }
  })
  const headers = { "content-type": "application/json" }
  const answer = await fetch(hub.url + path, { method: "POST", headers, body: chunks, duplex: "half" })
  expect(answer.status).toBe(413)
  await answer.text()
})

it("the place where a body stops being JSON is said of bodies that are short enough to search", async () => {
  const token = await hub.token()
  const post = (body: string) => hub.call("POST", "/api/watches", { token, body })
  expect((await post('{"a":1,\n x}')).json.error.message).toContain("line 2, column 2")
  const { status, json } = await post(broken(1_000_000))
  expect([status, json.error.message]).toEqual([400, expect.stringContaining("the body is not JSON")])
  expect(json.error.message).not.toContain("line")
})
