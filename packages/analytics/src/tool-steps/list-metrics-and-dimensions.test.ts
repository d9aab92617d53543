import { expect, it } from "vitest"

import { SHOP } from "../../tests/sandbox.ts"
import { stepWorld } from "../../tests/steps.ts"
import { listMetricsAndDimensions } from "./list-metrics-and-dimensions.ts"

const { run, calls } = stepWorld(listMetricsAndDimensions)

it("lists a property's metrics and dimensions, and the input for the rest", async () => {
  const first = await run({ property: SHOP, max_kb: 4 })
  expect(first.items[0]).toMatchObject({ name: expect.any(String), kind: "metric" })
  const all = [...first.items]
  for (let { next } = first; next !== undefined;) {
    const part = await run(next)
    all.push(...part.items)
    next = part.next
  }
  expect(new Set(all.map(({ name }) => name)).size).toBe(first.total)
  expect(all).toContainEqual(expect.objectContaining({ name: "country", kind: "dimension" }))
})

it("finds by a part of a name, with one request", async () => {
  const { items } = await run({ property: SHOP, query: "Session" })
  expect(items.map(({ name }: { name: string }) => name)).toContain("sessions")
  await run({ property: SHOP, query: "country" })
  expect((await calls()).length).toBeLessThanOrEqual(1)
})
