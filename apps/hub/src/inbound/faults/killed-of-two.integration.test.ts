/** Two servers of one PostgreSQL database receive events. One is killed under load, and nothing is lost or doubled. */
import { expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { LOST_AT_ONCE } from "../../testing/events/star-deliveries.ts"
import { serveStarsTwice } from "../../testing/events/star-servers.ts"

/** `pnpm test:full` uses 10,000. */
const DELIVERIES = Number(process.env["INLAY_DELIVERIES"] ?? 120)
/** Concurrent deliveries to each server. */
const AT_ONCE = 8

const { databases, directory } = backends()

it(`lose and double nothing of ${DELIVERIES} deliveries`, async () => {
  const { agent, servers, stars, urls } = await serveStarsTwice({ url: await databases.next(), directory })

  const killAt = DELIVERIES / 2
  let count = 0
  let killed: Promise<void> | undefined
  const sending = urls.flatMap((url, index) =>
    Array.from({ length: AT_ONCE }, async () => {
      while (count < DELIVERIES) {
        count++
        const isAccepted = await stars.deliver(url)
        if (stars.accepted.length >= killAt) killed ??= servers.kill(0)
        // The killed server accepts nothing any more.
        if (!isAccepted && killed !== undefined && index === 0) return
      }
    })
  )
  await Promise.all(sending)
  await killed
  expect(killed).toBeDefined()
  expect(stars.accepted.length).toBeGreaterThanOrEqual(DELIVERIES - AT_ONCE)
  await expect.poll(() => stars.missing(agent.all), { timeout: 300_000, interval: 200 }).toEqual([])
  expect(stars.doubled(agent.all, LOST_AT_ONCE)).toBe(0)
}, 600_000)
