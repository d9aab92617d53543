/** Events that a service sent while the hub was down: each is read from the service's delivery log, once. */
import { afterEach, expect, it } from "vitest"

import { eventHub } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

/** `pnpm test:full` uses 1,000. */
const MISSED = Number(process.env["INLAY_MISSED"] ?? 120)
const LONG = { timeout: 300_000, interval: 100 }
const PLACE = "repos/acme/widgets"

const directory = temporaryDirectories()
const closing: Array<() => Promise<unknown>> = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

it(`of ${MISSED} events while the hub is down, each starts an agent once, and none is asked for again`, async () => {
  const before = await eventHub({ directory: directory(), url: undefined })
  const { codeHost, agent } = before
  await before.subscribe("codehost_new_issue")
  await expect.poll(async () => (await codeHost.hooksAt(PLACE)).length, LONG).toBe(1)
  await before.stop()
  const titles = Array.from({ length: MISSED }, (_, index) => `Missed ${index}`)
  for (const title of titles) await codeHost.control("/issues", { title })
  await expect.poll(codeHost.underWay, LONG).toBe(0)

  const after = await before.again()
  closing.push(after.close, before.close)
  await expect.poll(() => agent.all.length, LONG).toBeGreaterThanOrEqual(MISSED)
  await codeHost.control("/issues", { title: "Afterwards" })
  await expect.poll(() => agent.all.some(({ body }) => body.data.title === "Afterwards"), LONG).toBe(true)
  const missed = agent.all.filter(({ body }) => body.source === "redelivery")
  expect(new Set(missed.map(({ body }) => body.data.title))).toEqual(new Set(titles))
  expect(new Set(missed.map(({ id }) => id)).size).toBe(MISSED)
  const { calls } = await codeHost.control<{ readonly calls: ReadonlyArray<{ readonly path: string }> }>("/calls")
  expect(calls.filter(({ path }) => path.endsWith("/attempts"))).toEqual([])
}, 600_000)
