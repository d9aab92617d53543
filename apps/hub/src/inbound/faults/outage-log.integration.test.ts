/** What a server logs while its database is away: not a line for each queue and each half second. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { expect, it, onTestFinished } from "vitest"

import { hubForTest } from "../../testing/events/hub.ts"
import { startPostgres } from "../../testing/postgres/server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const directory = temporaryDirectories()

it("a database that is away is one line of the log, with whatever was just being sent, and its return another", async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  const lines: Array<{ readonly level: string; readonly message: string }> = []
  const log = (line: string) => {
    const entry = JSON.parse(line) as (typeof lines)[number]
    if (["warn", "error"].includes(entry.level)) lines.push(entry)
  }
  const hub = await hubForTest({ directory: directory(), url: postgres.url("postgres") }, { log })
  await hub.subscribe("codehost_new_star")
  await hub.subscribe("codehost_new_star", { url: `${hub.agent.url}/other` })
  const hook = await hub.hook("repos/acme/widgets")
  await hook.deliver("star", star.body)
  await hub.agent.starts(2)

  // Work that follows the start is done, so that all that fails is soon repeated.
  await new Promise((resolve) => setTimeout(resolve, 3_000))
  lines.splice(0)
  await postgres.crash()
  await new Promise((resolve) => setTimeout(resolve, 8_000))
  await postgres.start()
  await expect.poll(() => lines.at(-1)?.message, { timeout: 120_000 }).toMatch(/^storage: works again, after \d+ s\.$/)
  expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual([
    expect.stringMatching(/^error /),
    expect.stringMatching(/^warn storage: works again/)
  ])
}, 180_000)
