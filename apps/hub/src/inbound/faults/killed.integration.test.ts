/**
 * A server that is killed again and again: every delivery that it accepted starts an agent, exactly once; on both
 * databases.
 */
import { expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { LOST_AT_ONCE } from "../../testing/events/star-deliveries.ts"
import { serveStars } from "../../testing/events/star-servers.ts"
import { serve } from "../../testing/processes/serving.ts"

/** `pnpm test:full` uses 20 kills and 10,000 accepted deliveries. */
const KILLS = Number(process.env["INLAY_KILLS"] ?? 3)
const PER_ROUND = Math.ceil(Number(process.env["INLAY_DELIVERIES"] ?? 24) / KILLS)
const APART_MILLIS = 8
const LATER_MILLIS = 64

const { all } = backends()

it.each(all)(
  `loses and doubles nothing of what it accepted on $name, killed ${KILLS} times`,
  async ({ place }) => {
    const at = await place()
    const { agent, env, stars, server: firstServer } = await serveStars(at)
    let server = firstServer
    onTestFinished(() => server.kill())
    for (let round = 1; round <= KILLS; round++) {
      const { url } = server
      const delivering: Array<Promise<boolean>> = []
      const timer = setInterval(() => delivering.push(stars.deliver(url)), APART_MILLIS)
      onTestFinished(() => clearInterval(timer))
      await expect
        .poll(() => stars.accepted.length, { timeout: 60_000, interval: 1 })
        .toBeGreaterThanOrEqual(round * PER_ROUND)
      await new Promise((resolve) => setTimeout(resolve, Math.random() * LATER_MILLIS))
      await server.kill()
      clearInterval(timer)
      await Promise.all(delivering)
      server = await serve(at.directory, env)
    }
    // On a shared database, another server might be working on a delivery: the work of a killed one is taken over after
    // a minute.
    await expect.poll(() => stars.missing(agent.all), { timeout: 300_000, interval: 100 }).toEqual([])
    // A start that was under way when the server was killed is sent again with the same id.
    expect(stars.doubled(agent.all, KILLS * LOST_AT_ONCE)).toBe(0)
  },
  900_000
)
