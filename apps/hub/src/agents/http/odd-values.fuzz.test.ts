/**
 * Requests, provider's answers and deliveries with odd values (`oddJson`). None is a fault of the hub, and none leaves
 * anything behind that the hub or a paired browser cannot read.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import issue from "@inlay/codehost/fixtures/events/new-issue.json" with { type: "json" }
import push from "@inlay/codehost/fixtures/events/new-push.json" with { type: "json" }
import star from "@inlay/codehost/fixtures/events/new-star.json" with { type: "json" }
import { numbers, oddJson, oddText, pick, type Next } from "@inlay/core-http/testing/fuzz"
import company from "@inlay/salesdata/fixtures/company-nested.json" with { type: "json" }
import noMatch from "@inlay/salesdata/fixtures/no-match-found-false.json" with { type: "json" }
import person from "@inlay/salesdata/fixtures/person-nested.json" with { type: "json" }
import * as SqlClient from "effect/sql/SqlClient"
import { describe, expect, it, onTestFinished } from "vitest"

import { Inbox } from "../../inbound/inbox.ts"
import { backends } from "../../testing/backends.ts"
import { STARS, hubForTest } from "../../testing/events/hub.ts"

/** `pnpm test:full` uses 10,000. */
const REQUESTS = Number(process.env["INLAY_FUZZ"] ?? 1_000)
const SENDERS = 8

