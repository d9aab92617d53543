import { createHmac } from "node:crypto"

import { expect, test } from "vitest"

import { at, linksOf, objects, startFor } from "../testing/bench.ts"
import { receiverFor } from "../testing/receiver.ts"

const { ask, control } = startFor()
const receiver = receiverFor()

const hooks = "/repos/acme/widgets/hooks"

const make = async (events: ReadonlyArray<string> = ["star"], more: object = {}) => {
  const config = { url: receiver.url(), content_type: "json", secret: "sesame", ...more }
  const { body, status } = await ask(hooks, { body: { events, config } })
  expect(status).toBe(201)
  await receiver.takeAll(1)
  return `${hooks}/${String(at(body, "id"))}/deliveries`
}

const star = (login: string) => control("/stars", { login })
const logOf = async (path: string) => objects((await ask(path)).body)
const settled = async () => expect.poll(async () => at((await control("/deliveries")).body, "pending")).toBe(0)
const fault = (body: object) => control("/deliveries/faults", body)

test("an attempt is logged with its request and response", async () => {
  const log = await make()
  receiver.answer(202, { "x-receiver": "yes" })
  await star("hubot")
  const [one] = await receiver.take(1)
  await settled()
  const [entry] = await logOf(log)
  expect(entry).toMatchObject({ guid: one?.guid, event: "star", action: "created", status: "OK", status_code: 202 })
  const { body } = await ask(`${log}/${String(entry?.["id"])}`)
  expect(at(body, "request", "payload")).toEqual(one?.payload)
  expect(at(body, "request", "headers", "X-Hub-Signature-256")).toBe(one?.headers["x-hub-signature-256"])
  expect([at(body, "response", "headers", "x-receiver"), at(body, "response", "payload")]).toEqual(["yes", "received"])
})

test("pages continue by a cursor that new attempts do not move", async () => {
  const log = await make()
  for (const login of ["hubot", "grace", "margaret"]) await star(login)
  await receiver.take(3)
  await settled()
  const first = await ask(`${log}?per_page=2`)
  await star("mona")
  await receiver.take(1)
  await settled()
  const second = await ask(linksOf(first)["next"] ?? "")
  const ids = (body: unknown) => objects(body).map(({ id }) => String(id))
  expect([ids(first.body).length, ids(second.body).length]).toEqual([2, 2])
  expect(BigInt(ids(first.body).at(-1) ?? 0)).toBeGreaterThan(BigInt(ids(second.body)[0] ?? 0))
  expect(BigInt(ids(second.body)[0] ?? 0)).toBeGreaterThan(2n ** 53n)
  expect(linksOf(second)["next"]).toBeUndefined()
  expect((await ask(`${log}?cursor=nonsense`)).status).toBe(400)
})

test("by status; no delivery is retried automatically", async () => {
  const log = await make()
  receiver.answer(500)
  await star("hubot")
  await receiver.take(1)
  await settled()
  receiver.answer(200)
  await star("grace")
  await receiver.take(1)
  await settled()
  const codes = async (status: string) => (await logOf(`${log}?status=${status}`)).map((one) => one["status_code"])
  expect([await codes("failure"), await codes("success")]).toEqual([[500], [200, 200]])
  expect((await ask(`${log}?status=odd`)).status).toBe(422)
})

test("redelivery: the same GUID and body, marked in the log", async () => {
  const log = await make()
  receiver.answer(500)
  await star("hubot")
  const [one] = await receiver.take(1)
  await settled()
  receiver.answer(200)
  const [entry] = await logOf(log)
  expect((await ask(`${log}/${String(entry?.["id"])}/attempts`, { method: "POST", body: {} })).status).toBe(202)
  const [again] = await receiver.take(1)
  await settled()
  expect([again?.guid, again?.raw.toString()]).toEqual([one?.guid, one?.raw.toString()])
  const entries = await logOf(log)
  expect(entries.slice(0, 2).map(({ guid, redelivery }) => [guid, redelivery])).toEqual([
    [one?.guid, true],
    [one?.guid, false]
  ])
})

