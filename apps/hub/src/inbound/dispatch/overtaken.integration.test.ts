/**
 * If an attempt is delayed until another server has taken over the delivery, its failure changes nothing and its
 * success counts.
 */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { backends } from "../../testing/backends.ts"
import { type EventHub, hubForTest } from "../../testing/events/hub.ts"

const SOON = { timeout: 20_000 }

const { all } = backends()

const newest = async (hub: EventHub) => (await hub.api("GET", "/api/deliveries")).json.items[0]

describe.each(all)("a delivery on $name", ({ place }) => {
  /** Starts a delivery whose attempt is answered only when `answer` is called. */
  const openAttempt = async () => {
    const hub = await hubForTest(await place())
    await hub.subscribe("codehost_new_star")
    const hook = await hub.hook("repos/acme/widgets")
    const answering = new Promise<(status: number) => void>((resolve) =>
      hub.agent.answers((response) => {
        resolve((status) => response.writeHead(status).end())
        // Answers all later requests at once.
        hub.agent.answers((next) => next.writeHead(200).end())
      })
    )
    await hook.deliver("star", star.body)
    return { hub, answer: await answering }
  }

  /** Stops the hub, which waits for the attempt, and returns what another one says of the delivery. */
  const afterwards = async (hub: EventHub) => {
    await hub.stop()
    const again = await hub.again()
    onTestFinished(again.close)
    return (await again.call("GET", "/api/deliveries", { token: await again.token({ manages: true }) })).json.items[0]
  }

  it("that another server delivered stays delivered if this one's attempt fails later", async () => {
    const { hub, answer } = await openAttempt()
    await hub.run(
      SqlClient.SqlClient.use((sql) => sql`UPDATE deliveries SET state = 'delivered', attempts = 1, done_millis = 1`)
    )
    answer(500)
    expect(await afterwards(hub)).toMatchObject({ state: "delivered", attempts: 1 })
  })

  const takeOver = SqlClient.SqlClient.use(
    (sql) => sql`UPDATE deliveries SET wakes = wakes + 1, attempts = 1, tries = 1, next_millis = next_millis + 300000`
  )

  it("that another server will retry waits for that if this one's attempt fails later", async () => {
    const { hub, answer } = await openAttempt()
    await hub.run(takeOver)
    answer(500)
    expect(await afterwards(hub)).toMatchObject({ state: "pending", attempts: 1 })
  })

  it("that another server will retry becomes delivered if this one's attempt succeeds later", async () => {
    const { hub, answer } = await openAttempt()
    await hub.run(takeOver)
    answer(200)
    await expect.poll(() => newest(hub), SOON).toMatchObject({ state: "delivered", attempts: 2, nextAt: null })
    expect(hub.agent.all).toHaveLength(1)
  })
})
