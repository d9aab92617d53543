import { expect, test } from "vitest"

import { type Answered, at, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const limit = ({ headers }: Answered) => ({
  limit: Number(headers.get("x-ratelimit-limit")),
  remaining: Number(headers.get("x-ratelimit-remaining")),
  used: Number(headers.get("x-ratelimit-used")),
  resource: headers.get("x-ratelimit-resource")
})

test("every answer counts, refusals too, and reports the remaining limit", async () => {
  expect(limit(await ask("/user"))).toEqual({ limit: 5000, remaining: 4999, used: 1, resource: "core" })
  expect(limit(await ask("/nothing"))).toEqual({ limit: 5000, remaining: 4998, used: 2, resource: "core" })
  const { headers } = await ask("/user")
  const seconds = Number(headers.get("x-ratelimit-reset")) - Date.now() / 1000
  expect(seconds).toBeGreaterThan(3500)
  expect(seconds).toBeLessThanOrEqual(3601)
})

test("a 304 answer costs nothing; without a token it does", async () => {
  const first = await ask("/repos/acme/widgets")
  const conditional = { headers: { "if-none-match": first.headers.get("etag") ?? "" } }
  const second = await ask("/repos/acme/widgets", conditional)
  expect([second.status, second.text, second.headers.has("content-type")]).toEqual([304, "", false])
  expect(limit(second)).toEqual(limit(first))
  expect(limit(await ask("/user")).used).toBe(2)
  const nobody = { token: null, ...conditional }
  const [one, other] = [await ask("/users/mona", { token: null }), await ask("/users/mona", nobody)]
  expect([limit(one), limit(other).used]).toEqual([{ limit: 60, remaining: 59, used: 1, resource: "core" }, 2])
})

test("reading the limits is free", async () => {
  await ask("/user")
  const { body, headers } = await ask("/rate_limit")
  expect(at(body, "resources", "core", "used")).toBe(1)
  expect(at(body, "rate", "remaining")).toBe(4999)
  expect(at(body, "resources", "search", "limit")).toBe(30)
  expect(headers.get("x-ratelimit-used")).toBe("1")
})

test("after the limit is used up: 403 until the reset", async () => {
  await control("/quota", { remaining: 1, resetInSeconds: 100 })
  expect((await ask("/user")).status).toBe(200)
  const refusal = await ask("/user")
  expect(refusal.status).toBe(403)
  expect(at(refusal.body, "message")).toMatch(/^API rate limit exceeded for user ID 1\./)
  expect(limit(refusal).remaining).toBe(0)
  expect(refusal.headers.has("retry-after")).toBe(false)
  await control("/clock", { advanceSeconds: 101 })
  expect((await ask("/user")).status).toBe(200)
})

test("each token and each kind of request has its own limits", async () => {
  await control("/quota", { remaining: 0 })
  expect((await ask("/user")).status).toBe(403)
  expect((await ask("/user", { token: "sandbox-hubot-token-not-a-secret" })).status).toBe(200)
  const { body } = await control("/quota")
  expect(at(body, "tokens", 0)).toMatchObject({
    token: "mona",
    resources: { core: { remaining: 0 }, search: { remaining: 30 } }
  })
  expect((await control("/quota", { resource: "no" })).status).toBe(400)
  expect((await control("/quota", { remaining: -1 })).status).toBe(400)
})

test("secondary limits, if enabled: concurrent requests and number of writes", async () => {
  await control("/settings", { secondary: { concurrent: 3 }, latencyMs: 50 })
  const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await ask("/user")).status))
  expect(statuses.filter((status) => status === 403).length).toBeGreaterThan(0)
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
  await control("/settings", {
    latencyMs: 0,
    secondary: { concurrent: null, writesPerMinute: 2, retryAfterSeconds: 7 }
  })
  const write = () => ask("/user/starred/acme/widgets", { method: "PUT" })
  expect([(await write()).status, (await write()).status]).toEqual([204, 204])
  const refusal = await write()
  expect([refusal.status, refusal.headers.get("retry-after")]).toEqual([403, "7"])
  expect(at(refusal.body, "message")).toMatch(/^You have exceeded a secondary rate limit\./)
  expect((await ask("/user")).status).toBe(200)
  await control("/settings", { secondary: { retryAfterSeconds: null } })
  expect((await write()).headers.has("retry-after")).toBe(false)
  await control("/clock", { advanceSeconds: 61 })
  expect((await write()).status).toBe(204)
})

test("settings that are unknown or of the wrong type are refused", async () => {
  for (const wrong of [
    { no: 1 },
    { latencyMs: "1" },
    { faultShare: 2 },
    { secondary: { no: 1 } },
    { projectsRest: 1 }
  ]) {
    expect((await control("/settings", wrong)).status).toBe(400)
  }
})
