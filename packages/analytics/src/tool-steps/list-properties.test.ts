import { expect, it } from "vitest"

import { SHOP } from "../../tests/sandbox.ts"
import { stepWorld } from "../../tests/steps.ts"
import { listProperties } from "./list-properties.ts"

const { run, client, calls } = stepWorld(listProperties)

it("lists the account's properties, and whether it may change them", async () => {
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

it("adds the addresses of web data streams on request, and none of apps", async () => {
  const { items } = await run({ sites: true, query: "kauri" })
  expect(items.map(({ name, sites }: { readonly name: string; readonly sites: unknown }) => [name, sites])).toEqual([
    ["Kauri Trails", ["https://www.kauritrails.example"]],
    ["Kauri Trails App", []],
    ["Kauri Trails Portal", ["https://portal.kauritrails.example"]]
  ])
  expect((await run({ query: "kauri" })).items[0]).not.toHaveProperty("sites")
})

it("continues after skipped properties, with their addresses", async () => {
  const all = await run({ sites: true })
  const rest = await run({ sites: true, skip: 4 })
  expect(rest.items).toEqual(all.items.slice(4))
  expect(rest.total).toBe(all.total)
})

it("reads the data streams of 50 properties per answer, and says that more follow", { timeout: 30_000 }, async () => {
  const { properties } = client()
  for (let n = 0; n < 52; n++) {
    await properties.create({
      parent: "accounts/110001",
      displayName: `Branch ${n}`,
      timeZone: "Australia/Perth",
      currencyCode: "AUD"
    })
  }
  const first = await run({ sites: true, query: "branch", max_kb: 100 })
  expect(first).toMatchObject({ total: 52, left_out: ["items: 2 of 52 follow"] })
  expect(first.items).toHaveLength(50)
  expect((await calls()).filter(({ path }) => path.endsWith("/dataStreams"))).toHaveLength(50)
  const rest = await run(first.next)
  expect(rest.items.map(({ sites }: { readonly sites: unknown }) => sites)).toEqual([[], []])
  expect(rest).not.toHaveProperty("next")
})
