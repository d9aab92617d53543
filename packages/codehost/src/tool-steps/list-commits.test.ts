import { expect, it } from "vitest"

import { stepWorld, widgets, type Json } from "../../tests/steps.ts"

const { run, wrongFields, reason, get } = stepWorld("codehost_list_commits")

it("returns a page and the input for the next one, until the last", async () => {
  const all = (await get("/repos/acme/widgets/commits?per_page=100")).map(({ sha }: { sha: string }) => sha)
  const shas: Array<string> = []
  let input: object | undefined = { ...widgets, per_page: 2, fields: ["sha"] }
  while (input !== undefined) {
    const page: Json = await run(input)
    for (const item of page.items) expect(Object.keys(item)).toEqual(["sha"])
    shas.push(...page.items.map(({ sha }: { sha: string }) => sha))
    input = page.next
    if (input !== undefined) expect(input).toMatchObject({ ...widgets, per_page: 2, fields: ["sha"] })
    else expect(page.total).toBe(all.length)
  }
  expect(shas).toEqual(all)
})

it("lists by branch, path, author and time", async () => {
  const record = await get("/repos/acme/widgets/commits?sha=feature/a/b")
  expect((await run({ ...widgets, sha: "feature/a/b" })).items[0].sha).toBe(record[0].sha)
  const { date } = record.at(-1).commit.committer
  expect((await run({ ...widgets, sha: "feature/a/b", until: date })).items.map((c: Json) => c.sha)).toEqual(
    (await get(`/repos/acme/widgets/commits?sha=feature/a/b&until=${date}`)).map((c: Json) => c.sha)
  )
  for (const query of [{ path: "README.md" }, { author: "mona" }]) {
    const expected = await get(`/repos/acme/widgets/commits?${new URLSearchParams(query).toString()}`)
    expect((await run({ ...widgets, ...query })).items.map((c: Json) => c.sha)).toEqual(
      expected.map((c: Json) => c.sha)
    )
  }
})

it("reports an author that does not exist", async () => {
  expect(await reason({ ...widgets, author: "nobody-at-all" })).toMatchObject({ _tag: "NotFound" })
})

it.each([
  [{ ...widgets, page: 0 }, ["page"]],
  [{ ...widgets, per_page: 101 }, ["per_page"]],
  [{ ...widgets, per_page: "12a" }, ["per_page"]],
  [{ ...widgets, since: "yesterday" }, ["since"]],
  [{ ...widgets, fields: ["sha", "no_such"] }, ["fields.1"]],
  [{ ...widgets, path: "../x" }, ["path"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
