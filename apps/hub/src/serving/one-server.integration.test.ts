/** A directory has one server. A second one is refused before it touches what the first one works on. */
import { existsSync, mkdirSync, readdirSync, renameSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { expect, it } from "vitest"

import { inlay, inlayJson, type ErrorDocument } from "../testing/processes/command.ts"
import { serve } from "../testing/processes/serving.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const directory = temporaryDirectories()

it("a second server is refused, and leaves the locks and leases of the first one alone", async () => {
  const data = directory()
  const first = await serve(data, {})
  const database = new DatabaseSync(join(data, "inlay.db"), { timeout: 5_000 })
  try {
    database.exec(`
      INSERT INTO leases (name, holder, ends_millis) VALUES ('a test', 'first', ${Date.now() + 600_000});
      INSERT INTO deliveries (id, subscription, queue, event_id, state, next_millis, created_millis, locked_by, locked_until)
        VALUES ('one', 'sub', 'a test', 1, 'pending', ${Date.now() + 600_000}, 0, 'first', 0)`)
    const second = await inlayJson<ErrorDocument>(["serve", "--port", "0", "--data", data])
    expect([second.code, second.json.error.message]).toEqual([1, expect.stringContaining(`a server, at ${first.url}`)])
    expect(database.prepare("SELECT holder FROM leases WHERE name = 'a test'").all()).toEqual([{ holder: "first" }])
    expect(database.prepare("SELECT locked_by AS holder FROM deliveries").all()).toEqual([{ holder: "first" }])
  } finally {
    database.close()
    await first.kill()
  }
})

it.each([
  ["moved away", undefined],
  ["replaced", (data: string) => mkdirSync(data, { mode: 0o700 })]
])("a server whose directory was %s stops, says so, and leaves what is there alone", async (_, replace) => {
  const data = directory()
  const serving = inlay(["serve", "--port", "0", "--data", data])
  await expect.poll(() => existsSync(join(data, "server.json")), { timeout: 20_000 }).toBe(true)
  renameSync(data, `${data}-before`)
  replace?.(data)
  const { code, stderr } = await serving
  expect([code, stderr]).toEqual([1, expect.stringMatching(/was moved, replaced or\s+removed while/)])
  expect(existsSync(data) ? readdirSync(data) : undefined).toEqual(replace && [])
})
