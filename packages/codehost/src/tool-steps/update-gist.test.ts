import { expect, it } from "vitest"

import { stepWorld, type Json } from "../../tests/steps.ts"

const { run, reason, wrongFields, get, ask } = stepWorld("codehost_update_gist")
const output = async () =>
  (
    await ask("POST", "/gists", {
      description: "Old",
      files: { "a.txt": { content: "one" }, "b.txt": { content: "two" } }
    })
  ).body.id

it("changes one file, deletes another, adds a third, and leaves the rest", async () => {
  const gist_id = await output()
  await run({ gist_id, files: { "a.txt": "new", "b.txt": null, "c.txt": "three" } })
  const { files, description } = await get(`/gists/${gist_id}`)
  expect(description).toBe("Old")
  expect(Object.fromEntries(Object.entries(files).map(([name, file]: Json) => [name, file.content]))).toEqual({
    "a.txt": "new",
    "c.txt": "three"
  })
})

it("changes the description alone", async () => {
  const gist_id = await output()
  expect(await run({ gist_id, description: "New" })).toMatchObject({ description: "New" })
  expect(Object.keys((await get(`/gists/${gist_id}`)).files)).toEqual(["a.txt", "b.txt"])
})

it("says that a gist is missing", async () => {
  expect((await reason({ gist_id: "0".repeat(32), description: "x" }))._tag).toBe("NotFound")
})

it.each([
  [{ gist_id: "../x", description: "x" }, ["gist_id"]],
  [{ gist_id: "a".repeat(32) }, [""]],
  [{ gist_id: "a".repeat(32), files: { "a.txt": 1 } }, ["files.a.txt"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
