import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrong, get } = stepWorld("codehost_create_issue")

it("opens an issue with all its parts", async () => {
  const made = await run({
    ...widgets,
    title: "It squeaks",
    body: "Loudly.",
    labels: ["bug", "brand new"],
    assignees: ["mona"]
  })
  expect(made).toMatchObject({ title: "It squeaks", state: "open" })
  const told = await get(`/repos/acme/widgets/issues/${made.number}`)
  expect(told).toMatchObject({ id: made.id, body: "Loudly.", user: { login: "mona" } })
  expect(told.labels.map(({ name }: { name: string }) => name).sort()).toEqual(["brand new", "bug"])
  expect(told.assignees.map(({ login }: { login: string }) => login)).toEqual(["mona"])
})

it("says which field the service did not take", async () => {
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
  [{ ...widgets, title: "x", labels: "bug" }, ["labels"]]
])("refuses %j", async (input, fields) => expect([...(await wrong(input))].sort()).toEqual(fields))
