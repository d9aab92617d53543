import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, wrongFields, get } = stepWorld("codehost_list_releases")

it("lists releases like the service, page by page", async () => {
  const record = (await get("/repos/acme/widgets/releases?per_page=100")).map(({ id }: { id: number }) => id)
  expect(record.length).toBeGreaterThan(1)
  const first = await run({ ...widgets, per_page: 1 })
  expect(first.items[0]).toMatchObject({ id: record[0], tag_name: expect.any(String) })
  expect((await run(first.next)).items[0].id).toBe(record[1])
  expect((await run(widgets)).items.map(({ id }: { id: number }) => id)).toEqual(record)
})

it("refuses invalid names", async () => {
  expect(await wrongFields({ owner: "acme", repo: "widgets/releases" })).toEqual(["repo"])
})