/** A provider of sales data whose answers are odd, except the first: to the check of the account. */
const startProvider = async (next: Next): Promise<string> => {
  let answers = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => {
      const body = answers++ === 0 ? noMatch.body : oddJson(next, pick(next, [person.body, company.body]), 12)
      response.writeHead(200, { "content-type": "application/json" })
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A request that is right: `METHOD path`, with its query, and its body. */
type Right = readonly [request: string, body?: object]

const GRANT = { plugins: ["codehost"], accounts: ["codehost/env"], tools: [], readOnly: true, creditsPerDay: 10 }
const VALUES = { api_key: "key-1", cap_day: "5000", keep_match_days: "30" }
const RUN = { account: "main", unknownCharge: "ask_again", refresh: true, maxCredits: 5, timeoutSeconds: 5, card: true }
const SECRET = `whsec_${Buffer.alloc(24, 7).toString("base64")}`

const rightRequests = (provider: string, subscription: string): ReadonlyArray<Right> => {
  const values = { ...VALUES, base_url: provider }
  const lookups = { people: { email: "ada@acme.example" }, company: { domain: "acme.example" } }
  const settings = { name: "stars", inOrder: true, creditsPerEvent: 3 }
  return [
    ["POST accounts", { plugin: "salesdata", kind: "api_key", name: "spare", values }],
    ["PATCH accounts/salesdata/spare", { name: "spare", values }],
    ["GET accounts/salesdata/main"],
    ["POST accounts/salesdata/main/check"],
    ["GET accounts/salesdata/main/removal"],
    ["POST sign-ins", { plugin: "codehost", kind: "token", name: "one", values: {}, way: "device" }],
    ["GET sign-ins/id"],
    ["GET tools?query=issue"],
    ["GET tools/salesdata_people_enrichment"],
    ...Object.entries(lookups).flatMap(([of, input]): ReadonlyArray<Right> => [
      [`POST tools/salesdata_${of}_enrichment/runs`, { ...RUN, input }],
      [`POST tools/salesdata_${of}_enrichment/previews`, { account: "main", input }]
    ]),
    ["GET runs?limit=10&plugin=salesdata&account=salesdata/main&outcome=ok&principal=p&via=http&since=2026-01-01"],
    ["GET usage?days=7"],
    ["GET usage/limits?hours=7"],
    ["POST charges/1", { charged: 1 }],
    ["GET triggers/codehost_new_star"],
    [
      "POST subscriptions",
      {
        ...STARS,
        ...settings,
        filters: { actor: "ada" },
        url: "http://127.0.0.1:9/agent",
        secret: SECRET,
        another: true
      }
    ],
    ["POST subscriptions/tests", STARS],
    [`POST subscriptions/${subscription}/tests`, { send: false }],
    [`GET subscriptions/${subscription}/events`],
    [
      `PATCH subscriptions/${subscription}`,
      { ...settings, filters: { actor: "ada" }, url: "http://127.0.0.1:9/agent" }
    ],
    [`POST subscriptions/${subscription}/secret`, { secret: SECRET, keepPrevious: true }],
    ["POST hooks", { account: "codehost/env", place: "repos/acme/widgets" }],
    ["POST hooks/orphans/removals", { account: "codehost/env", place: "repos/acme/widgets", id: "7" }],
    ["POST watches", STARS],
    [`GET deliveries?limit=10&subscription=${subscription}&state=dead`],
    ["GET deliveries/1"],
    ["POST deliveries/replay", { subscription, since: "2026-01-01T00:00:00Z", states: ["dead"] }],
    ["POST deliveries/replay", { ids: ["1", "2"] }],
    ["POST tokens", { name: "one", grant: GRANT, expiresInDays: 30 }],
    ["DELETE tokens/id"],
    ["DELETE agents/id"],
    [`GET hub?token=id&nonce=${"ab".repeat(16)}&address=http://127.0.0.1`],
    ["POST pairing-codes", { grant: GRANT, expiresInDays: 30 }],
    ["POST pairings", { code: "ABCD-EFGH", browser: "Chrome on Linux" }],
    ["POST session", { link: "link" }],
    ["GET events?cursor=1&trigger=codehost_new_star&account=codehost/env&place=repos/acme/widgets"]
  ]
}

const LISTS =
  "accounts runs usage usage/limits charges subscriptions subscriptions/health hooks deliveries tokens agents settings events".split(
    " "
  )

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed())

/** The same address with some of its texts odd. */
const oddAddress = (next: Next, address: string): string => {
  const [path = "", query] = address.split("?", 2)
  const [first = "", ...rest] = path.split("/")
  const segments = rest.map((text) => encoded(next(8) === 0 ? oddText(next, text) : text))
  const pairs = [...new URLSearchParams(query)].map(
    ([name, text]) => `${name}=${encoded(next(3) === 0 ? oddText(next, text) : text)}`
  )
  return `/api/${[first, ...segments].join("/")}${pairs.length === 0 ? "" : `?${pairs.join("&")}`}`
}

describe.each(backends().all)("odd values, on $name", ({ place }) => {
  it("are answered by what is wrong with them, and leave everything readable", async () => {
    const next = numbers(28)
    const hub = await hubForTest(await place())
    const provider = await startProvider(next)
    const main = { plugin: "salesdata", name: "main", values: { ...VALUES, base_url: provider } }
    const { status: connected } = await hub.api("POST", "/api/accounts", main)
    expect(connected).toBe(201)
    const hook = await hub.hook("repos/acme/widgets")
    const [stars] = await Promise.all(["star", "issue", "push"].map((event) => hub.subscribe(`codehost_new_${event}`)))
    const requests = rightRequests(provider, stars?.subscription.id ?? "")
    const deliveries = { star: star.body, issues: issue.body, push: push.body }
    const request = async () => {
      const [right, body] = pick(next, requests)
      const [method = "", address = ""] = right.split(" ")
      const url = oddAddress(next, address)
      const sent = body && oddJson(next, body, pick(next, [3, 8, 20]))
      const { status, text, json } = await hub.api(method, url, sent)
      const isFault = status === 500 || status === 503 || (status >= 400 && json?.error?.message === undefined)
      const about = `${method} ${url.slice(0, 500)} ${JSON.stringify(sent)?.slice(0, 1_000)}: ${status} ${text.slice(0, 500)}`
      expect(isFault, about).toBe(false)
      expect(text.length, about).toBeLessThan(200_000)
    }
    const deliver = async () => {
      const [event, body] = pick(next, Object.entries(deliveries))
      const { status } = await hook.deliver(event, oddJson(next, body, pick(next, [20, 80])))
      expect(status).toBeLessThan(500)
    }
    const sender = async () => {
      for (let count = 0; count < REQUESTS / SENDERS; count++) await (next(4) === 0 ? deliver() : request())
    }
    await Promise.all(Array.from({ length: SENDERS }, sender))
    for (const list of LISTS) expect([list, (await hub.api("GET", `/api/${list}`)).status]).toEqual([list, 200])

    await hub.run(Inbox.use(({ moveAll }) => moveAll))
    // What is not of the documented shape is tried again, for a later version of the hub that may know it.
    const untried = SqlClient.SqlClient.use((sql) => sql`SELECT id FROM inbox WHERE state = 'new' AND tries = 0`)
    await expect.poll(() => hub.run(untried), { timeout: 60_000 }).toEqual([])
    let events = 0
    for (let cursor: string | undefined = "0"; cursor !== undefined;) {
      const { json } = await hub.api("GET", `/api/events?cursor=${cursor}`)
      for (const event of json.events) {
        expect(Date.parse(event.timestamp), JSON.stringify(event).slice(0, 500)).not.toBeNaN()
        expect(event.eventId.length).toBeLessThanOrEqual(1_000)
        expect(JSON.stringify(event).length).toBeLessThan(1_000_000)
      }
      events += json.events.length
      cursor = json.events.length === 0 ? undefined : json.cursor
    }
    // Most deliveries are of one of the same three events, or not of the documented shape.
    expect(events).toBeGreaterThan(3)
  }, 900_000)
})
