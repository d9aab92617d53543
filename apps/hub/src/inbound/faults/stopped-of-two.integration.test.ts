/**
 * Two servers of one PostgreSQL database receive events. One is suspended under load, like a machine that sleeps, and
 * continues later. Nothing is lost or doubled, and the other server does not wait for it.
 */
import { expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { LOST_AT_ONCE } from "../../testing/events/star-deliveries.ts"
import { serveStarsTwice } from "../../testing/events/star-servers.ts"

/** `pnpm test:full` uses 60: by then, the other server has taken over the suspended server's work. */
const STOPPED_SECONDS = Number(process.env["INLAY_STOPPED_SECONDS"] ?? 3)
const LOCK_SECONDS = 15
/** PostgreSQL ends a transaction that is idle for longer than this. */
const IDLE_SECONDS = 30
const AT_ONCE = 4
const mostLost = STOPPED_SECONDS > LOCK_SECONDS ? LOST_AT_ONCE : 0
const LONG = { timeout: 120_000, interval: 50 }

const { databases, directory } = backends()

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

it(`lose and double nothing where one stops for ${STOPPED_SECONDS} s`, async () => {
  const { agent, servers, stars, urls } = await serveStarsTwice({ url: await databases.next(), directory })

  // Keeps starts under way at both servers at any moment.
  agent.answers((response) => void setTimeout(() => response.writeHead(200).end(), 200))
  const state = { isOver: false, stoppedUrl: "" }
  const sendTo = async (url: string) => {
    while (!state.isOver && url !== state.stoppedUrl) {
      await stars.deliver(url)
      await sleep(0.05)
    }
  }
  const sending = urls.flatMap((url) => Array.from({ length: AT_ONCE }, () => sendTo(url)))
  await expect.poll(() => stars.accepted.length, LONG).toBeGreaterThan(30)
  servers.stop(0)
  agent.answers((response) => void response.writeHead(200).end())
  state.stoppedUrl = urls[0]
  const atStop = stars.accepted.length
  const stoppedMillis = Date.now()
  await sleep(STOPPED_SECONDS)
  const whileStopped = stars.accepted.length - atStop
  if (STOPPED_SECONDS > LOCK_SECONDS + IDLE_SECONDS) {
    // By then the other server has delivered everything, and continues with new deliveries.
    expect(whileStopped).toBeGreaterThan(0)
    state.isOver = true
    await Promise.all(sending.slice(AT_ONCE))
    await expect.poll(() => stars.missing(agent.all), { timeout: 10_000, interval: 50 }).toEqual([])
  }
  servers.goOn(0)
  state.isOver = true
  await Promise.all(sending)
  await expect.poll(() => stars.missing(agent.all), LONG).toEqual([])
  expect(stars.doubled(agent.all, mostLost)).toBe(0)
  // Both servers receive and start again.
  for (const url of urls) expect(await stars.deliver(url)).toBe(true)
  await expect.poll(() => stars.missing(agent.all), LONG).toEqual([])
  expect(stars.doubled(agent.all, mostLost)).toBe(0)
  process.stdout.write(
    `stopped ${(Date.now() - stoppedMillis) / 1000} s: ${stars.accepted.length} accepted, ${whileStopped} meanwhile, ${agent.all.length} requests\n`
  )
}, 300_000)