test("entries older than three days are removed", async () => {
  const log = await make()
  await star("hubot")
  await receiver.take(1)
  await settled()
  await control("/clock", { advanceSeconds: 3 * 86_400 - 60 })
  expect(await logOf(log)).toHaveLength(2)
  await control("/clock", { advanceSeconds: 120 })
  expect(await logOf(log)).toEqual([])
})

test("a receiver that times out, and one that cannot be reached", async () => {
  const log = await make()
  await control("/settings", { hookTimeoutMs: 50 })
  receiver.answer(null)
  await star("hubot")
  await receiver.take(1)
  await settled()
  expect((await logOf(log))[0]).toMatchObject({ status: "timed out", status_code: 0 })
  await ask(log.replace("/deliveries", ""), {
    method: "PATCH",
    body: { config: { url: "http://127.0.0.1:1/hook", content_type: "json" } }
  })
  await star("grace")
  await settled()
  expect((await logOf(log))[0]).toMatchObject({ status: "failed to connect to host", status_code: 0 })
})

test("the service times out after ten seconds", async () => {
  const { body } = await control("/settings", {})
  expect(at(body, "settings", "hookTimeoutMs")).toBe(10_000)
})

test("lost: logged and never sent; unlogged: neither", async () => {
  const log = await make()
  await fault({ fault: "lost" })
  await fault({ fault: "unlogged" })
  for (const login of ["hubot", "grace", "margaret"]) await star(login)
  const [only] = await receiver.take(1)
  await settled()
  expect(at(only?.payload, "sender", "login")).toBe("margaret")
  expect((await logOf(log)).map((one) => one["status_code"])).toEqual([200, 0, 200])
})

test("sent twice, and sent with its answer lost", async () => {
  const log = await make()
  await fault({ fault: "duplicated" })
  await star("hubot")
  const two = await receiver.take(2)
  expect(new Set(two.map(({ guid }) => guid)).size).toBe(1)
  await fault({ fault: "answer_lost" })
  await star("grace")
  await receiver.take(1)
  await settled()
  expect((await logOf(log))[0]).toMatchObject({ status: "timed out" })
})

test("out of order, and late", async () => {
  await make()
  await fault({ fault: "reordered", delayMs: 60_000 })
  await star("hubot")
  await star("grace")
  const two = await receiver.take(2)
  expect(two.map(({ payload }) => at(payload, "sender", "login"))).toEqual(["grace", "hubot"])
  await fault({ fault: "delayed", delayMs: 100 })
  await star("margaret")
  expect(at((await control("/deliveries")).body, "pending")).toBeGreaterThan(0)
  expect(at((await receiver.take(1))[0]?.payload, "sender", "login")).toBe("margaret")
})

test.each(["wrong_signature", "no_signature", "altered"])("a bad signature: %s", async (name) => {
  await make()
  await fault({ fault: name })
  await star("hubot")
  await star("grace")
  const two = await receiver.take(2)
  const isGood = two.map(
    ({ headers, raw }) =>
      headers["x-hub-signature-256"] === `sha256=${createHmac("sha256", "sesame").update(raw).digest("hex")}`
  )
  expect(isGood.filter(Boolean)).toHaveLength(1)
})

test("half of a body, then the connection is closed", async () => {
  const log = await make()
  await fault({ fault: "truncated" })
  await star("hubot")
  await settled()
  expect((await logOf(log))[0]).toMatchObject({ status: "failed to connect to host", status_code: 0 })
  await star("grace")
  expect(at((await receiver.take(1))[0]?.payload, "sender", "login")).toBe("grace")
})

test("an unknown fault is refused", async () => {
  expect((await fault({ fault: "odd" })).status).toBe(400)
  expect((await fault({ fault: "lost", times: 0 })).status).toBe(400)
})
