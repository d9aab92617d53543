/**
 * A hub whose system clock goes wrong and is then corrected: events start agents at once, and no delivery waits for
 * ever.
 */
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it, onTestFinished } from "vitest"

import { hubForTest } from "../../testing/events/hub.ts"
import { starDeliveries } from "../../testing/events/star-deliveries.ts"
import { serveStars } from "../../testing/events/star-servers.ts"
import { serve } from "../../testing/processes/serving.ts"
import { shiftArguments } from "../../testing/processes/shifted-clock.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

const HOUR = 3_600_000
const LONG = { timeout: 40_000, interval: 50 }

const directory = temporaryDirectories()

it("a machine that slept while an agent was being started starts it once", async () => {
  const hub = await hubForTest({ directory: directory(), url: undefined })
  await hub.subscribe("codehost_new_star")
  const stars = starDeliveries(await hub.hook("repos/acme/widgets"))
  let answer = () => {}
  hub.agent.answers((response) => {
    answer = () => void response.writeHead(200).end()
  })
  await stars.deliver(hub.url)
  await expect.poll(() => hub.agent.all.length, LONG).toBe(1)
  // While the machine sleeps, no timer fires and the lock of what is under way is not renewed.
  for (let round = 0; round < 20; round++) {
    await hub.run(
      SqlClient.SqlClient.use((sql) => sql`UPDATE deliveries SET locked_until = 0 WHERE locked_by IS NOT NULL`)
    )
    await new Promise((wake) => setTimeout(wake, 100))
  }
  answer()
  const states = () => hub.run(SqlClient.SqlClient.use((sql) => sql`SELECT state, attempts, locked_by FROM deliveries`))
  await expect.poll(states, LONG).toEqual([{ state: "delivered", attempts: 1, locked_by: null }])
  expect(hub.agent.all).toHaveLength(1)
})

it("a clock that is doubted after a restart does not go back behind a subscription, whose events would count as earlier", async () => {
  const hub = await hubForTest({ directory: directory(), url: undefined })
  await new Promise((wake) => setTimeout(wake, 20))
  await hub.subscribe("codehost_new_star")
  const rows = await hub.run(
    SqlClient.SqlClient.use((sql) => sql`SELECT good_millis - created_millis AS lead FROM clock, subscriptions`)
  )
  expect(rows).toEqual([{ lead: 0 }])
})

it.each([
  ["an hour ahead", HOUR],
  ["an hour back", -HOUR],
  ["a month ahead", 31 * 24 * HOUR]
] as const)(
  "%s: each event starts an agent, and a failed start is sent again after the usual pause",
  async (_, by) => {
    const at = directory()
    const { agent, env, stars, server: firstServer } = await serveStars({ directory: at })
    let server = firstServer
    onTestFinished(() => server.kill())
    const restart = async (shift: number) => {
      await server.kill()
      server = await serve(at, env, shift === 0 ? [] : shiftArguments(shift))
    }
    const startsAll = () => expect.poll(() => stars.missing(agent.all), LONG).toEqual([])

    expect(await stars.deliver(server.url)).toBe(true)
    await startsAll()
    await restart(by)
    agent.answers((response) => void response.writeHead(500).end())
    expect(await stars.deliver(server.url)).toBe(true)
    await startsAll()
    const attempts = agent.all.length
    await restart(0)
    agent.answers((response) => void response.writeHead(200).end())
    expect(await stars.deliver(server.url)).toBe(true)
    await startsAll()
    // The failed delivery is retried, whatever the clock said when it failed.
    await expect.poll(() => agent.all.length, LONG).toBeGreaterThanOrEqual(attempts + 2)
    // A server that is killed may not have stored the answer to its last start.
    const restarts = 2
    expect(stars.doubled(agent.all, restarts)).toBe(0)
  },
  200_000
)
