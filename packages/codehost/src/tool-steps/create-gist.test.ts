import { expect, it } from "vitest"

import { stepWorld, type Json } from "../../tests/steps.ts"

const { run, wrongFields, get } = stepWorld("codehost_create_gist")

it("creates several files, secret by default", async () => {
  const output = await run({ files: { "a.txt": "one", "c.md": "two" }, description: "Both" })
  expect(output).toMatchObject({ public: false, description: "Both" })
  const record = await get(`/gists/${output.id}`)
  expect(Object.values(record.files).map(({ content }: Json) => content)).toEqual(["one", "two"])
  expect((await run({ files: { "a.txt": "x" }, public: true })).public).toBe(true)
})

it.each([
  [{ files: {} }, ["files"]],
  [{ files: { "a.txt": "" } }, ["files"]],
  [{ files: { "": "x" } }, ["files"]],
  [{}, ["files"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
