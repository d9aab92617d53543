/**
 * Thousands of deliveries that are damaged in transit: no changed signature, header or body is accepted or stored, or
 * causes an internal error. Signed nonsense does not stop later deliveries.
 */
import * as Http from "node:http"

import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { damaged, numbers, pick, randomJson, type Next } from "@inlay/core-http/testing/fuzz"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, beforeAll, describe, expect, it } from "vitest"

import { eventHub, signatureOf, type EventHub } from "../../testing/events/hub.ts"
import { temporaryDirectories } from "../../testing/temporary.ts"

/** `pnpm test:full` uses 100,000, and half as many bodies. */
const MUTANTS = Number(process.env["INLAY_FUZZ"] ?? 500)
const BODIES = MUTANTS / 2
const SENDERS = 16
const REFUSALS = [400, 401, 404, 405, 413, 415, 431]

const directory = temporaryDirectories()
const agent = new Http.Agent({ keepAlive: true, maxSockets: SENDERS })
let hub: EventHub
let hook: Awaited<ReturnType<EventHub["hook"]>>
beforeAll(async () => {
  hub = await eventHub({ directory: directory(), url: undefined })
  hook = await hub.hook("repos/acme/widgets")
})
afterAll(async () => {
  agent.destroy()
  await hub.close()
})

interface Delivery {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Uses Node's own client, which sends headers that `fetch` would refuse. */
const send = ({ path, headers, body }: Delivery): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = Http.request(hub.url + path, { method: "POST", agent, headers }, (response) => {
      response.resume()
      response.on("end", () => resolve(response.statusCode ?? 0))
    })
    request.on("error", reject)
    request.end(body)
  })

const good = (body: Buffer): Delivery => ({
  path: `/webhooks/${hook.id}`,
  headers: {
    "content-type": "application/json",
    "x-github-event": "star",
    "x-github-delivery": crypto.randomUUID(),
    "x-hub-signature-256": signatureOf(hook.secret, body)
  },
  body
})

const SIGNATURE = "x-hub-signature-256"
const withSignature = (delivery: Delivery, signature: string): Delivery => ({
  ...delivery,
  headers: { ...delivery.headers, [SIGNATURE]: signature }
})

const replaced = (text: string, at: number, by: string): string => text.slice(0, at) + by + text.slice(at + 1)

/** A different hexadecimal digit. */
const otherDigit = (next: Next, digit: string): string =>
  ((Number.parseInt(digit, 16) + 1 + next(15)) % 16).toString(16)

/** Each returns a delivery that the hook's secret did not sign or that the service would not send. */
const MUTATIONS: ReadonlyArray<(next: Next, delivery: Delivery) => Delivery> = [
  (next, delivery) => {
    const signature = delivery.headers[SIGNATURE] ?? ""
    const at = 7 + next(64)
    return withSignature(delivery, replaced(signature, at, otherDigit(next, signature[at] ?? "0")))
  },
  (next, delivery) => withSignature(delivery, (delivery.headers[SIGNATURE] ?? "").slice(0, next(71))),
  (next, delivery) => withSignature(delivery, `${delivery.headers[SIGNATURE]}${"0f ,;=\t".charAt(next(7))}0`),
  (next, delivery) =>
    withSignature(
      delivery,
      `${pick(next, ["sha1=", "sha512=", "SHA-256=", "=", "sha256", ""])}${(delivery.headers[SIGNATURE] ?? "").slice(7)}`
    ),
  (next, delivery) => withSignature(delivery, signatureOf(`${hook.secret}${next(1_000)}`, delivery.body)),
  (next, delivery) => withSignature(delivery, signatureOf(hook.secret, Buffer.from(`${next(1_000)}`))),
  (next, delivery) => withSignature(delivery, "f".repeat(next(6_000))),
  (next, delivery) => {
    const { [SIGNATURE]: signature = "", ...headers } = delivery.headers
    return {
      ...delivery,
      headers: { ...headers, [pick(next, ["x-hub-signature", "x-signature", "authorization"])]: signature }
    }
  },
  (next, delivery) => {
    const body = Buffer.from(delivery.body)
    const at = next(body.length)
    body[at] = (body[at] ?? 0) ^ (1 << next(8))
    return { ...delivery, body }
  },
  (next, delivery) => ({ ...delivery, body: delivery.body.subarray(0, next(delivery.body.length)) }),
  (next, delivery) => ({ ...delivery, body: Buffer.concat([delivery.body, Buffer.from([next(256)])]) }),
  (next, delivery) => ({
    ...delivery,
    headers: {
      ...delivery.headers,
      "content-type": pick(next, [
        "",
        "text/plain",
        "application/jsonp",
        "json",
        "application/xml;application/json",
        "*/*"
      ])
    }
  }),
  (next, delivery) => ({
    ...delivery,
    path: pick(next, [
      `/webhooks/${replaced(hook.id, next(hook.id.length), "~")}`,
      `/webhooks/${hook.id.slice(next(hook.id.length - 1) + 1)}`,
      `/webhooks/${hook.id}/${next(10)}`,
      `/webhooks/%${hook.id}`,
      `/webhooks/..%2f${hook.id}`,
      `/webhooks//${hook.id}`,
      "/webhooks/"
    ])
  })
]

