/** Events that a service sent while the hub was down: each is read from the service's delivery log, once. */
import * as Effect from "effect/Effect"
import { expect, it, onTestFinished } from "vitest"

import { startAgent } from "../../testing/events/agent.ts"
import { eventHub, type EventHub, hubForTest } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { Hooks } from "../hooks.ts"
import { Reconcile } from "./Reconcile.ts"

/** `pnpm test:full` uses 1,000. */
const MISSED = Number(process.env["INLAY_MISSED"] ?? 120)
const LONG = { timeout: 300_000, interval: 100 }
const PLACE = "repos/acme/widgets"

const directory = temporaryDirectories()

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
  onTestFinished(before.close)
  onTestFinished(after.close)
  await expect.poll(() => agent.all.length, LONG).toBeGreaterThanOrEqual(MISSED)
  await codeHost.control("/issues", { title: "Afterwards" })
  await expect.poll(() => agent.all.some(({ body }) => body.data.title === "Afterwards"), LONG).toBe(true)
  const missed = agent.all.filter(({ body }) => body.source === "redelivery")
  expect(new Set(missed.map(({ body }) => body.data.title))).toEqual(new Set(titles))
  expect(new Set(missed.map(({ id }) => id)).size).toBe(MISSED)
  const { calls } = await codeHost.control<{ readonly calls: ReadonlyArray<{ readonly path: string }> }>("/calls")
  expect(calls.filter(({ path }) => path.endsWith("/attempts"))).toEqual([])
}, 600_000)

const firstHook = (hub: Pick<EventHub, "run">) =>
  hub.run(
    Effect.map(
      Hooks.use(({ list }) => list),
      ([hook]) => hook
    )
  )

/** More than 20 pages of the log. */
const DELIVERED = 2_050

/**
 * A hub that has a hook and then stops, so that what happens is missed. It knows the id of the hook's webhook: the
 * service has the webhook earlier, and its answer may still be under way.
 */
const stoppedHub = async (more: Readonly<Record<string, unknown>> = {}) => {
  const before = await hubForTest({ directory: directory(), url: undefined })
  await before.subscribe("codehost_new_issue", more)
  await expect.poll(async () => (await firstHook(before))?.remoteId, LONG).toBeTypeOf("string")
  await before.stop()
  return before
}

it(`an event behind ${DELIVERED} deliveries that were accepted starts an agent`, async () => {
  const { codeHost, agent, again } = await stoppedHub()
  await codeHost.control("/issues", { title: "Missed" })
  await expect.poll(codeHost.underWay, LONG).toBe(0)
  // Somebody pointed the hook elsewhere until the hub came back.
  const elsewhere = await startAgent()
  onTestFinished(elsewhere.close)
  const [hook] = await codeHost.hooksAt(PLACE)
  const config = { url: elsewhere.url, content_type: "json" }
  await codeHost.ask("PATCH", `/${PLACE}/hooks/${hook?.id}`, { config })
  for (let count = 0; count < DELIVERED; count++) await codeHost.control("/issues", { title: "Accepted" })
  await expect.poll(() => elsewhere.all.length, LONG).toBeGreaterThanOrEqual(DELIVERED)
  await expect.poll(codeHost.underWay, { ...LONG, interval: 1_000 }).toBe(0)

  onTestFinished((await again()).close)
  const [start] = await agent.starts(1)
  expect(start?.body).toMatchObject({ source: "redelivery", data: { title: "Missed" } })
}, 120_000)

it("an event of a repository that was renamed in the meantime starts an agent", async () => {
  const { codeHost, agent, again } = await stoppedHub()
  await codeHost.ask("PATCH", `/${PLACE}`, { name: "sprockets" })
  await codeHost.askAs("ada", "POST", "/repos/acme/sprockets/issues", { title: "Renamed" })
  await expect.poll(codeHost.underWay, LONG).toBe(0)
  onTestFinished((await again()).close)
  const [start] = await agent.starts(1)
  expect(start?.body).toMatchObject({ source: "redelivery", data: { title: "Renamed" } })
}, 60_000)

