import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_create_issue")

it("opens an issue with all its parts", async () => {
  const output = await run({
    ...widgets,
    title: "It squeaks",
    body: "Loudly.",
    labels: ["bug", "brand new"],
    assignees: ["mona"]
  })
  expect(output).toMatchObject({ title: "It squeaks", state: "open" })
  const record = await get(`/repos/acme/widgets/issues/${output.number}`)
  expect(record).toMatchObject({ id: output.id, body: "Loudly.", user: { login: "mona" } })
  expect(record.labels.map(({ name }: { name: string }) => name).sort()).toEqual(["brand new", "bug"])
  expect(record.assignees.map(({ login }: { login: string }) => login)).toEqual(["mona"])
})

it("names the field that the service rejected", async () => {
  expect(await reason({ ...widgets, title: "x", assignees: ["nobody-of-that-name"] })).toMatchObject({
    _tag: "Invalid",
    fields: [expect.objectContaining({ field: "assignees" })]
  })
})

it.each([
  [{ ...widgets, title: "" }, ["title"]],
  [{ ...widgets, title: "  \n" }, ["title"]],
  [{ owner: "a/b", repo: "..", title: "" }, ["owner", "repo", "title"]],
  [{ ...widgets, title: "x", milestone: 0 }, ["milestone"]],
  [{ ...widgets, title: "x", labels: "bug,p1" }, ["labels"]]
])("refuses %j", async (input, fields) => expect([...(await wrongFields(input))].sort()).toEqual(fields))
