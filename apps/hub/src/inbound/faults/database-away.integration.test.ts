/** A database that is away for longer than a lock lasts, while an agent is being started: it is started once. */
import { appendFileSync, readFileSync } from "node:fs"
import { join } from "node:path"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it, onTestFinished } from "vitest"

import { hubForTest } from "../../testing/events/hub.ts"
import { starDeliveries } from "../../testing/events/star-deliveries.ts"
import { startHub } from "../../testing/hub-server.ts"
import { startPostgres } from "../../testing/postgres/server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

/** A lock that was just renewed lasts 15 s. */
const AWAY_MILLIS = 17_000
const LONG = { timeout: 30_000, interval: 50 }

const directory = temporaryDirectories()

const sleep = (millis: number) => new Promise((wake) => setTimeout(wake, millis))

const states = SqlClient.SqlClient.use((sql) => sql`SELECT state, attempts FROM deliveries`)

const startDatabase = async () => {
  const postgres = await startPostgres()
  onTestFinished(postgres.stop)
  return { postgres, place: { directory: directory(), url: postgres.url("postgres") } }
}

it("an answer that comes meanwhile is stored once the database is back", async () => {
  const { postgres, place } = await startDatabase()
  const hub = await hubForTest(place)
  await hub.subscribe("codehost_new_star")
  const hook = await hub.hook("repos/acme/widgets")
  const answering = new Promise<() => void>((resolve) =>
    hub.agent.answers((response) => {
      resolve(() => response.writeHead(200).end())
      // Answers all later requests at once.
      hub.agent.answers((next) => next.writeHead(200).end())
    })
  )
  const stars = starDeliveries(hook)
  await stars.deliver(hub.url)
  const answer = await answering
  await postgres.crash()
  answer()
  await sleep(AWAY_MILLIS)
  await postgres.start()
  await expect.poll(() => hub.run(states), LONG).toEqual([{ state: "delivered", attempts: 1 }])
  expect(stars.doubled(hub.agent.all)).toBe(0)
})

it("a command that goes on is not started by another server, which leaves time to renew the lock", async () => {
  const { postgres, place } = await startDatabase()
  const hub = await hubForTest(place, { allowExec: true })
  const other = await startHub(place.directory, { url: place.url, allowExec: true })
  onTestFinished(other.close)
  const file = join(place.directory, "starts")
  appendFileSync(file, "")
  const script = `const { appendFileSync, readFileSync } = require("node:fs")
    appendFileSync(${JSON.stringify(file)}, "started,")
    setInterval(() => readFileSync(${JSON.stringify(file)}, "utf8").includes("end") && process.exit(0), 50)`
  await hub.subscribe("codehost_new_star", { url: undefined, exec: [process.execPath, "-e", script] })
  const hook = await hub.hook("repos/acme/widgets")
  await hook.deliver("star", star.body)
  const written = () => readFileSync(file, "utf8")
  await expect.poll(written, LONG).toBe("started,")
  await postgres.crash()
  await sleep(AWAY_MILLIS)
  await postgres.start()
  // Both servers look every second.
  await sleep(5_000)
  appendFileSync(file, "end")
  await expect.poll(() => hub.run(states), LONG).toEqual([{ state: "delivered", attempts: 1 }])
  expect(written()).toBe("started,end")
})
