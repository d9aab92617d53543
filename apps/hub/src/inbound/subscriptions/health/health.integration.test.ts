/** Which events count in a subscription's health, and how many queries it takes; on both databases. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Statement from "effect/sql/Statement"
import { describe, expect, it } from "vitest"

import { backends } from "../../../testing/backends.ts"
import { hubForTest } from "../../../testing/events/hub.ts"
import { Subscriptions } from "../Subscriptions.ts"
import { healthOf } from "./health.ts"

const SOON = { timeout: 20_000 }
const MANY = 20

const { all } = backends()

describe.each(all)("the health of subscriptions on $name", ({ place }) => {
  const hubOf = async () => hubForTest(await place())

  it("reports the last event at their own place, not at another", async () => {
    const hub = await hubOf()
    const here = await hub.subscribe("codehost_new_star")
    const there = await hub.subscribe("codehost_new_star", { target: { owner: "acme", repo: "gadgets" } })
    const hook = await hub.hook("repos/acme/widgets")
    await hook.deliver("star", star.body)
    const lastEventOf = async ({ subscription }: typeof here) => {
      const { health } = (await hub.api("GET", "/api/subscriptions/health")).json
      return health.find((one: { readonly subscription: string }) => one.subscription === subscription.id).lastEventAt
    }
    await expect.poll(() => lastEventOf(here), SOON).toEqual(expect.any(String))
    expect(await lastEventOf(there)).toBeNull()
  })

  it("counts the starts of a day and names the newest, without those that were skipped", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_star", { enabled: false })
    await hub.subscribe("codehost_new_star", { target: { owner: "acme", repo: "gadgets" }, enabled: false })
    const HOUR = 3_600_000
    const at = Date.now()
    const deliveries = [
      ["msg_1", "delivered", 30],
      ["msg_2", "delivered", 2],
      ["msg_3", "dead", 1],
      ["msg_4", "skipped", 0]
    ] as const
    await hub.run(
      SqlClient.SqlClient.use((sql) =>
        Effect.forEach(
          deliveries,
          ([id, state, hours], event) => sql`INSERT INTO deliveries
            (id, subscription, queue, event_id, state, attempts, tries, created_millis)
            VALUES (${id}, ${subscription.id}, 'queue', ${event + 1}, ${state}, 1, 1, ${at - hours * HOUR})`
        )
      )
    )
    expect((await hub.api("GET", "/api/subscriptions/health")).json.health).toEqual([
      expect.objectContaining({
        startsInDay: 2,
        newestStart: { id: "msg_3", state: "dead", createdAt: new Date(at - HOUR).toISOString() }
      }),
      expect.objectContaining({ startsInDay: 0, newestStart: null })
    ])
  })

  it("names the newest reason of several, and nothing that is set up for one that is switched off", async () => {
    const hub = await hubOf()
    const { subscription } = await hub.subscribe("codehost_new_star", { enabled: false })
    const deliveries = [
      ["msg_1", "skipped", 0, "Newer."],
      ["msg_2", "skipped", 1, "Older."],
      ["msg_3", "pending", 1, null],
      ["msg_4", "pending", 1, null],
      // Replayed, and not tried since.
      ["msg_5", "pending", 0, null]
    ] as const
    const attempts = [
      ["msg_3", 2, "New."],
      ["msg_4", 1, "Old."],
      ["msg_5", 3, "Before."]
    ] as const
    await hub.run(
      SqlClient.SqlClient.use((sql) =>
        Effect.andThen(
          Effect.forEach(deliveries, ([id, state, tries, why], index) => {
            const times = { created_millis: 10 - index, done_millis: state === "skipped" ? 10 - index : null }
            const row = { id, state, tries, why, event_id: index + 1, subscription: subscription.id, queue: "queue" }
            return sql`INSERT INTO deliveries ${sql.insert({ ...row, ...times, attempts: 1 })}`
          }),
          Effect.forEach(attempts, ([delivery, at, answer]) => {
            const row = { delivery, attempt: 1, at_millis: at, duration_millis: 1, accepted: 0, answer }
            return sql`INSERT INTO attempts ${sql.insert(row)}`
          })
        )
      )
    )
    const health = async () => (await hub.api("GET", "/api/subscriptions/health")).json.health[0]
    // Its owner switched it off, so nothing is wrong.
    expect(await health()).toMatchObject({
      ok: true,
      problems: [],
      skippedBecause: "Newer.",
      settingUp: null,
      pending: 3
    })
    await hub.run(
      SqlClient.SqlClient.use((sql) => sql`UPDATE subscriptions SET disabled_because = 'Its agent is gone.'`)
    )
    expect((await health()).problems).toEqual([
      "It is switched off. Its agent is gone.",
      "2 starts failed and are retried: New."
    ])
  })

  it.each([
    ["", "1 start failed and is retried: The receiver answered 503."],
    ["Come back later", "1 start failed and is retried: The receiver answered 503: “Come back later.”"]
  ])("says with which status an agent refused a start, and what it said: %j", async (said, problem) => {
    const hub = await hubOf()
    hub.agent.answers((response) => void response.writeHead(503).end(said))
    await hub.subscribe("codehost_new_star")
    await (await hub.hook("repos/acme/widgets")).deliver("star", star.body)
    const problems = async () => (await hub.api("GET", "/api/subscriptions/health")).json.health[0].problems
    await expect.poll(problems, SOON).toEqual([problem])
  })

  it("says of one that its agent ended that it is switched off", async () => {
    const hub = await hubOf()
    hub.agent.answers((response) => void response.writeHead(410).end())
    await hub.subscribe("codehost_new_star")
    await (await hub.hook("repos/acme/widgets")).deliver("star", star.body)
    const problems = async () => (await hub.api("GET", "/api/subscriptions/health")).json.health[0].problems
    await expect
      .poll(problems, SOON)
      .toEqual([
        "It is switched off. The receiver said that it is gone (410).",
        "Some deliveries were given up: replay them under Deliveries in the console when the receiver works again."
      ])
  })

  it(`is read by as many statements for ${MANY} as for one`, async () => {
    const hub = await hubOf()
    for (let n = 0; n < MANY; n++) await hub.subscribe("codehost_new_star", { enabled: false })
    const statementsFor = (count: number) => {
      let statements = 0
      const counting: Statement.Transformer = (statement) =>
        Effect.sync(() => {
          statements += 1
          return statement
        })
      return hub.run(
        Effect.gen(function* () {
          const some = (yield* (yield* Subscriptions).list).slice(0, count)
          const health = yield* Effect.provideService(healthOf(some), Statement.CurrentTransformer, counting)
          expect(health.map(({ subscription }) => subscription)).toEqual(some.map(({ id }) => id))
          return statements
        })
      )
    }
    await statementsFor(1)
    expect(await statementsFor(MANY)).toBe(await statementsFor(1))
  })
})
