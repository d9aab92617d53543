/**
 * Faults around a hub that receives events: accepted deliveries are kept, the service learns of the others, and the hub
 * recovers.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"

import { describe, expect, it, onTestFinished } from "vitest"

import { databaseFile } from "../../storage/paths.ts"
import { eventHub, type EventHub } from "../../testing/events/hub.ts"
import { starDeliveries } from "../../testing/events/star-deliveries.ts"
import { startPostgres } from "../../testing/postgres/server.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const LONG = { timeout: 60_000, interval: 50 }
const holder = fileURLToPath(new URL("../../testing/processes/lock-holder.ts", import.meta.url))

const directory = temporaryDirectories()

const starsOf = async (hub: EventHub) => {
  onTestFinished(hub.close)
  await hub.subscribe("codehost_new_star")
  const stars = starDeliveries(await hub.hook("repos/acme/widgets"))
  return { ...stars, deliver: () => stars.deliver(hub.url) }
}

/** Every accepted delivery starts an agent once. */
const expectStarts = async (hub: EventHub, stars: Awaited<ReturnType<typeof starsOf>>) => {
  await expect.poll(() => stars.missing(hub.agent.all), LONG).toEqual([])
  expect(stars.doubled(hub.agent.all)).toBe(0)
}

describe("events come while", () => {
  it("another program holds the database for four seconds: each is taken at once, and the server goes on answering", async () => {
    const at = directory()
    const hub = await eventHub({ directory: at, url: undefined })
    const stars = await starsOf(hub)
    const child = spawn(process.execPath, [holder, databaseFile(at), "write", "4000"])
    const released = once(child, "exit")
    await once(child.stdout, "data")
    const state = { isOver: false }
    void released.finally(() => (state.isOver = true))
    let pings = 0
    while (!state.isOver) {
      expect((await hub.call("GET", "/healthz")).status).toBeLessThan(600)
      expect(await stars.deliver()).toBe(true)
      pings++
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    // An event loop that waited for the database would have answered one or two.
    expect(pings).toBeGreaterThan(20)
    expect(await stars.deliver()).toBe(true)
    await expectStarts(hub, stars)
  })

  it("PostgreSQL crashes and comes back: what was accepted starts an agent, once", async () => {
    const postgres = await startPostgres()
    onTestFinished(postgres.stop)
    const hub = await eventHub({ directory: directory(), url: postgres.url("postgres") })
    const stars = await starsOf(hub)
    const state = { isOver: false }
    const steadily = async () => {
      while (!state.isOver) {
        await stars.deliver()
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
    }
    const delivering = [steadily(), steadily()]
    await expect.poll(() => stars.accepted.length, LONG).toBeGreaterThan(10)
    await postgres.crash()
    await postgres.start()
    const before = stars.accepted.length
    await expect.poll(() => stars.accepted.length, LONG).toBeGreaterThan(before + 10)
    state.isOver = true
    await Promise.all(delivering)
    await expect.poll(() => stars.missing(hub.agent.all), { timeout: 150_000, interval: 100 }).toEqual([])
    expect(stars.doubled(hub.agent.all)).toBe(0)
  }, 240_000)
})
