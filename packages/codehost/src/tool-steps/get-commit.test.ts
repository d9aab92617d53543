import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrong, get } = stepWorld("codehost_get_commit")

it("gives a commit by branch, with its files and counts, and their diffs where asked", async () => {
  const told = await get("/repos/acme/widgets/commits/feature/a/b")
  const [file] = told.files
  expect(file.patch).toMatch(/^@@/)
  const usual = await run({ ...widgets, ref: "feature/a/b" })
  expect(usual).toMatchObject({ sha: told.sha, stats: told.stats, files: [{ filename: file.filename }] })
  expect(usual.files[0].patch).toBeUndefined()
  expect((await run({ ...widgets, ref: told.sha, detail: "patch" })).files[0].patch).toBe(file.patch)
  const bare = await run({ ...widgets, ref: told.sha, detail: "none" })
  expect([bare.sha, bare.stats, bare.files]).toEqual([told.sha, undefined, undefined])
})

it("says that a commit is missing", async () => {
  expect((await reason({ ...widgets, ref: "0".repeat(40) }))._tag).toMatch(/NotFound|Invalid/)
})

it.each([
  [{ ...widgets, ref: "" }, ["ref"]],
  [{ ...widgets, ref: "../branches" }, ["ref"]],
  [{ ...widgets, ref: "main", detail: "all" }, ["detail"]]
])("refuses %j", async (input, fields) => expect(await wrong(input)).toEqual(fields))
