import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask, sandbox } = startFor()

const widgets = "/repos/acme/widgets"
const shaOf = async (branch: string) => String(at((await ask(`${widgets}/branches/${branch}`)).body, "commit", "sha"))
const make = (ref: string, sha: string) => ask(`${widgets}/git/refs`, { body: { ref, sha } })

test("branches by name, with slashes, encoded or not", async () => {
  expect(objects((await ask(`${widgets}/branches`)).body).map(({ name, protected: safe }) => [name, safe])).toEqual([
    ["docs/typos", false],
    ["feature/a/b", false],
    ["fix-turning", false],
    ["main", true]
  ])
  for (const name of ["feature/a/b", "feature%2Fa%2Fb"]) {
    const { body } = await ask(`${widgets}/branches/${name}`)
    expect([at(body, "name"), at(body, "commit", "commit", "message")]).toEqual(["feature/a/b", "Glow less at night"])
  }
  expect(objects((await ask(`${widgets}/branches?protected=true`)).body).length).toBe(1)
  const { body, status } = await ask(`${widgets}/branches/feature`)
  expect([status, at(body, "message")]).toEqual([404, "Branch not found"])
})

test("a branch is created, moved and deleted", async () => {
  const sha = await shaOf("main")
  const creation = await make("refs/heads/new/one", sha)
  expect([creation.status, at(creation.body, "ref"), at(creation.body, "object", "sha")]).toEqual([
    201,
    "refs/heads/new/one",
    sha
  ])
  expect(creation.headers.get("location")).toBe(`${sandbox().urls.codehost}${widgets}/git/refs/heads/new/one`)
  expect(await shaOf("new/one")).toBe(sha)
  const older = String(at((await ask(`${widgets}/commits?per_page=1&page=2`)).body, 0, "sha"))
  const move = (body: object) => ask(`${widgets}/git/refs/heads/new/one`, { method: "PATCH", body })
  const refusal = await move({ sha: older })
  expect([refusal.status, at(refusal.body, "message")]).toEqual([422, "Update is not a fast forward"])
  expect((await move({ sha: older, force: true })).status).toBe(200)
  expect((await move({ sha })).status).toBe(200)
  expect((await ask(`${widgets}/git/refs/heads/new/one`, { method: "DELETE" })).status).toBe(204)
  expect((await ask(`${widgets}/git/ref/heads/new/one`)).status).toBe(404)
  expect((await ask(`${widgets}/git/refs/heads/new/one`, { method: "DELETE" })).status).toBe(422)
  expect((await ask(`${widgets}/git/refs/heads/main`, { method: "DELETE" })).status).toBe(422)
})

test.each([
  ["refs/heads/feature/a/b", "main", "Reference already exists"],
  ["refs/heads/feature", "main", "Reference update failed"],
  ["refs/heads/main/sub", "main", "Reference update failed"],
  ["heads/new", "main", "Reference name must start with 'refs/'."],
  ["refs/new", "main", "Reference name must contain at least three slash-separated components."],
  ["refs/heads/a..b", "main", "refs/heads/a..b is not a valid ref name."],
  ["refs/heads/a b", "main", "refs/heads/a b is not a valid ref name."],
  ["refs/heads/new", "abc", "The sha parameter must be exactly 40 characters and contain only [0-9a-f]."],
  ["refs/heads/new", "0".repeat(40), "Object does not exist"]
])("POST %s at %s: 422 %s", async (ref, at_, message) => {
  const { body, status } = await make(ref, at_ === "main" ? await shaOf("main") : at_)
  expect([status, at(body, "message")]).toEqual([422, message])
})

test("refs by prefix; tags", async () => {
  const { body } = await ask(`${widgets}/git/matching-refs/tags/v1.2`)
  expect(objects(body).map(({ ref }) => ref)).toEqual(["refs/tags/v1.2.0", "refs/tags/v1.2.0-beta.1"])
  expect((await ask(`${widgets}/git/matching-refs/nothing`)).body).toEqual([])
  expect(at((await ask(`${widgets}/tags`)).body, 0, "name")).toBe("v1.2.0-beta.1")
  expect((await ask("/repos/mona/empty/branches")).body).toEqual([])
})
