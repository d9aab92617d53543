/** A computer whose clock is set a day ahead and back again while the hub runs; on both databases. */
import { expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { serveStars } from "../../testing/events/star-servers.ts"
import { shiftArguments } from "../../testing/processes/shifted-clock.ts"

const DAY = 86_400_000
const LONG = { timeout: 40_000, interval: 50 }

const { all } = backends()

it.each(all)(
  "starts an agent for each event, at once and once, on $name",
  async ({ place }) => {
    const { agent, server, stars } = await serveStars(await place(), shiftArguments(DAY, true))
    const startsNext = async () => {
      expect(await stars.deliver(server.url)).toBe(true)
      await expect.poll(() => stars.missing(agent.all), LONG).toEqual([])
    }
    const move = async () => {
      process.kill(server.pid, "SIGUSR2")
      await new Promise((wake) => setTimeout(wake, 100))
    }

    await startsNext()
    await move()
    agent.answers((response) => void response.writeHead(500).end())
    await startsNext()
    const attempts = agent.all.length
    await move()
    agent.answers((response) => void response.writeHead(200).end())
    await startsNext()
    // What failed while the clock was ahead is sent again after the usual pause.
    await expect.poll(() => agent.all.length, LONG).toBe(attempts + 2)
    expect(stars.doubled(agent.all)).toBe(0)
  },
  200_000
)
