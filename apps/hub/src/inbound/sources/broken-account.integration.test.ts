/** An account whose service does not answer: the events of other accounts are set up, and its own ways are kept. */
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it, onTestFinished } from "vitest"

import { startCodeHost } from "../../testing/events/code-host.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const SOON = { timeout: 30_000 }
const PLACE = "repos/acme/widgets"

const directory = temporaryDirectories()

/** What is stored of the ways by which the events of stored accounts arrive. */
const storedWays = (hub: Pick<EventHub, "run">) =>
  hub.run(
    SqlClient.SqlClient.use(
      (sql) => sql<{ readonly account: string; readonly at: string | null }>`
        SELECT account, remote_id AS at FROM hooks WHERE account <> 'env' AND problem IS NULL
        UNION ALL SELECT account, poll_cursor AS at FROM polls WHERE account <> 'env' ORDER BY account`
    )
  )

it("an account whose service is down keeps its hook and its polls, and holds up no other account", async () => {
  const before = await hubForTest({ directory: directory(), url: undefined })
  const other = await startCodeHost()
  const tokens = { hooked: other.env["INLAY_CODEHOST_TOKEN"], reader: "sandbox-reader-token-not-a-secret" }
  for (const [name, token] of Object.entries(tokens)) {
    const values = { base_url: other.env["INLAY_CODEHOST_BASE_URL"], token }
    const connected = await before.api("POST", "/api/accounts", { plugin: "codehost", kind: "token", name, values })
    expect([connected.status, connected.text]).toEqual([201, connected.text])
    await before.subscribe("codehost_new_star", { account: `codehost/${name}` })
  }
  const hooked = { account: "hooked", at: expect.any(String) as string }
  const polled = { account: "reader", at: expect.any(String) as string }
  // The reader may not make a hook: its row has a problem.
  await expect.poll(() => storedWays(before), SOON).toEqual([hooked, polled])
  const ways = await storedWays(before)
  await before.stop()
  await other.close()

  const after = await before.again()
  onTestFinished(after.close)
  const token = await after.token({ manages: true })
  const eventsAt = async () => (await before.codeHost.hooksAt(PLACE)).map(({ events }) => events)
  for (const [trigger, events] of [
    ["codehost_new_issue", ["issues"]],
    ["codehost_new_star", ["issues", "star"]]
  ]) {
    const target = { owner: "acme", repo: "widgets" }
    const body = { trigger, account: "codehost/env", target, url: before.agent.url }
    expect((await after.call("POST", "/api/subscriptions", { token, body })).status).toBe(201)
    // The second only follows a whole round.
    await expect.poll(eventsAt, SOON).toEqual([events])
  }
  expect(await storedWays(after)).toEqual(ways)

  const moved = await startCodeHost()
  onTestFinished(moved.close)
  const values = { base_url: moved.env["INLAY_CODEHOST_BASE_URL"], token: moved.env["INLAY_CODEHOST_TOKEN"] }
  const changed = await after.call("PATCH", "/api/accounts/codehost/hooked", { token, body: { values } })
  expect([changed.status, changed.text]).toEqual([200, changed.text])
  // Not at the next round, which comes later the longer an account cannot be asked.
  await expect.poll(async () => (await moved.hooksAt(PLACE)).length, { timeout: 6_000 }).toBe(1)
})
