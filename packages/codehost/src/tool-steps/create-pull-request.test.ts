import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get, ask } = stepWorld("codehost_create_pull_request")

/** Creates a branch with a commit of its own. */
const branch = async (name: string) => {
  const { object } = await get("/repos/acme/widgets/git/ref/heads/main")
  await ask("POST", "/repos/acme/widgets/git/refs", { ref: `refs/heads/${name}`, sha: object.sha })
  await ask("PUT", `/repos/acme/widgets/contents/${name.replaceAll("/", "-")}.txt`, {
    message: "work",
    content: Buffer.from(name).toString("base64"),
    branch: name
  })
  return name
}

it("opens a draft from a branch with slashes, into the default branch", async () => {
  const head = await branch("topic/one/two")
  const output = await run({ ...widgets, title: "Try", head, draft: true, body: "Please look." })
  expect(output).toMatchObject({ draft: true, head: { ref: head }, base: { ref: "main" } })
  expect(await get(`/repos/acme/widgets/pulls/${output.number}`)).toMatchObject({
    id: output.id,
    draft: true,
    body: "Please look.",
    head: { ref: head }
  })
})

it("requests reviews after creating it", async () => {
  const output = await run({
    ...widgets,
    title: "Look",
    head: await branch("look"),
    base: "main",
    reviewers: ["hubot"]
  })
  expect(output.reviewers_problem).toBeUndefined()
  const { users } = await get(`/repos/acme/widgets/pulls/${output.number}/requested_reviewers`)
  expect(users.map(({ login }: { login: string }) => login)).toEqual(["hubot"])
})

it("reports the created pull request even if the review requests failed", async () => {
  // mona may access the repository, but is the author of the pull request, whose review cannot be requested.
  const output = await run({ ...widgets, title: "Look", head: await branch("look"), reviewers: ["mona"] })
  expect(output.reviewers_problem).toContain("pull request author")
  expect(await get(`/repos/acme/widgets/pulls/${output.number}`)).toMatchObject({ id: output.id, state: "open" })
})

it("opens nothing if reviewers are unknown, and names each of them", async () => {
  const input = { ...widgets, title: "Look", head: await branch("look"), base: "main" }
  const before = await get("/repos/acme/widgets/pulls?state=all&per_page=100")
  expect(await reason({ ...input, reviewers: ["hubot", "nobody"], team_reviewers: ["Core", "no-team"] })).toMatchObject(
    {
      _tag: "Invalid",
      fields: [
        { field: "reviewers", message: "nobody is not a collaborator of acme/widgets" },
        { field: "team_reviewers", message: "no-team is not a team of acme/widgets" }
      ]
    }
  )
  expect(await get("/repos/acme/widgets/pulls?state=all&per_page=100")).toEqual(before)
})

it("does not open a second one for the same branches", async () => {
  const head = await branch("again")
  await run({ ...widgets, title: "One", head })
  expect((await reason({ ...widgets, title: "Two", head }))._tag).toBe("Conflict")
})

it("reports a missing branch, or that there is nothing to merge", async () => {
  expect(await reason({ ...widgets, title: "x", head: "no/such" })).toMatchObject({
    _tag: "Invalid",
    fields: [{ field: "head" }]
  })
  expect(await reason({ ...widgets, title: "x", head: "main" })).toMatchObject({
    _tag: "Invalid",
    what: expect.stringContaining("No commits between main and main")
  })
})

it.each([
  [{ ...widgets, title: "", head: "x" }, ["title"]],
  [{ ...widgets, title: "x", head: "a..b" }, ["head"]],
  [{ ...widgets, title: "x", head: "x", base: "a b" }, ["base"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
