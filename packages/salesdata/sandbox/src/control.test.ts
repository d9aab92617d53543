import { at, objects } from "@inlay/sandbox-kit/json"
import { expect, test } from "vitest"

import { get, post, startForFile } from "./testing/bench.ts"

const sandbox = await startForFile()

const example = () => sandbox.examples["salesdata_people_enrichment"]?.match[0] ?? {}

test("a call is recorded without its key", async () => {
  await post(`${sandbox.urls.salesdata}/enrich/person`, example(), {
    "x-api-key": "sandbox-key-not-a-secret",
    traceparent: "00-0-0-00"
  })
  const { body } = await get(`${sandbox.control}/calls`)
  expect(objects(at(body, "calls"))).toMatchObject([
    {
      operation: "enrich_person",
      method: "POST",
      path: "/enrich/person",
      key: "first",
      identifiers: example(),
      fault: null,
      status: 200,
      charged: 2,
      chargedFor: expect.stringMatching(/^per_/) as string
    }
  ])
  expect(at(body, "calls", 0, "at")).toMatch(/^\d{4}-\d\d-\d\dT/)
  expect(at(body, "calls", 0, "headerNames")).toContain("traceparent")
})

test("queued faults occur in order, as often as requested, for their operation only", async () => {
  const search = () => post(`${sandbox.urls.salesdata}/search/people`, { company: "estuary" })
  const enrich = () => post(`${sandbox.urls.salesdata}/enrich/person`, example())
  await post(`${sandbox.control}/faults`, { fault: "503", times: 2, operation: "search_people" })
  await post(`${sandbox.control}/faults`, { fault: "409" })
  expect((await get(`${sandbox.control}/faults`)).body).toMatchObject({
    queued: [
      { fault: "503", times: 2, operation: "search_people" },
      { fault: "409", times: 1, operation: null }
    ]
  })
  expect((await enrich()).status).toBe(409)
  expect((await search()).status).toBe(503)
  expect((await search()).status).toBe(503)
  expect((await search()).status).toBe(200)
  expect((await enrich()).status).toBe(200)
})

test("reset forgets calls, charges, faults, settings and the balance spent", async () => {
  await post(`${sandbox.urls.salesdata}/enrich/person`, example())
  await post(`${sandbox.control}/faults`, { fault: "hang", times: 9 })
  await post(`${sandbox.control}/settings`, { noMatchStyle: "500", ratePerMinute: 1, balance: 3 })
  expect((await post(`${sandbox.control}/reset`, "")).status).toBe(200)
  expect((await get(`${sandbox.control}/calls`)).body).toEqual({ calls: [] })
  expect((await get(`${sandbox.control}/charges`)).body).toEqual({ total: 0, items: [] })
  expect(at((await get(`${sandbox.control}/faults`)).body, "queued")).toEqual([])
  const again = await post(`${sandbox.urls.salesdata}/enrich/person`, example())
  expect(again.headers.get("x-ratelimit-limit")).toBe("600")
  expect(at(again.body, "credits", "remaining")).toBe(99_998)
})

test("latency is added before any work", async () => {
  await post(`${sandbox.control}/settings`, { latencyMs: 150 })
  const startMillis = performance.now()
  expect((await post(`${sandbox.urls.salesdata}/enrich/person`, example())).status).toBe(200)
  expect(performance.now() - startMillis).toBeGreaterThanOrEqual(145)
})

test.each([
  ["/faults", {}, "fault"],
  ["/faults", { fault: "no-such" }, "fault"],
  ["/faults", { fault: "hang", times: 0 }, "times"],
  ["/faults", { fault: "hang", times: "2" }, "times"],
  ["/faults", { fault: "hang", operation: "delete" }, "operation"],
  ["/faults", { fault: "hang", count: 2 }, "count"],
  ["/faults", [], "body"],
  ["/settings", { balance: -1 }, "balance"],
  ["/settings", { balance: "many" }, "balance"],
  ["/settings", { ratePerMinute: 1.5 }, "ratePerMinute"],
  ["/settings", { latencyMs: 60_001 }, "latencyMs"],
  ["/settings", { noMatchStyle: "shrug" }, "noMatchStyle"],
  ["/settings", { faultShare: 1.5 }, "faultShare"],
  ["/settings", { faultShare: 0.5, faultSeed: -1 }, "faultSeed"],
  ["/settings", { idempotencyKeys: "yes" }, "idempotencyKeys"],
  ["/settings", { rate: 5 }, "rate"],
  ["/settings", "{", "body"]
])("refused: %s %j", async (path, body, field) => {
  const answer = await post(`${sandbox.control}${path}`, body)
  expect(answer.status).toBe(400)
  expect(objects(at(answer.body, "errors")).map((error) => error["field"])).toContain(field)
  expect(String(at(answer.body, "message"))).toContain(field)
})

test("anything else is 404 and lists the known routes", async () => {
  for (const answer of [await get(`${sandbox.control}/nothing`), await post(`${sandbox.control}/calls`, {})]) {
    expect(answer.status).toBe(404)
    expect(at(answer.body, "message")).toContain("GET /calls")
  }
})

test("the directory lists the provider's people and companies, their identifiers and prices", async () => {
  const { body } = await get(`${sandbox.control}/directory`)
  const people = objects(at(body, "people"))
  expect(people).toHaveLength(2400)
  expect(objects(at(body, "companies"))).toHaveLength(600)
  for (const person of people.slice(0, 20)) {
    const answer = await post(`${sandbox.urls.salesdata}/enrich/person`, { profilenet_slug: person["slug"] })
    expect(at(answer.body, "person", "id")).toBe(person["id"])
    expect(at(answer.body, "credits", "charged")).toBe(person["price"])
  }
})

test("a call is recorded when it arrives, and not served if aborted during the latency", async () => {
  await post(`${sandbox.control}/settings`, { latencyMs: 200 })
  const abortController = new AbortController()
  const request = fetch(`${sandbox.urls.salesdata}/enrich/person`, {
    method: "POST",
    body: JSON.stringify(example()),
    headers: { authorization: "Bearer sandbox-key-not-a-secret" },
    signal: abortController.signal
  }).catch(() => "gone")
  const calls = async () => objects(at((await get(`${sandbox.control}/calls`)).body, "calls"))
  await expect.poll(calls, { interval: 5 }).toMatchObject([{ identifiers: example(), status: null }])
  abortController.abort()
  expect(await request).toBe("gone")
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(await calls()).toMatchObject([{ status: null, charged: 0 }])
})
