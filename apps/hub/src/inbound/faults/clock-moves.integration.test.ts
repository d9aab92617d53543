/** A computer whose clock is set a day ahead and back again while the hub runs; on both databases. */
import { expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { startAgent } from "../../testing/events/agent.ts"
import { startCodeHost } from "../../testing/events/code-host.ts"
import { starDeliveries, subscribeToStars } from "../../testing/events/star-deliveries.ts"
import { inlayJson } from "../../testing/processes/command.ts"
import { serve } from "../../testing/processes/serving.ts"
import { shiftArguments } from "../../testing/processes/shifted-clock.ts"

const DAY = 86_400_000
const LONG = { timeout: 40_000, interval: 50 }

const { all } = backends()

it.each(all)(
  "starts an agent for each event, at once and once, on $name",
  async ({ place }) => {
    const codeHost = await startCodeHost()
    const agent = await startAgent()
    onTestFinished(agent.close)
    onTestFinished(codeHost.close)
    const { directory, url } = await place()
    const env = {
      ...codeHost.env,
      INLAY_CODEHOST_TOKEN: "sandbox-reader-token-not-a-secret",
      ...(url !== undefined && { INLAY_DATABASE: url })
    }
    const token = await inlayJson<{ readonly text: string }>(
      ["tokens", "create", "test", "--manage", "--data", directory],
      { env }
    )
    const server = await serve(directory, env, shiftArguments(DAY, true))
    onTestFinished(() => server.kill())
    const stars = starDeliveries(await subscribeToStars(server.url, token.json.text, agent.url))
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
