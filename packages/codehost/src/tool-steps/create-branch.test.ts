import { expect, it } from "vitest"

import { stepWorld, widgets } from "../../tests/steps.ts"

const { run, reason, wrongFields, get } = stepWorld("codehost_create_branch")
const head = async (branch: string) => (await get(`/repos/acme/widgets/git/ref/heads/${branch}`)).object?.sha

it("starts from the default branch, with slashes in the name", async () => {
  const output = await run({ ...widgets, branch: "topic/one/two" })
  expect(output).toMatchObject({ name: "topic/one/two", source: "main" })
  expect(await head("topic/one/two")).toBe(await head("main"))
  expect(output.sha).toBe(await head("main"))
})

it("starts from another branch, or at a commit", async () => {
  await run({ ...widgets, branch: "from-feature", source: "feature/a/b" })
  expect(await head("from-feature")).toBe(await head("feature/a/b"))
  const sha = (await get("/repos/acme/widgets/commits?sha=main"))[1].sha
  await run({ ...widgets, branch: "from-commit", sha })
  expect(await head("from-commit")).toBe(sha)
})

it("names the nearest branches if the source is missing", async () => {
  const reasonOfMissing = await reason({ ...widgets, branch: "x", source: "feature/a" })
  expect(reasonOfMissing).toMatchObject({ _tag: "NotFound", known: expect.arrayContaining(["feature/a/b"]) })
  expect(await head("x")).toBeUndefined()
})

it("does not move an existing branch", async () => {
  const before = await head("feature/a/b")
  expect((await reason({ ...widgets, branch: "feature/a/b" }))._tag).toBe("Conflict")
  expect(await head("feature/a/b")).toBe(before)
})

it.each(["", "a..b", "a b", "-x", "x.lock", "a//b", "/a", "a/", "@", "a~1", "a^", "a:b", "refs/heads/\n"])(
  "refuses the name %j",
  async (branch) => expect(await wrongFields({ ...widgets, branch })).toEqual(["branch"])
)