it("an event that can only be redelivered is requested by the attempt's id, with all of its digits", async () => {
  const { codeHost, agent, again } = await stoppedHub()
  await codeHost.control("/issues", { title: "Redelivered" })
  await expect.poll(codeHost.underWay, LONG).toBe(0)
  const [hook] = await codeHost.hooksAt(PLACE)
  const log = `/${PLACE}/hooks/${hook?.id}/deliveries`
  const [missed] = await codeHost.ask<ReadonlyArray<{ readonly id: string }>>("GET", log)
  await codeHost.control("/faults", { fault: "gone", method: "GET", path: `${log}/` })
  onTestFinished((await again()).close)
  const [start] = await agent.starts(1)
  expect(start?.body.data.title).toBe("Redelivered")
  const { calls } = await codeHost.control<{ readonly calls: ReadonlyArray<{ readonly path: string }> }>("/calls")
  expect(BigInt(missed?.id ?? 0)).toBeGreaterThan(2n ** 53n)
  expect(calls.map(({ path }) => path).filter((path) => path.endsWith("/attempts"))).toEqual([
    `${log}/${missed?.id}/attempts`
  ])
}, 60_000)

/** Three events were missed, and the first look at the oldest fails, in both ways. */
const hubThatFailsOnce = async (fault: string) => {
  const { codeHost, agent, again } = await stoppedHub()
  for (const title of ["First", "Second", "Third"]) await codeHost.control("/issues", { title })
  await expect.poll(codeHost.underWay, LONG).toBe(0)
  const [hook] = await codeHost.hooksAt(PLACE)
  const path = `/${PLACE}/hooks/${hook?.id}/deliveries/`
  for (const method of ["GET", "POST"]) await codeHost.control("/faults", { fault, method, path })
  const hub = await again()
  onTestFinished(hub.close)
  const starts = await agent.starts(2)
  expect(new Set(starts.map(({ body }) => body.data.title))).toEqual(new Set(["Second", "Third"]))
  return { hub, agent, again }
}

it("an event that can be neither read nor requested again keeps no other from starting an agent", async () => {
  const { hub } = await hubThatFailsOnce("gone")
  await expect.poll(async () => (await firstHook(hub))?.reconciledMillis, LONG).toBeTypeOf("number")
}, 60_000)

it("events that fail in every round hold up no later one", async () => {
  const { codeHost, agent, again } = await stoppedHub()
  for (let count = 0; count < 5; count++) await codeHost.control("/issues", { title: "Fails" })
  await codeHost.control("/issues", { title: "Later" })
  await expect.poll(codeHost.underWay, LONG).toBe(0)
  const [hook] = await codeHost.hooksAt(PLACE)
  const path = `/${PLACE}/hooks/${hook?.id}/deliveries`
  // The log begins with the newest, and with a ping ends.
  const log = await codeHost.ask<ReadonlyArray<{ readonly id: string }>>("GET", path)
  for (const { id } of log.slice(1, 6)) {
    for (const method of ["GET", "POST"])
      await codeHost.control("/faults", { fault: "bad-credentials", times: 100, method, path: `${path}/${id}` })
  }
  const hub = await again()
  onTestFinished(hub.close)
  const round = () => hub.run(Reconcile.use((service) => service.round))
  await round()
  await round()
  const [start] = await agent.starts(1)
  expect(start?.body).toMatchObject({ source: "redelivery", data: { title: "Later" } })
}, 60_000)

it("events reach a subscription that wants them in order in the order in which they happened", async () => {
  const { codeHost, agent, again } = await stoppedHub({ inOrder: true })
  const titles = Array.from({ length: 6 }, (_, index) => `Missed ${index}`)
  for (const title of titles) await codeHost.control("/issues", { title })
  await expect.poll(codeHost.underWay, LONG).toBe(0)
  onTestFinished((await again()).close)
  const starts = await agent.starts(titles.length)
  expect(starts.map(({ body }) => body.data.title)).toEqual(titles)
}, 60_000)

it("an event is looked for again if the account was refused when it was read", async () => {
  const { hub, agent, again } = await hubThatFailsOnce("bad-credentials")
  await hub.stop()
  onTestFinished((await again()).close)
  const first = () => agent.all.find(({ body }) => body.data.title === "First")
  await expect.poll(() => first()?.body.source, LONG).toBe("redelivery")
  // A start whose answer the stop cut off is delivered again, under the same id.
  expect(new Set(agent.all.map(({ id }) => id)).size).toBe(3)
}, 60_000)
