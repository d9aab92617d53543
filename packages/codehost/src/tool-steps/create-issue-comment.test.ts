import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_create_issue_comment")

it.each(["issue", "pull request"])("comments on an open %s", async (kind) => {
  const [{ number }] = await get(`/repos/acme/widgets/${kind === "issue" ? "issues" : "pulls"}?state=open`)
  const output = await run({ ...widgets, issue_number: number, body: "Seen." })
  const record = await get(`/repos/acme/widgets/issues/${number}/comments?per_page=100`)
  expect(record.find(({ id }: { id: number }) => id === output.id)).toMatchObject({
    body: "Seen.",
    user: { login: "mona" }
  })
})

it("says that an issue is missing", async () => {
  expect((await reason({ ...widgets, issue_number: 999_999, body: "x" }))._tag).toBe("NotFound")
})

it.each([
  [{ ...widgets, issue_number: 0, body: "x" }, ["issue_number"]],
  [{ ...widgets, issue_number: "12a", body: "x" }, ["issue_number"]],
  [{ ...widgets, issue_number: 1.5, body: "x" }, ["issue_number"]],
  [{ ...widgets, issue_number: 1, body: "" }, ["body"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
