import { expect, it } from "vitest"

import { SHOP } from "../../tests/sandbox.ts"
import { stepWorld } from "../../tests/steps.ts"
import { listProperties } from "./list-properties.ts"

const { run } = stepWorld(listProperties)

it("lists what the account reaches, and whether it may change it", async () => {
  const { items, total } = await run({})
  expect(items).toHaveLength(total)
  expect(items).toContainEqual(
    expect.objectContaining({
      property: SHOP,
      name: "Harbour Goods Shop",
      canEdit: true,
      accountName: expect.any(String)
    })
  )
  expect(items).toContainEqual(expect.objectContaining({ property: "properties/320203", canEdit: false }))
})

it("finds by a part of a name or id", async () => {
  expect((await run({ query: "kauri" })).total).toBe(3)
  expect((await run({ query: "320102" })).items).toHaveLength(1)
  expect(await run({ query: "nothing of that name" })).toMatchObject({ items: [], total: 0 })
})
