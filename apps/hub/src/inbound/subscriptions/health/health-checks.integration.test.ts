/** What an operator learns of events without asking for each subscription: from `/metrics`, and from one log line. */
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import { expect, it } from "vitest"

import { backends } from "../../../testing/backends.ts"
import { hubForTest } from "../../../testing/events/hub.ts"
import { healthCheck } from "./health-checks.ts"

const SOON = { timeout: 20_000 }
const { all } = backends()

it.each(all)(
  "deliveries that wait or are given up, and subscriptions that do not work, on $name",
  async ({ place }) => {
    const hub = await hubForTest(await place())
    const metrics = async () => {
      const { text } = await hub.api("GET", "/metrics")
      const of = (name: string) => Number(new RegExp(`^inlay_${name} (\\S+)$`, "m").exec(text)?.[1] ?? 0)
      return {
        pending: of("deliveries_pending"),
        oldest: of("deliveries_oldest_pending_seconds"),
        unhealthy: of("subscriptions_unhealthy"),
        delivered: of('deliveries_total\\{outcome="delivered"\\}'),
        givenUp: of('deliveries_total\\{outcome="given_up"\\}')
      }
    }
    const lines: Array<string> = []
    const logger = Logger.make(({ message }) => void lines.push(String(message)))
    const lookOnce = healthCheck()
    const look = () => hub.run(Effect.provide(lookOnce, Logger.layer([logger])))
    const before = await metrics()
    expect(before).toMatchObject({ pending: 0, oldest: 0 })

    hub.agent.answers((response) => void response.writeHead(503).end())
    const { subscription } = await hub.subscribe("codehost_new_star", { name: "stars" })
    await (await hub.hook("repos/acme/widgets")).deliver("star", star.body)
    const problems = async () => (await hub.api("GET", "/api/subscriptions/health")).json.health[0].problems
    await expect.poll(problems, SOON).toHaveLength(1)
    await look()
    expect(lines).toEqual([])
    for (let n = 0; n < 3; n++) await look()
    expect(lines).toEqual([
      `subscriptions: stars (${subscription.id}) does not work: 1 start failed and is retried: The receiver answered 503. \`inlay triggers --health\` shows how it is.`
    ])
    for (let n = 0; n < 56; n++) await look()
    // It is said again every hour.
    expect(lines.splice(1)).toEqual([lines[0]])
    const broken = await metrics()
    expect(broken).toMatchObject({ pending: 1, unhealthy: 1, delivered: before.delivered })
    expect(broken.oldest).toBeGreaterThan(0)

    hub.agent.answers((response) => void response.writeHead(200).end())
    const [delivery] = (await hub.api("GET", "/api/deliveries")).json.items
    const replay = () => hub.api("POST", "/api/deliveries/replay", { ids: [delivery.id] })
    await replay()
    await expect.poll(async () => (await metrics()).pending, SOON).toBe(0)
    await look()
    expect(lines.slice(1)).toEqual([`subscriptions: stars (${subscription.id}) works again, after 60 minutes.`])
    expect(await metrics()).toMatchObject({ oldest: 0, unhealthy: 0, givenUp: before.givenUp })
    // A delivery is counted after it is stored.
    await expect.poll(async () => (await metrics()).delivered, SOON).toBeGreaterThan(before.delivered)

    hub.agent.answers((response) => void response.writeHead(410).end())
    await replay()
    await expect.poll(async () => (await metrics()).givenUp, SOON).toBe(before.givenUp + 1)
    expect(await metrics()).toMatchObject({ pending: 0 })
  }
)
