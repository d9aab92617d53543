/** Deliveries that are under way when the hub is told to stop. */
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"

import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { describe, expect, it, onTestFinished } from "vitest"

import { databaseFile } from "../../storage/paths.ts"
import { backends } from "../../testing/backends.ts"
import { hubForTest } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const SOON = { timeout: 20_000 }

/** Longer than a stop waits for agents. */
const LOCKED_MILLIS = 3_000

const { all } = backends()
const directory = temporaryDirectories()

it("a stop waits longer to store what an agent has answered, so that it is not started twice", async () => {
  const place = { directory: directory(), url: undefined }
  const hub = await hubForTest(place)
  await hub.subscribe("codehost_new_star")
  const hook = await hub.hook("repos/acme/widgets")
  using database = new DatabaseSync(databaseFile(place.directory))
  const answered = new Promise<void>((resolve) =>
    hub.agent.answers((response) => {
      database.exec("BEGIN IMMEDIATE")
      response.writeHead(204).end(resolve)
    })
  )
  await hook.deliver("star", star.body)
  await answered
  const stopping = hub.stop()
  await sleep(LOCKED_MILLIS)
  database.exec("COMMIT")
  await stopping
  const states = () => database.prepare("SELECT state, attempts FROM deliveries").all()
  expect(states()).toEqual([{ state: "delivered", attempts: 1 }])
})

describe.each(all)("a stop on $name", ({ place }) => {
  const hubOf = async () => {
    const hub = await hubForTest(await place())
    await hub.subscribe("codehost_new_star")
    const hook = await hub.hook("repos/acme/widgets")
    const deliver = (second: number) =>
      hook.deliver("star", { ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` })
    return { hub, deliver }
  }

  it("waits for the answers of agents, so that none is started twice", async () => {
    const { hub, deliver } = await hubOf()
    hub.agent.answers((response) => void setTimeout(() => response.writeHead(204).end(), 500))
    for (const second of [1, 2, 3]) await deliver(second)
    await hub.agent.starts(3)
    await hub.stop()
    const again = await hub.again()
    onTestFinished(again.close)
    const token = await again.token({ manages: true })
    const items = async () => (await again.call("GET", "/api/deliveries", { token })).json.items
    await expect.poll(items, SOON).toMatchObject([1, 2, 3].map(() => ({ state: "delivered", attempts: 1 })))
    expect(hub.agent.all).toHaveLength(3)
  })

  it("does not wait long for an agent that hangs, which is started again later", async () => {
    const { hub, deliver } = await hubOf()
    hub.agent.answers(() => {})
    for (const second of [1, 2, 3]) await deliver(second)
    await hub.agent.starts(3)
    const startMillis = performance.now()
    await hub.stop()
    expect(performance.now() - startMillis).toBeLessThan(8_000)
    hub.agent.answers((response) => void response.writeHead(204).end())
    const again = await hub.again()
    onTestFinished(again.close)
    await hub.agent.starts(6)
    expect(new Set(hub.agent.all.map(({ id }) => id)).size).toBe(3)
  })

  it("accepts no requests while it waits", async () => {
    const { hub, deliver } = await hubOf()
    hub.agent.answers(() => {})
    await deliver(1)
    await hub.agent.starts(1)
    let isStopped = false
    const stopping = hub.stop().then(() => (isStopped = true))
    const isRefused = () =>
      fetch(`${hub.url}/healthz`).then(
        () => false,
        () => true
      )
    await expect.poll(isRefused).toBe(true)
    expect(isStopped).toBe(false)
    await stopping
  })
})
