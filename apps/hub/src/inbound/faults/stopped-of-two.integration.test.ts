/**
 * Two servers of one PostgreSQL database that take events: one stops under load, as a machine does that sleeps, and goes on
 * later. Nothing is lost, nothing is doubled, and the other server does not wait for it.
 */
import { afterEach, expect, it } from "vitest"

import { backends } from "../../testing/backends.ts"
import { startAgent } from "../../testing/events/agent.ts"
import { startCodeHost } from "../../testing/events/code-host.ts"
import { starDeliveries, subscribeToStars } from "../../testing/events/star-deliveries.ts"
import { startServers } from "../../testing/servers/servers.ts"

/** `pnpm test:full` takes 60: what the server had under way is then the other's before it goes on. */
const STOPPED_SECONDS = Number(process.env["INLAY_STOPPED_SECONDS"] ?? 3)
const LOCK_SECONDS = 15
/** A transaction that stands still ends after this. */
const IDLE_SECONDS = 30
const AT_ONCE = 4
const LONG = { timeout: 120_000, interval: 50 }

const { databases, directory } = backends()
const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const sleep = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

it(`lose and double nothing where one stops for ${STOPPED_SECONDS} s`, async () => {
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

  const state = { isOver: false, isFirstStopped: false }
  const [first = 0, second = 0] = servers.ports
  const urlOf = (port: number) => `http://127.0.0.1:${port}`
  const sending = [first, second].flatMap((port) =>
    Array.from({ length: AT_ONCE }, async () => {
      while (!state.isOver && !(state.isFirstStopped && port === first)) {
        await stars.deliver(urlOf(port))
        await sleep(0.01)
      }
    })
  )
  await expect.poll(() => stars.accepted.length, LONG).toBeGreaterThan(40)
  servers.stop(0)
  state.isFirstStopped = true
  const atStop = stars.accepted.length
  const stoppedMillis = Date.now()
  await sleep(STOPPED_SECONDS)
  const whileStopped = stars.accepted.length - atStop
  if (STOPPED_SECONDS > LOCK_SECONDS + IDLE_SECONDS) {
    // By then the other server has done all of it, and goes on with what is new.
    expect(whileStopped).toBeGreaterThan(0)
    state.isOver = true
    await Promise.all(sending.slice(AT_ONCE))
    await expect.poll(() => stars.missing(agent.all), { timeout: 10_000, interval: 50 }).toEqual([])
  }
  servers.goOn(0)
  state.isOver = true
  await Promise.all(sending)
  await expect.poll(() => stars.missing(agent.all), LONG).toEqual([])
  expect(stars.doubled(agent.all)).toBe(0)
  // Both take and start again.
  for (const port of [first, second]) expect(await stars.deliver(urlOf(port))).toBe(true)
  await expect.poll(() => stars.missing(agent.all), LONG).toEqual([])
  expect(stars.doubled(agent.all)).toBe(0)
  process.stdout.write(
    `stopped ${(Date.now() - stoppedMillis) / 1000} s: ${stars.accepted.length} accepted, ${whileStopped} meanwhile, ${agent.all.length} requests\n`
  )
}, 300_000)