const rowsOf = async (table: "inbox" | "events"): Promise<number> => {
  const [row] = await hub.run(
    SqlClient.SqlClient.use((sql) => sql<{ readonly rows: number }>`SELECT count(*) AS rows FROM ${sql(table)}`)
  )
  return Number(row?.rows)
}

/** Sends all deliveries, some at a time. Returns how often each status was answered. */
const statusesOf = async (count: number, deliveryOf: (index: number) => Delivery) => {
  const statuses = new Map<number, number>()
  let index = 0
  const sender = async () => {
    while (index < count) {
      const status = await send(deliveryOf(index++))
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sender))
  return statuses
}

const text = Buffer.from(JSON.stringify(star.body))

describe(`of ${MUTANTS} damaged deliveries`, () => {
  it("none is accepted, stored, or answered with the hub's own failure", async () => {
    const next = numbers(14)
    const statuses = await statusesOf(MUTANTS, (index) => {
      const mutate = MUTATIONS[index % MUTATIONS.length]
      return mutate === undefined ? good(text) : mutate(next, good(text))
    })
    expect([...statuses.keys()].filter((status) => !REFUSALS.includes(status))).toEqual([])
    expect(statuses.get(401)).toBeGreaterThan(MUTANTS / 2)
    expect(await rowsOf("inbox")).toBe(0)
    expect(await send(good(text))).toBe(202)
    await expect.poll(() => rowsOf("inbox")).toBe(1)
  }, 900_000)

  it(`and of ${BODIES} random bodies none is accepted unsigned; signed, none fails or stops what comes after it`, async () => {
    const next = numbers(41)
    const words = Object.keys(issue.body.issue)
    const bodyOf = (): Buffer => {
      if (next(3) === 0) return Buffer.from(damaged(next, JSON.stringify(issue.body)))
      if (next(2) === 0) return Buffer.from(Array.from({ length: next(400) }, () => next(256)))
      const json = randomJson(next, words)
      return Buffer.from(
        JSON.stringify(next(2) === 0 ? json : { ...issue.body, [pick(next, Object.keys(issue.body))]: json })
      )
    }
    const before = await rowsOf("inbox")
    const unsigned = await statusesOf(BODIES, () => withSignature(good(bodyOf()), signatureOf("another", text)))
    expect([...unsigned.keys()]).toEqual([401])
    expect(await rowsOf("inbox")).toBe(before)
    const signed = await statusesOf(BODIES, () => {
      const delivery = good(bodyOf())
      return { ...delivery, headers: { ...delivery.headers, "x-github-event": pick(next, ["issues", "star", "push"]) } }
    })
    expect([...signed.keys()]).toEqual([202])
    await hub.subscribe("codehost_new_star")
    await hook.deliver("star", { ...star.body, starred_at: "2026-06-01T00:00:00Z" })
    const [start] = await hub.agent.starts(1)
    expect(start?.body.occurredAt).toBe("2026-06-01T00:00:00Z")
  }, 900_000)
})
