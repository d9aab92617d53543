import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, wrong, get } = stepWorld("codehost_list_releases")

it("lists them as the service does, page by page", async () => {
  const told = (await get("/repos/acme/widgets/releases?per_page=100")).map(({ id }: { id: number }) => id)
  expect(told.length).toBeGreaterThan(1)
  const first = await run({ ...widgets, per_page: 1 })
  expect(first.items[0]).toMatchObject({ id: told[0], tag_name: expect.any(String) })
  expect((await run(first.next)).items[0].id).toBe(told[1])
  expect((await run(widgets)).items.map(({ id }: { id: number }) => id)).toEqual(told)
})

it("refuses names that are none", async () => {
  expect(await wrong({ owner: "acme", repo: "widgets/releases" })).toEqual(["repo"])
})
