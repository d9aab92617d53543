import { at } from "@inlay/sandbox-kit/json"
import { afterEach, beforeEach, expect, test, vi } from "vitest"

import { personPrice, searchPrice } from "./credits.ts"
import { dataset } from "./dataset/dataset.ts"
import { startSandbox, type RunningSandbox } from "./index.ts"
import { makeRateLimit } from "./rate-limit.ts"
import { get, post } from "./testing/bench.ts"

const { people } = dataset()
let sandbox: RunningSandbox

beforeEach(async () => {
  sandbox = await startSandbox({ balance: 4, ratePerMinute: 20 })
})
afterEach(() => sandbox.close())

const lookUp = (body: unknown, key = "sandbox-key-not-a-secret") =>
  post(`${sandbox.urls.salesdata}/enrich/person`, body, { "x-api-key": key })

const withPhone = people.filter(({ phones }) => phones.length > 0)
const withoutPhone = people.filter(({ phones }) => phones.length === 0)

test("a person costs 2 credits with a phone number and 1 without, a search 1 for every ten people", () => {
  expect([0, 1, 2].map(personPrice)).toEqual([1, 2, 2])
  expect([0, 1, 10, 11, 25, 100].map(searchPrice)).toEqual([0, 1, 1, 2, 3, 10])
})

test("charges add up per person, and the same person twice costs twice", async () => {
  const [reachable, silent] = [withPhone[0], withoutPhone[0]]
  await lookUp({ profilenet_slug: reachable?.slug })
  await lookUp({ profilenet_slug: silent?.slug })
  await lookUp({ email: silent?.emails[0]?.address })
  await lookUp({ email: "nobody@nowhere.invalid" })
  expect((await get(`${sandbox.control}/charges`)).body).toEqual({
    total: 4,
    items: [
      { id: reachable?.id, kind: "person", name: reachable?.fullName, credits: 2, times: 1 },
      { id: silent?.id, kind: "person", name: silent?.fullName, credits: 2, times: 2 }
    ]
  })
})

test("an exhausted balance is 402 and charges nothing; each key has its own", async () => {
  for (const person of withPhone.slice(0, 2)) {
    expect((await lookUp({ profilenet_slug: person.slug })).status).toBe(200)
  }
  const refusal = await lookUp({ profilenet_slug: withPhone[2]?.slug })
  expect(refusal.status).toBe(402)
  expect(refusal.body).toMatchObject({ code: "insufficient_credits", credits: { charged: 0, remaining: 0 } })
  expect((await lookUp({ email: "nobody@nowhere.invalid" })).status).toBe(402)
  const second = await lookUp({ profilenet_slug: withPhone[2]?.slug }, "sandbox-second-key-not-a-secret")
  expect(at(second.body, "credits", "remaining")).toBe(2)
  await post(`${sandbox.control}/settings`, { balance: 1 })
  expect((await lookUp({ profilenet_slug: withPhone[2]?.slug })).status).toBe(402)
  expect((await lookUp({ profilenet_slug: withoutPhone[0]?.slug })).status).toBe(200)
  expect(at((await get(`${sandbox.control}/charges`)).body, "total")).toBe(7)
})

test("rate limit by key: headers count down, then 429 with retry-after", async () => {
  await post(`${sandbox.control}/settings`, { ratePerMinute: 2 })
  const ask = (key: string) => get(`${sandbox.urls.salesdata}/account`, { "x-api-key": key })
  const answers = [await ask("sandbox-key-not-a-secret"), await ask("sandbox-key-not-a-secret")]
  expect(answers.map(({ headers }) => headers.get("x-ratelimit-remaining"))).toEqual(["1", "0"])
  const refusal = await ask("sandbox-key-not-a-secret")
  const reset = Number(refusal.headers.get("x-ratelimit-reset"))
  expect(refusal.status).toBe(429)
  expect(at(refusal.body, "code")).toBe("rate_limited")
  expect(refusal.headers.get("x-ratelimit-limit")).toBe("2")
  expect(reset).toBeGreaterThan(50)
  expect(reset).toBeLessThanOrEqual(60)
  expect(refusal.headers.get("retry-after")).toBe(String(reset))
  expect((await ask("sandbox-second-key-not-a-secret")).status).toBe(200)
})

test("a window opens again after a minute", () => {
  const now = vi.fn(() => 0)
  const limit = makeRateLimit(1, now)
  expect(limit.take("a").allowed).toBe(true)
  now.mockReturnValue(59_001)
  expect(limit.take("a")).toEqual({ allowed: false, limit: 1, remaining: 0, resetSeconds: 1 })
  now.mockReturnValue(60_000)
  expect(limit.take("a")).toEqual({ allowed: true, limit: 1, remaining: 0, resetSeconds: 60 })
})
