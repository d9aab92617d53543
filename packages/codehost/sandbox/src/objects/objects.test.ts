import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const widgets = "/repos/acme/widgets"
const git = `${widgets}/git`
const treeOf = async (ref: string) => String(at((await ask(`${widgets}/commits/${ref}`)).body, "commit", "tree", "sha"))
const makeTree = (body: object, token?: string) =>
  ask(`${git}/trees`, { body, ...(token === undefined ? {} : { token }) })
const paths = (body: unknown) => objects(at(body, "tree")).map(({ path }) => path)

test("a tree by SHA, branch or tag; recursive for any value of `recursive`", async () => {
  const sha = await treeOf("main")
  const { body } = await ask(`${git}/trees/${sha}`)
  expect([at(body, "sha"), at(body, "truncated")]).toEqual([sha, false])
  expect(paths(body)).toEqual([".github", "LICENSE", "README.md", "assets", "docs", "package.json", "src"])
  expect((await ask(`${git}/trees/main`)).body).toEqual(body)
  const all = await ask(`${git}/trees/main?recursive=false`)
  expect(paths(all.body)).toContain("docs/a guide/über uns.md")
  expect(at(all.body, "tree", 0)).toMatchObject({ path: ".github", type: "tree", mode: "040000" })
  expect(paths((await ask(`${git}/trees/feature/a/b`)).body)).toContain("README.md")
  expect((await ask(`${git}/trees/${"0".repeat(40)}`)).status).toBe(404)
  expect((await ask("/repos/mona/empty/git/trees/main")).status).toBe(409)
})

test("a tree with more entries than the limit says so", async () => {
  await control("/settings", { treeEntries: 5 })
  const { body } = await ask(`${git}/trees/main?recursive=1`)
  expect([at(body, "truncated"), paths(body).length]).toEqual([true, 5])
})

test("several files in one commit: blob, tree, commit, ref", async () => {
  const blob = await ask(`${git}/blobs`, { body: { content: "8J+Sqg==", encoding: "base64" } })
  expect(blob.status).toBe(201)
  const base = await treeOf("main")
  const tree = await makeTree({
    base_tree: base,
    tree: [
      { path: "bin/run", mode: "100755", type: "blob", content: "#!/bin/sh\n" },
      { path: "bin/go", mode: "120000", type: "blob", content: "run" },
      { path: "strong.txt", mode: "100644", type: "blob", sha: at(blob.body, "sha") },
      { path: "vendor/dep", mode: "160000", type: "commit", sha: "1".repeat(40) },
      { path: "LICENSE", mode: "100644", type: "blob", sha: null }
    ]
  })
  expect(tree.status).toBe(201)
  const tip = String(at((await ask(`${git}/ref/heads/main`)).body, "object", "sha"))
  const body = { message: "Several", tree: at(tree.body, "sha"), parents: [tip] }
  const commit = await ask(`${git}/commits`, { body })
  expect([commit.status, at(commit.body, "author", "name")]).toEqual([201, "Mona Lisa Octocat"])
  expect((await ask(`${git}/commits/${String(at(commit.body, "sha"))}`)).body).toEqual(commit.body)
  const move = { method: "PATCH", body: { sha: at(commit.body, "sha") } }
  expect((await ask(`${git}/refs/heads/main`, move)).status).toBe(200)
  const answer = await ask(`${widgets}/commits/main`)
  expect(objects(at(answer.body, "files")).map(({ filename, status }) => [filename, status])).toEqual([
    ["LICENSE", "removed"],
    ["bin/go", "added"],
    ["bin/run", "added"],
    ["strong.txt", "added"],
    ["vendor/dep", "added"]
  ])
  const file = await ask(`${widgets}/contents/bin/go`)
  expect([at(file.body, "type"), at(file.body, "size")]).toEqual(["file", 10])
  const unchanged = String(at((await ask(`${git}/trees/${base}`)).body, "sha"))
  expect(unchanged).toBe(base)
})

