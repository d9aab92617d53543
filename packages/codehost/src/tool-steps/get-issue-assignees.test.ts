import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, ask } = stepWorld("codehost_get_issue_assignees")

it("returns the assignees of the issue, not everyone who could be assigned", async () => {
  const { body } = await ask("POST", "/repos/acme/widgets/issues", { title: "x", assignees: ["mona", "hubot"] })
  const { assignees } = await run({ ...widgets, issue_number: body.number })
  expect(assignees.map(({ login }: { login: string }) => login).sort()).toEqual(["hubot", "mona"])
  const nobody = await ask("POST", "/repos/acme/widgets/issues", { title: "y" })
  expect(await run({ ...widgets, issue_number: nobody.body.number })).toEqual({ assignees: [] })
})

it("says that an issue is missing", async () => {
  expect((await reason({ ...widgets, issue_number: 999_999 }))._tag).toBe("NotFound")
})

it("refuses an invalid number", async () => {
  expect(await wrongFields({ ...widgets, issue_number: -1 })).toEqual(["issue_number"])
})
