/** Who sends a delivery, and when, whatever happened to its lock, its subscription's secret or its destination. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { expect, it } from "vitest"

import { hubForTest } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"
import { Subscriptions } from "../subscriptions/Subscriptions.ts"
import { Outbox } from "./Outbox.ts"

const SOON = { timeout: 20_000 }

const directory = temporaryDirectories()

const hubOf = async () => {
  const hub = await hubForTest({ directory: directory(), url: undefined })
  const { subscription } = await hub.subscribe("codehost_new_star")
  const hook = await hub.hook("repos/acme/widgets")
  return {
    hub,
    subscription,
    path: `/api/subscriptions/${subscription.id}`,
    deliver: (second: number) => hook.deliver("star", { ...star.body, starred_at: `2026-06-01T00:00:0${second}Z` }),
    /** What is locked. */
    taken: () =>
      hub.run(
        Effect.orDie(SqlClient.SqlClient.use((sql) => sql`SELECT id FROM deliveries WHERE locked_by IS NOT NULL`))
      ),
    newest: async () => (await hub.api("GET", "/api/deliveries")).json.items[0],
    query: <A extends object>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
      hub.run(Effect.orDie(SqlClient.SqlClient.use(statement)))
  }
}

it("a delivery under way is not sent once more when its lock expires, as after the machine has slept", async () => {
  const { hub, deliver, newest, query, taken } = await hubOf()
  const answers: Array<() => void> = []
  hub.agent.answers((response) => void answers.push(() => response.writeHead(204).end()))
  await deliver(1)
  await hub.agent.starts(1)
  await query((sql) => sql`UPDATE deliveries SET locked_by = NULL, locked_until = NULL`)
  await deliver(2)
  await expect.poll(() => answers.length, SOON).toBeGreaterThan(1)
  for (const answer of answers) answer()
  await expect.poll(taken, SOON).toEqual([])
  expect(new Set(hub.agent.all.map(({ id }) => id)).size).toBe(2)
  expect(hub.agent.all).toHaveLength(2)
  expect(await newest()).toMatchObject({ state: "delivered", attempts: 1 })
})

it.each([
  ["switched off", "disable", "The subscription is switched off."],
  ["removed", "remove", "The subscription is gone or damaged."]
] as const)("a delivery that was stored while its subscription was %s is not sent", async (_, end, why) => {
  const { hub, subscription, deliver, newest, query } = await hubOf()
  hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "3600" }).end())
  await deliver(1)
  await expect.poll(async () => (await newest())?.attempts, SOON).toBe(1)
  const { id } = await newest()
  await hub.run(
    Subscriptions.use((subscriptions): Effect.Effect<unknown, unknown> => subscriptions[end](subscription.id))
  )
  await hub.run(Outbox.use(({ replay }) => replay([id])))
  await expect
    .poll(() => query((sql) => sql`SELECT state, why FROM deliveries`), SOON)
    .toEqual([{ state: "dead", why }])
  expect(hub.agent.all).toHaveLength(1)
})

it("a subscription whose receiver is gone gives up what waited, too", async () => {
  const { hub, deliver, query } = await hubOf()
  hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "3600" }).end())
  await deliver(1)
  const states = async () =>
    (await hub.api("GET", "/api/deliveries")).json.items.map(({ state, attempts }: Record<string, unknown>) => [
      state,
      attempts
    ])
  await expect.poll(states, SOON).toEqual([["pending", 1]])
  hub.agent.answers((response) => void response.writeHead(410).end())
  await deliver(2)
  await expect.poll(states, SOON).toEqual([
    ["dead", 1],
    ["dead", 1]
  ])
  expect(await query((sql) => sql`SELECT enabled FROM subscriptions`)).toEqual([{ enabled: 0 }])
})

it("a delivery whose event is damaged is given up, with why, and holds up no other", async () => {
  const { hub, deliver, newest, query } = await hubOf()
  hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "3600" }).end())
  await deliver(1)
  await expect.poll(async () => (await newest())?.attempts, SOON).toBe(1)
  await query((sql) => sql`UPDATE events SET data = '{"cut": of', places = '['`)
  const { id } = await newest()
  await hub.run(Outbox.use(({ replay }) => replay([id])))
  await expect.poll(async () => (await newest()).state, SOON).toBe("dead")
  const why = expect.stringMatching(/event .*damaged/)
  expect((await hub.api("GET", `/api/deliveries/${id}`)).json).toMatchObject({
    why,
    data: '{"cut": of',
    log: [{ status: 503 }, { status: null, answer: why }]
  })
  const { health } = (await hub.api("GET", "/api/subscriptions/health")).json
  expect(health).toMatchObject([{ dead: 1, lastEventAt: null }])
  hub.agent.answers((response) => void response.writeHead(204).end())
  await deliver(2)
  await expect.poll(async () => (await newest()).state, SOON).toBe("delivered")
  expect(hub.agent.all).toHaveLength(2)
})

it("a subscription whose secret is damaged is switched off, with what to do, and its deliveries are given up", async () => {
  const { hub, path, deliver, newest, query } = await hubOf()
  await query((sql) => sql`UPDATE subscriptions SET sealed = 'damaged'`)
  await deliver(1)
  await expect.poll(async () => (await newest())?.state, SOON).toBe("dead")
  const { why } = await newest()
  expect(why).toMatch(/^The subscription's secret was changed .*`keepPrevious: false`/)
  expect((await hub.api("GET", path)).json).toMatchObject({ enabled: false, disabledBecause: why })
  const tested = await hub.api("POST", `${path}/tests`, { send: true })
  expect([tested.status, tested.text]).toEqual([503, expect.stringContaining(why)])
  expect(hub.agent.all).toEqual([])

  const { json } = await hub.api("POST", `${path}/secret`, { keepPrevious: false })
  hub.agent.expectSecret(json.secret as string)
  await hub.api("PATCH", path, { enabled: true })
  await deliver(2)
  expect(await hub.agent.starts(1)).toMatchObject([{ isSigned: true }])
})
