import { at, objects } from "@inlay/sandbox-kit/json"
import { expect, test } from "vitest"

import { get, post, startForFile, watch } from "./testing/bench.ts"

const sandbox = await startForFile()

const example = () => sandbox.examples["salesdata_people_enrichment"]?.match[0] ?? {}
const other = () => sandbox.examples["salesdata_people_enrichment"]?.match[1] ?? {}
const withKey = (key: string) => ({ authorization: "Bearer sandbox-key-not-a-secret", "idempotency-key": key })
const enrich = (key: string, body: unknown = example()) =>
  post(`${sandbox.urls.salesdata}/enrich/person`, body, withKey(key))
const calls = async () => objects(at((await get(`${sandbox.control}/calls`)).body, "calls"))

test("keys are recorded but not honoured by default: each request is charged", async () => {
  await enrich("one")
  await enrich("one")
  expect(
    (await calls()).map(({ idempotencyKey, charged, chargedFor }) => [idempotencyKey, charged, chargedFor])
  ).toEqual([
    ["one", 2, expect.stringMatching(/^per_/)],
    ["one", 2, expect.stringMatching(/^per_/)]
  ])
})

test("if honoured, the same request is charged once and gets the same response, even after a lost response", async () => {
  await post(`${sandbox.control}/settings`, { idempotencyKeys: true })
  const lostAnswer = await watch(sandbox, "/salesdata/enrich/person", example(), {
    "idempotency-key": "one",
    "x-sandbox-fault": "reset-after"
  })
  expect(lostAnswer.end).toBe("reset")
  const again = await enrich("one")
  expect(at(again.body, "credits", "charged")).toBe(2)
  expect((await enrich("one")).text).toBe(again.text)
  expect((await calls()).map(({ charged }) => charged)).toEqual([2, 0, 0])
  await enrich("two")
  expect((await get(`${sandbox.control}/charges`)).body).toMatchObject({ total: 4, items: [{ times: 2 }] })
})

test("a key belongs to one request: another body is refused, and a rejected request may be repeated", async () => {
  await post(`${sandbox.control}/settings`, { idempotencyKeys: true })
  await post(`${sandbox.control}/faults`, { fault: "429-bare" })
  expect((await enrich("one")).status).toBe(429)
  expect((await enrich("one")).status).toBe(200)
  expect((await enrich("one", other())).status).toBe(422)
  expect((await get(`${sandbox.control}/charges`)).body).toMatchObject({ total: 2 })
})
