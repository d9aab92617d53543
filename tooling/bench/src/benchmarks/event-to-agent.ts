/**
 * From a delivery of the code host to the request that starts an agent: the hub, which stores both on the way, compared
 * with a server that verifies and forwards. One event after another, on an SQLite file and with two servers on one
 * PostgreSQL; then next to a destination that hangs, and with a thousand subscriptions of the repository.
 */
import { randomBytes } from "node:crypto"
import { Agent as Connections, request } from "node:http"
import { setTimeout as sleep } from "node:timers/promises"

import type { Benchmark } from "../benchmark.ts"
import { median, quantile, spread } from "../quantiles.ts"
import { differences, inRounds, ratios, samplesOf } from "../rounds.ts"
import { startAgent, type Agent } from "../servers/agent.ts"
import { create, hookOf } from "../servers/code-host-hook.ts"
import { startInlay, type RunningHub } from "../servers/inlay-serve.ts"
import { startPostgres } from "../servers/postgres.ts"
import { startServer } from "../servers/start.ts"
import { headersOf, REPOSITORY, stars, WEBHOOK_SECRET, type Receiver } from "../webhooks.ts"

const BARE = "bare forwarder"
const OURS = "inlay serve"
const TWO = "two servers on PostgreSQL"
const HANGING = "beside a destination that hangs"
const MANY = "1,000 subscriptions"
const SUBSCRIPTIONS = 1_000
/** The work on an event is over before the next one. */
const PAUSE_MILLIS = 10

interface Sample {
  readonly p50: number
  readonly p99: number
}

const subscribe = (hub: RunningHub, url: string, filters: Readonly<Record<string, unknown>> = {}) =>
  create(hub, "/api/subscriptions", {
    trigger: "codehost_new_star",
    account: "codehost/env",
    target: REPOSITORY,
    filters,
    url
  })

/** Sends events to receivers in turn, each once the previous one has started the agent. */
const measureFor = (agent: Agent) => {
  const connections = new Connections({ keepAlive: true })
  const next = stars()
  const once = async ({ url, secret }: Receiver): Promise<number> => {
    const { event, body } = next()
    const headers = headersOf(secret, event, body)
    const arrival = agent.next()
    const startMillis = performance.now()
    await new Promise<void>((resolve, reject) => {
      const outgoing = request(url, { agent: connections, method: "POST", headers })
      outgoing.once("error", reject)
      outgoing.once("response", (response) => {
        response.resume().once("end", resolve)
        if (response.statusCode !== 202) reject(new Error(`${url.host} answered ${response.statusCode}`))
      })
      outgoing.end(body)
    })
    return (await arrival) - startMillis
  }
  return {
    sample: async (receivers: ReadonlyArray<Receiver>, events: number): Promise<Sample> => {
      const millis: Array<number> = []
      for (let n = 0; n < events; n++) {
        const receiver = receivers[n % receivers.length]
        if (receiver !== undefined) millis.push(await once(receiver))
        await sleep(PAUSE_MILLIS)
      }
      return { p50: quantile(millis, 0.5), p99: quantile(millis, 0.99) }
    },
    close: () => connections.destroy()
  }
}

export const benchmark: Benchmark = {
  title: "event to agent",
  run: async ({ quick }) => {
    const [rounds, events] = quick ? [2, 30] : [9, 200]
    const closing: Array<() => Promise<unknown>> = []
    const opened = <A extends { readonly close: () => Promise<unknown> }>(one: A): A => {
      closing.push(one.close)
      return one
    }
    try {
      const agent = opened(await startAgent())
      const forwarder = opened(await startServer("forwarder"))
      const codehost = opened(await startServer("codehost"))
      const { env } = codehost.ready
      const start = async (more: Readonly<Record<string, string>> = {}, options = {}) =>
        opened(await startInlay({ ...env, ...more }, { manages: true, ...options }))
      const postgres = await startPostgres()
      closing.push(postgres.stop)
      const shared = { INLAY_SECRET_KEY: randomBytes(32).toString("base64") }
      const database = postgres.url("postgres")

      const alone = await start()
      const hanging = await start()
      const many = await start()
      const first = await start(shared, { database })
      const second = await start(shared, { database, token: first.token })
      for (const hub of [alone, hanging, many, first]) await subscribe(hub, agent.url)
      await subscribe(hanging, agent.hanging)
      for (let n = 1; n < SUBSCRIPTIONS; n++) await subscribe(many, agent.url, { actor: `nobody-${n}` })
      const shares = await hookOf(first)
      const bare = new URL(`/${encodeURIComponent(agent.url)}`, forwarder.ready.origin)
      const contenders = [
        { name: BARE, receivers: [{ url: bare, secret: WEBHOOK_SECRET }] },
        { name: OURS, receivers: [await hookOf(alone)] },
        { name: TWO, receivers: [shares, { ...shares, url: new URL(shares.url.pathname, second.origin) }] },
        { name: HANGING, receivers: [await hookOf(hanging)] },
        { name: MANY, receivers: [await hookOf(many)] }
      ]
      const { sample, close } = measureFor(agent)
      const samples = await inRounds(contenders, { rounds, warmUp: 1 }, ({ receivers }) => sample(receivers, events))
      close()
      const of = (name: string, figure: keyof Sample) => samplesOf(samples, name).map((one) => one[figure])
      const over = (name: string, peer: string, figure: keyof Sample) => differences(of(name, figure), of(peer, figure))
      return {
        conditions: `${rounds} rounds of ${events} events, one after another, ${PAUSE_MILLIS} ms apart`,
        measures: contenders.map(({ name: contender }) => ({
          setting: "event to agent",
          contender,
          values: { "p50, ms": median(of(contender, "p50")), "p99, ms": median(of(contender, "p99")) }
        })),
        figures: [
          spread(`p50 above the ${BARE}, ms`, over(OURS, BARE, "p50"), { atMost: 15 }),
          spread(`p99 above the ${BARE}, ms`, over(OURS, BARE, "p99"), { atMost: 60 }),
          spread(`p50 of ${TWO}, ms`, of(TWO, "p50"), { atMost: 80 }),
          spread(`p99 ${HANGING}, over without it`, ratios(of(HANGING, "p99"), of(OURS, "p99")), { atMost: 2 }),
          spread(`${MANY} over one, p50, ms`, over(MANY, OURS, "p50"), { atMost: 2 })
        ]
      }
    } finally {
      for (const close of closing.toReversed()) await close()
    }
  }
}
