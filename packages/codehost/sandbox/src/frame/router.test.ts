import { expect, test } from "vitest"

import type { Routes } from "./context.ts"
import { Refusal } from "./errors.ts"
import { noContent } from "./reply.ts"
import { makeRouter } from "./router.ts"

const templates = [
  "/repos/{owner}/{repo}/commits/{ref}",
  "/repos/{owner}/{repo}/commits/{ref}/status",
  "/repos/{owner}/{repo}/issues/{issue_number}/comments",
  "/repos/{owner}/{repo}/issues/comments/{comment_id}",
  "/repos/{owner}/{repo}/issues/{issue_number}",
  "/repos/{owner}/{repo}/contents/{path}",
  "/repos/{owner}/{repo}/labels/{name}"
]

const routes = Object.fromEntries(templates.map((template) => [`GET ${template}`, { run: () => noContent }])) as Routes

test.each([
  ["commits/feature/a/b", "commits/{ref}", { ref: "feature/a/b" }],
  ["commits/feature/a/b/status", "commits/{ref}/status", { ref: "feature/a/b" }],
  ["commits/feature%2Fa", "commits/{ref}", { ref: "feature/a" }],
  ["issues/comments/5", "issues/comments/{comment_id}", { comment_id: "5" }],
  ["issues/comments/comments", "issues/comments/{comment_id}", { comment_id: "comments" }],
  ["issues/5/comments", "issues/{issue_number}/comments", { issue_number: "5" }],
  ["issues/5", "issues/{issue_number}", { issue_number: "5" }],
  ["contents", "contents/{path}", { path: "" }],
  ["contents/", "contents/{path}", { path: "" }],
  ["contents/a/b%20c", "contents/{path}", { path: "a/b c" }],
  ["labels/good%2Ffirst", "labels/{name}", { name: "good/first" }]
])("%s is %s, for any order of the routes", (path, template, params) => {
  const backwards = Object.fromEntries(Object.entries(routes).toReversed())
  for (const router of [makeRouter(routes), makeRouter(backwards)]) {
    const match = router("GET", `/repos/acme/widgets/${path}`)
    expect([match?.template, match?.params]).toEqual([
      `/repos/{owner}/{repo}/${template}`,
      { owner: "acme", repo: "widgets", ...params }
    ])
  }
})

test("paths that match no template, and paths that cannot be decoded", () => {
  const router = makeRouter(routes)
  expect(router("GET", "/repos/acme/widgets/labels/a/b")).toBeUndefined()
  expect(router("POST", "/repos/acme/widgets/issues/5")).toBeUndefined()
  expect(() => router("GET", "/repos/acme/widgets/labels/%E0%A4%A")).toThrow(Refusal)
})
