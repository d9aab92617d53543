import { at, objects } from "@inlay/sandbox-kit/json"
import { expect, test } from "vitest"

import { chanceFaults } from "./faults.ts"
import { makeRandomFaults } from "./random-faults.ts"
import { get, post, startForFile } from "./testing/bench.ts"

const CALLS = 40_000

const drawFaults = (share: number, seed: number) => {
  const faults = makeRandomFaults()
  faults.set({ share, seed })
  return Array.from({ length: CALLS }, () => faults.take("enrich_person"))
}

test("a share of the calls gets a fault, and every kind is equally frequent", () => {
  const faults = drawFaults(0.05, 7).filter((fault) => fault !== undefined)
  expect(faults.length).toBeGreaterThan(CALLS * 0.045)
  expect(faults.length).toBeLessThan(CALLS * 0.055)
  const times = chanceFaults.map((name) => faults.filter((fault) => fault === name).length)
  expect(Math.max(...times) - Math.min(...times)).toBeLessThanOrEqual(1)
})

test("the same seed gives the same faults, another seed others", () => {
  expect(drawFaults(0.5, 7)).toEqual(drawFaults(0.5, 7))
  expect(drawFaults(0.5, 7)).not.toEqual(drawFaults(0.5, 8))
})

const sandbox = await startForFile()

test("faults follow the settings until the reset; account requests get none", async () => {
  const headers = { authorization: "Bearer sandbox-key-not-a-secret" }
  const search = () => post(`${sandbox.urls.salesdata}/search/people`, { company: "estuary" }).catch(() => undefined)
  await post(`${sandbox.control}/faults`, { fault: "409" })
  await post(`${sandbox.control}/settings`, { faultShare: 1, faultSeed: 3 })
  expect((await get(`${sandbox.urls.salesdata}/account`, headers)).status).toBe(409)
  expect((await get(`${sandbox.urls.salesdata}/account`, headers)).status).toBe(200)
  void search()
  await expect
    .poll(async () => objects(at((await get(`${sandbox.control}/calls`)).body, "calls")).at(-1))
    .toMatchObject({ operation: "search_people", fault: expect.any(String) as string })
  await post(`${sandbox.control}/reset`, {})
  expect((await search())?.status).toBe(200)
})
