/** Two servers of one PostgreSQL database that take events: one is killed under load, and nothing is lost or doubled. */
import { afterEach, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { startAgent } from "../../testing/events/agent.ts"
import { startCodeHost } from "../../testing/events/code-host.ts"
import { starDeliveries, subscribeToStars } from "../../testing/events/star-deliveries.ts"
import { startServers } from "../../testing/servers/servers.ts"

/** `pnpm test:full` takes 10,000. */
const DELIVERIES = Number(process.env["INLAY_DELIVERIES"] ?? 120)
/** Of each server at once. */
const AT_ONCE = 8

const { databases, directory } = backends()
const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it(`lose and double nothing of ${DELIVERIES} deliveries`, async () => {
  const codeHost = await startCodeHost()
  const agent = await startAgent()
  closing.push(codeHost.close, agent.close)
  const servers = await startServers({
    url: await databases.next(),
    directory,
    env: { ...codeHost.env, INLAY_CODEHOST_TOKEN: "sandbox-reader-token-not-a-secret" }
  })
  closing.push(servers.close)
  const stars = starDeliveries(await subscribeToStars(servers.url, await servers.token("--manage"), agent.url))

  const [first = 0, second = 0] = servers.ports
  const killAt = DELIVERIES / 2
  let sent = 0
  let killed: Promise<void> | undefined
  const sending = [first, second].flatMap((port) =>
    Array.from({ length: AT_ONCE }, async () => {
      while (sent < DELIVERIES) {
        sent++
        const isAccepted = await stars.deliver(`http://127.0.0.1:${port}`)
        if (stars.accepted.length >= killAt) killed ??= servers.kill(0)
        // Nobody listens there any more.
        if (!isAccepted && killed !== undefined && port === first) return
      }
    })
  )
  await Promise.all(sending)
  await killed
  expect(killed).toBeDefined()
  expect(stars.accepted.length).toBeGreaterThanOrEqual(DELIVERIES - AT_ONCE)
  await expect.poll(() => stars.missing(agent.all), { timeout: 300_000, interval: 200 }).toEqual([])
  expect(stars.doubled(agent.all)).toBe(0)
}, 600_000)
