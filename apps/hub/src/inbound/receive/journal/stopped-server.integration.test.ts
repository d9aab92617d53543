/** Deliveries that a server accepted but did not process before it was killed: who reports them, and where they go. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"

import { expect, it, onTestFinished } from "vitest"

import { databaseFile, deliveriesOf } from "../../../storage/paths.ts"
import { backends } from "../../../testing/backends.ts"
import { serveStars } from "../../../testing/events/star-servers.ts"
import { inlay, inlayJson, type ErrorDocument } from "../../../testing/processes/command.ts"
import { serve } from "../../../testing/processes/serving.ts"

const LONG = { timeout: 60_000, interval: 50 }
const COUNT = 5
/** The server may not have stored the answer to its first start before it was killed. */
const LOST = 1

const { databases, directory } = backends()

/** A data directory whose server was killed while another program locked the database. */
const stopped = async () => {
  const at = directory()
  const { agent, env, server, stars } = await serveStars({ directory: at })
  expect(await stars.deliver(server.url)).toBe(true)
  await expect.poll(() => stars.missing(agent.all), LONG).toEqual([])
  const holder = new DatabaseSync(databaseFile(at), { timeout: 5_000 })
  holder.exec("BEGIN IMMEDIATE")
  for (let n = 0; n < COUNT; n++) expect(await stars.deliver(server.url)).toBe(true)
  return {
    at,
    agent,
    env,
    stars,
    server,
    kill: async () => {
      await server.kill()
      holder.exec("ROLLBACK")
      holder.close()
    }
  }
}

interface Checkup {
  readonly data: {
    readonly unreadDeliveries: number
    readonly problems: ReadonlyArray<{ readonly what: string; readonly fix: string }>
  }
}

it("doctor counts them, and another start reads them", async () => {
  const { at, agent, env, stars, kill } = await stopped()
  const check = () => inlayJson<Checkup>(["doctor", "--data", at], { env })
  // While a server runs, the deliveries are about to be processed, as soon as nobody holds the database.
  const held = { what: expect.stringContaining("another program holds the database") as string }
  expect((await check()).json.data).toMatchObject({ unreadDeliveries: 0, problems: [held] })
  await kill()
  expect((await check()).json.data).toMatchObject({ unreadDeliveries: COUNT, problems: [] })
  const { stdout } = await inlay(["doctor", "--data", at], { env })
  const line = stdout.replace(/\s+/g, " ")
  expect(line).toContain(`${COUNT} deliveries were received but not processed: \`inlay serve\` processes them.`)
  const again = await serve(at, env)
  onTestFinished(again.kill)
  await expect.poll(() => stars.missing(agent.all), LONG).toEqual([])
  expect(stars.doubled(agent.all, LOST)).toBe(0)
})

it("doctor reports them if a database is used instead, and migrate copies them", async () => {
  const { at, agent, env, stars, server, kill } = await stopped()
  const url = await databases.next()
  const migration = ["migrate", "--to", url, "--data", at]
  const refused = await inlayJson<ErrorDocument>(migration, { env })
  expect([refused.code, refused.json.error.reason, refused.json.error.message]).toEqual([
    1,
    "Conflict",
    expect.stringContaining(`is already in use by a server, at ${server.url}`)
  ])
  await kill()
  const onDatabase = { ...env, INLAY_DATABASE: url }
  const check = () => inlayJson<Checkup>(["doctor", "--data", at], { env: onDatabase })
  const [problem] = (await check()).json.data.problems
  expect(problem?.what).toContain(`${COUNT} deliveries were received but not processed`)
  expect(problem?.fix).toContain("inlay migrate")
  // The check created the database's tables, but they are still empty.
  const migrated = await inlayJson<{ readonly tables: Readonly<Record<string, number>> }>(migration, { env })
  expect([migrated.code, migrated.json.tables["inbox"]]).toEqual([0, COUNT + 1])
  expect((await check()).json.data.problems).toEqual([])
  const next = await serve(at, onDatabase)
  onTestFinished(next.kill)
  await expect.poll(() => stars.missing(agent.all), LONG).toEqual([])
  expect(stars.doubled(agent.all, LOST)).toBe(0)
})

it("doctor names what could not be read", async () => {
  const at = directory()
  const damaged = join(deliveriesOf(databaseFile(at)), "damaged")
  mkdirSync(damaged, { recursive: true, mode: 0o700 })
  writeFileSync(join(damaged, "1-0"), "x")
  const { json } = await inlayJson<Checkup>(["doctor", "--data", at])
  expect(json.data.problems).toEqual([
    expect.objectContaining({
      what: expect.stringContaining(join(damaged, "1-0")),
      fix: expect.stringContaining("log")
    })
  ])
})