test("a changed mode is a change, and so is a changed type", async () => {
  const readme = String(at((await ask(`${widgets}/contents/README.md`)).body, "sha"))
  const tip = String(at((await ask(`${git}/ref/heads/main`)).body, "object", "sha"))
  const tree = await makeTree({
    base_tree: await treeOf("main"),
    tree: [
      { path: "README.md", mode: "100755", type: "blob", sha: readme },
      { path: "LICENSE", mode: "120000", type: "blob", content: "README.md" }
    ]
  })
  const commit = await ask(`${git}/commits`, { body: { message: "m", tree: at(tree.body, "sha"), parents: [tip] } })
  const { body } = await ask(`${widgets}/commits/${String(at(commit.body, "sha"))}`)
  expect(objects(at(body, "files")).map(({ filename, status }) => [filename, status])).toEqual([
    ["LICENSE", "changed"],
    ["README.md", "modified"]
  ])
})

const zeros = "0".repeat(40)
const blob = (more: object) => ({ tree: [{ path: "a", mode: "100644", type: "blob", ...more }] })

test.each([
  [{}, 'Invalid request.\n\n"tree" wasn\'t supplied.'],
  [{ tree: [] }, "Invalid tree info"],
  [blob({ path: "/a", content: "" }), "tree.path cannot start with a slash"],
  [blob({ path: "a/../b", content: "" }), "tree.path contains a malformed path component"],
  [blob({ mode: "100664", content: "" }), "Must supply a valid tree.mode"],
  [blob({ mode: "040000", content: "" }), "A subdirectory may not have content"],
  [blob({}), "Must supply either tree.sha or tree.content. Request will be rejected if both are present."],
  [
    blob({ sha: zeros, content: "" }),
    "Must supply either tree.sha or tree.content. Request will be rejected if both are present."
  ],
  [blob({ sha: zeros }), `tree.sha ${zeros} is not a valid blob`],
  [blob({ sha: zeros, mode: "040000" }), `tree.sha ${zeros} is not a valid tree`],
  [{ ...blob({ content: "" }), base_tree: zeros }, "base_tree is not a valid tree oid"],
  [blob({ sha: null }), "GitRPC::BadObjectState"]
])("POST trees %j: 422 %s", async (body, message) => {
  const answer = await makeTree(body)
  expect([answer.status, at(answer.body, "message")]).toEqual([422, message])
})

test("other objects that do not exist", async () => {
  const commit = (body: object) => ask(`${git}/commits`, { body: { message: "m", ...body } })
  expect(at((await commit({ tree: zeros })).body, "message")).toBe("Tree SHA does not exist")
  const tree = await treeOf("main")
  expect((await commit({ tree, parents: [zeros] })).status).toBe(422)
  expect((await ask(`${git}/blobs`, { body: {} })).status).toBe(422)
  for (const path of ["blobs", "trees", "commits"]) {
    expect((await ask(`/repos/mona/empty/git/${path}`, { body: { content: "", tree: [], message: "" } })).status).toBe(
      409
    )
  }
})

test("workflows need their scope here too", async () => {
  const token = String(at((await control("/tokens", { scopes: ["repo"] })).body, "token"))
  const tree = blob({ path: ".github/workflows/new.yml", content: "name: New\n" })
  expect((await makeTree(tree, token)).status).toBe(404)
  expect((await makeTree(tree)).status).toBe(201)
})

test("more than one request may contain", async () => {
  await control("/settings", { largestInputBytes: 10 })
  const content = Buffer.from("eleven bytes").toString("base64")
  for (const answer of [
    await ask(`${git}/blobs`, { body: { content, encoding: "base64" } }),
    await ask(`${widgets}/contents/big.bin`, { method: "PUT", body: { message: "m", content } })
  ]) {
    expect([answer.status, at(answer.body, "message")]).toEqual([
      422,
      "Sorry, your input was too large to process. Consider creating the blob in a local clone of the repository and then pushing it to GitHub."
    ])
  }
})
