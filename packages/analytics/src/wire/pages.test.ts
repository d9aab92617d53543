import { expect, it } from "vitest"

import { reasonOf, service } from "../../tests/service.ts"

const { client, answer, asked } = service()

const PROPERTY = { name: "properties/1234", displayName: "Shop", timeZone: "UTC" }

const names = async (items: AsyncIterable<{ readonly name: string }>) => {
  const all: Array<string> = []
  for await (const { name } of items) all.push(name)
  return all
}

it("a list ends at an empty page token", async () => {
  answer(() => ({ body: { properties: [PROPERTY], nextPageToken: "" } }))
  const { properties } = await client()
  expect(await properties.page({ parent: "12" })).not.toHaveProperty("next")
  expect(await names(properties.list({ parent: "12" }).items)).toEqual([PROPERTY.name])
  expect(asked()).toHaveLength(2)
})

it("a list whose pages lead in a circle fails, and is not read on", async () => {
  answer(({ target }) => ({
    body: { properties: [PROPERTY], nextPageToken: target.includes("pageToken=b") ? "a" : "b" }
  }))
  const { properties } = await client()
  expect(await reasonOf(names(properties.list({ parent: "12" }).items))).toMatchObject({
    _tag: "Decode",
    what: expect.stringContaining("already read")
  })
  expect(asked().length).toBeLessThanOrEqual(4)
})

it("a list is read in pages of the size that was asked for", async () => {
  answer(() => ({ body: { properties: [PROPERTY] } }))
  const { properties } = await client()
  await names(properties.list({ parent: "12", pageSize: 3 }).items)
  await names(properties.list({ parent: "12" }).items)
  expect(asked().map(({ target }) => /pageSize=(\d+)/.exec(target)?.[1])).toEqual(["3", "200"])
})
