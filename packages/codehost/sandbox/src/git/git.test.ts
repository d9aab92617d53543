import { expect, test } from "vitest"

import { commitTo, historyOf, mergeBase, resolveCommit } from "./commits.ts"
import { changedFiles, changesOf, diffText, patchText } from "./diff.ts"
import { diffLines } from "./lines.ts"
import { blobSha, makeGitStore, writeTree } from "./store.ts"
import { entryAt, filesOf } from "./trees.ts"

const at = (date: string) => ({ name: "Mona", email: "mona@codehost.example", date })

const history = () => {
  const store = makeGitStore()
  const first = commitTo(store, "main", {
    message: "Initial commit",
    author: at("2026-01-01T00:00:00Z"),
    files: { "README.md": "# One\n", "src/a.ts": "a\n", "src/a": "no folder\n", "src-b": "b\n" }
  })
  store.refs.set("refs/heads/topic/x", first.sha)
  const second = commitTo(store, "main", {
    message: "Second",
    author: at("2026-01-02T00:00:00Z"),
    files: { "src/a.ts": null, "src/moved.ts": "a\n" }
  })
  const topic = commitTo(store, "topic/x", {
    message: "Topic\n\nWith more to say.",
    author: at("2026-01-03T00:00:00Z"),
    files: { "README.md": "# Two\n", "picture.bin": Buffer.from([0, 1, 2]) }
  })
  return { store, first, second, topic }
}

// The hashes were checked against git 2: `git hash-object`, `git mktree`, `git commit-tree`.
test("objects have the same hashes as in git", () => {
  expect(blobSha(Buffer.from("hello\n"))).toBe("ce013625030ba8dba906f756967f9e9ca394464a")
  expect(writeTree(makeGitStore(), [])).toBe("4b825dc642cb6eb9a060e54bf8d69288fbee4904")
  const { first, second, topic } = history()
  expect([first.tree, first.sha, second.sha, topic.sha]).toEqual([
    "2d2deea72d279b52fd04eaa91dec904020cdb079",
    "2e235da049d57dda2a294b5b87ac95ca1cc8e18b",
    "b80232ef7f99ffa1a371c5115eade9ff40294b8e",
    "3d5faff02e6729e71b2b4ad601addaf74a79f1fb"
  ])
})

test("folders are sorted as in git, and removed if they are empty", () => {
  const { first, second, store } = history()
  expect(filesOf(store, first.tree).map(({ path }) => path)).toEqual(["README.md", "src-b", "src/a", "src/a.ts"])
  expect(filesOf(store, second.tree).map(({ path }) => path)).toEqual(["README.md", "src-b", "src/a", "src/moved.ts"])
  expect(entryAt(store, first.tree, "src")?.mode).toBe("040000")
  expect(entryAt(store, first.tree, "src/a.ts/x")).toBeUndefined()
  const author = at("2026-01-04T00:00:00Z")
  const less = commitTo(store, "main", { message: "Less", author, files: { "src/a": null, "src/moved.ts": null } })
  expect(entryAt(store, less.tree, "src")).toBeUndefined()
})

test("a commit is found by branch, tag, full ref and short hash", () => {
  const { first, store, topic } = history()
  store.refs.set("refs/tags/v1", first.sha)
  for (const name of ["topic/x", "heads/topic/x", "refs/heads/topic/x", topic.sha, topic.sha.slice(0, 7)]) {
    expect(resolveCommit(store, name)?.sha, name).toBe(topic.sha)
  }
  expect(resolveCommit(store, "v1")?.sha).toBe(first.sha)
  for (const name of ["topic", "nothing", topic.sha.slice(0, 6), "0".repeat(40)]) {
    expect(resolveCommit(store, name), name).toBeUndefined()
  }
})

test("history starts at the tip; two branches have a merge base", () => {
  const { first, second, store, topic } = history()
  expect(historyOf(store, topic.sha).map(({ message }) => message)).toEqual([
    "Topic\n\nWith more to say.",
    "Initial commit"
  ])
  expect(mergeBase(store, second.sha, topic.sha)).toBe(first)
})

test("changes: added, removed, modified, renamed, binary", () => {
  const { first, second, store, topic } = history()
  expect(changesOf(store, second)).toMatchObject([
    { path: "src/moved.ts", previousPath: "src/a.ts", status: "renamed", additions: 0, deletions: 0 }
  ])
  expect(changesOf(store, topic)).toMatchObject([
    { path: "README.md", status: "modified", additions: 1, deletions: 1, patch: "@@ -1 +1 @@\n-# One\n+# Two" },
    { path: "picture.bin", status: "added", additions: 0, isBinary: true, patch: undefined }
  ])
  expect(changedFiles(store, topic.tree, first.tree).map(({ path, status }) => [path, status])).toEqual([
    ["README.md", "modified"],
    ["picture.bin", "removed"]
  ])
})

test("as text: what git diff and git format-patch print", () => {
  const { store, topic } = history()
  expect(diffText(changesOf(store, topic))).toBe(`diff --git a/README.md b/README.md
index db53e58..2ef7ae0 100644
--- a/README.md
+++ b/README.md
@@ -1 +1 @@
-# One
+# Two
diff --git a/picture.bin b/picture.bin
new file mode 100644
index 0000000..8352675
Binary files /dev/null and b/picture.bin differ
`)
  expect(patchText(store, topic)).toContain(
    "Subject: [PATCH] Topic\n\nWith more to say.\n\n---\n 2 files changed, 1 insertion(+), 1 deletion(-)\n"
  )
})

test.each([
  ["", "a\n", "@@ -0,0 +1 @@\n+a"],
  ["a\n", "", "@@ -1 +0,0 @@\n-a"],
  ["a\n", "a", "@@ -1 +1 @@\n-a\n+a\n\\ No newline at end of file"],
  ["1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\n5\n6\n7\n8\nX\n", "@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+X"],
  ["a\nb\nc\n", "c\na\nb\n", "@@ -1,3 +1,3 @@\n+c\n a\n b\n-c"]
])("lines: %j to %j", (before, after, patch) => expect(diffLines(before, after).patch).toBe(patch))

test("distant changes are in separate hunks", () => {
  const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
  const after = lines.map((line, index) => (index === 2 || index === 25 ? `${line}!` : line))
  const { additions, deletions, patch } = diffLines(lines.join("\n"), after.join("\n"))
  expect([additions, deletions]).toEqual([2, 2])
  expect(patch.split("\n").filter((line) => line.startsWith("@@"))).toEqual(["@@ -1,6 +1,6 @@", "@@ -23,7 +23,7 @@"])
})
