/** A hub whose computer's date goes wrong, and right again: events start agents at once, and what waits does not wait for ever. */
import { afterEach, expect, it } from "vitest"

import { startAgent } from "../testing/events/agent.ts"
import { startCodeHost } from "../testing/events/code-host.ts"
import { starDeliveries, subscribeToStars } from "../testing/events/star-deliveries.ts"
import { inlayJson } from "../testing/processes/command.ts"
import { serve } from "../testing/processes/serving.ts"
import { shiftArguments } from "../testing/processes/shifted-clock.ts"
import { temporaryDirectories } from "../testing/temporary.ts"

const HOUR = 3_600_000
const LONG = { timeout: 40_000, interval: 50 }

const directory = temporaryDirectories()
const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

it.each([
  ["an hour ahead", HOUR],
  ["an hour back", -HOUR],
  ["a month ahead", 31 * 24 * HOUR]
] as const)(
  "%s: each event starts an agent, and a failed start is sent again after the usual pause",
  async (_, by) => {
    const codeHost = await startCodeHost()
    const agent = await startAgent()
    closing.push(codeHost.close, agent.close)
    const at = directory()
    const env = { ...codeHost.env, INLAY_CODEHOST_TOKEN: "sandbox-reader-token-not-a-secret" }
    const token = await inlayJson<{ readonly text: string }>(["tokens", "create", "test", "--manage", "--data", at])
    let server = await serve(at, env)
    closing.push(() => server.kill())
    const stars = starDeliveries(await subscribeToStars(server.url, token.json.text, agent.url))
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
    // The failed one comes again, whatever the clock said when it failed.
    await expect.poll(() => agent.all.length, LONG).toBeGreaterThanOrEqual(attempts + 2)
    expect(stars.doubled(agent.all)).toBe(0)
  },
  200_000
)
