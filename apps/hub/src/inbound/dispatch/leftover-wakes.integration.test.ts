/** A queue keeps no wakes of deliveries that are over, on both databases. */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { eventHub } from "../../testing/events/hub.ts"
import { starDeliveries } from "../../testing/events/star-deliveries.ts"
import { removeLeftovers } from "./Queues.ts"

const LONG = { timeout: 40_000, interval: 50 }

const { all } = backends()

describe.each(all)("a queue on $name", ({ place }) => {
  it("forgets what waited for an earlier delivery and was then sent at once, and what was given up", async () => {
    const hub = await eventHub(await place())
    onTestFinished(hub.close)
    const query = <A extends object>(
      statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>
    ) => hub.run(Effect.orDie(SqlClient.SqlClient.use(statement)))
    const waiting = () =>
      query<{ readonly id: string }>((sql) => sql`SELECT id FROM dispatch_queue WHERE state = 'pending' ORDER BY id`)
    const states = () =>
      query((sql) => sql`SELECT state, count(*) AS count FROM deliveries GROUP BY state ORDER BY state`)
    const stars = starDeliveries(await hub.hook("repos/acme/widgets"))

    const inOrder = await hub.subscribe("codehost_new_star", { inOrder: true })
    const answers: Array<() => void> = []
    hub.agent.answers((response) => void answers.push(() => response.writeHead(200).end()))
    for (let n = 0; n < 4; n++) await stars.deliver(hub.url)
    await expect.poll(() => answers.length, LONG).toBe(1)
    hub.agent.answers((response) => void response.writeHead(200).end())
    answers[0]?.()
    await expect.poll(states, LONG).toEqual([{ state: "delivered", count: 4 }])

    const failing = await hub.subscribe("codehost_new_star")
    await hub.subscribe("codehost_new_star")
    // Only now: with its last subscription, the hub would remove the hook.
    await hub.api("DELETE", `/api/subscriptions/${inOrder.subscription.id}`)
    hub.agent.answers((response) => void response.writeHead(503, { "retry-after": "3600" }).end())
    await stars.deliver(hub.url)
    const paused = () => query((sql) => sql`SELECT id FROM deliveries WHERE state = 'pending' AND attempts = 1`)
    await expect.poll(async () => (await paused()).length, LONG).toBe(2)
    await hub.api("DELETE", `/api/subscriptions/${failing.subscription.id}`)

    expect((await waiting()).length).toBeGreaterThan(1)
    await hub.run(removeLeftovers)
    const [last] = await query<{ readonly wake: string }>(
      (sql) => sql`SELECT id || '.' || wakes AS wake FROM deliveries WHERE state = 'pending'`
    )
    expect(await waiting()).toEqual([{ id: last?.wake }])
  })
})
