/**
 * Two servers on one database, of which one has another key than the other: its key file is that of before a rotation.
 * It says so and leaves what it cannot do to the other one, which goes on as if it were alone.
 */
import { copyFileSync } from "node:fs"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { expect, it, onTestFinished } from "vitest"

import { keyFile } from "../storage/paths.ts"
import { deliveryHeaders, hubForTest } from "../testing/events/hub.ts"
import { startHub } from "../testing/hub-server.ts"
import { temporaryDatabases } from "../testing/postgres/databases.ts"
import { inlay } from "../testing/processes/command.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const SOON = { timeout: 20_000 }
const directory = temporaryDirectories()
const databases = temporaryDatabases()

it("a server with the key of before gives up no delivery, switches off no subscription, and says what it lacks", async () => {
  const [here, there] = [directory(), directory()]
  const url = await databases.withTables()
  const hub = await hubForTest({ directory: here, url })
  const { subscription } = await hub.subscribe("codehost_new_star")
  const hook = await hub.hook("repos/acme/widgets")
  copyFileSync(keyFile(here), keyFile(there))
  // The first attempt fails, so that the server that is left has to make the next one.
  hub.agent.answers((response) => void response.writeHead(500).end())
  await hook.deliver("star", star.body)
  await hub.agent.starts(1)
  await hub.stop()

  const rotated = await inlay(["accounts", "rotate-key", "--data", here, "--database", url])
  expect([rotated.code, rotated.stdout]).toEqual([
    0,
    expect.stringMatching(/encrypted with a new key.* Copy this file to every other machine that uses test_\S+ on /s)
  ])

  const log: Array<string> = []
  const other = await startHub(there, { url, log: (line) => void log.push(line) })
  onTestFinished(other.close)
  const token = await other.token({ manages: true })
  const health = async () => (await other.call("GET", "/api/subscriptions/health", { token })).json.health[0]
  await expect
    .poll(() => log.join("\n"), SOON)
    .toMatch(/deliveries: one of \W*New star\W* waits\. Its secret was encrypted/)
  expect(await health()).toMatchObject({
    ok: false,
    pending: 1,
    dead: 0,
    problems: expect.arrayContaining([expect.stringMatching(/another key/)])
  })
  const list = await other.call("GET", "/api/subscriptions", { token })
  expect(list.json.subscriptions[0]).toMatchObject({ enabled: true, disabledBecause: null })
  // Nothing is wrong with the delivery, so it is not answered as if it were forged.
  const text = JSON.stringify({ ...star.body, starred_at: "2026-06-02T00:00:00Z" })
  const headers = deliveryHeaders(hook.secret, "star", text)
  expect((await other.call("POST", `/webhooks/${hook.id}`, { body: text, headers })).status).toBe(503)
  expect(log.join("\n")).toMatch(/the secret of hook \w{6} was encrypted with another key than this server has/)
  await other.stop()

  hub.agent.answers((response) => void response.writeHead(200).end())
  const again = await hub.again()
  onTestFinished(again.close)
  const own = await again.token({ manages: true })
  await again.call("POST", "/api/deliveries/replay", { token: own, body: { ids: [hub.agent.all[0]?.id] } })
  await hub.agent.starts(2)
  expect(hub.agent.all.map(({ id }) => id)).toEqual(Array.from({ length: 2 }, () => hub.agent.all[0]?.id))
  expect(subscription.id).toBe(list.json.subscriptions[0].id)
})
