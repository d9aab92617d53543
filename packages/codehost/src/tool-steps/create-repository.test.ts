import { expect, it } from "vitest"

import { stepWorld } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_create_repository")

it("creates a repository of the account, with a first commit if asked", async () => {
  const output = await run({ name: "fresh", description: "New", private: true, auto_init: true })
  expect(output).toMatchObject({ full_name: "mona/fresh", private: true, description: "New" })
  expect(await get("/repos/mona/fresh")).toMatchObject({ id: output.id, private: true, default_branch: "main" })
  expect(await get("/repos/mona/fresh/contents/README.md")).toMatchObject({ type: "file" })
})

it("creates one of an organization", async () => {
  await run({ name: "gears", org: "acme" })
  expect(await get("/repos/acme/gears")).toMatchObject({ full_name: "acme/gears" })
})

it("does not touch a name that is taken", async () => {
  expect((await reason({ name: "widgets", org: "acme" }))._tag).toBe("Conflict")
})

it.each([
  [{ name: "" }, ["name"]],
  [{ name: "a/b" }, ["name"]],
  [{ name: "..", org: "a/b" }, ["name", "org"]],
  [{}, ["name"]],
  [{ name: "x", visibility: "secret" }, ["visibility"]]
])("refuses %j", async (input, fields) => expect([...(await wrongFields(input))].sort()).toEqual(fields))
