import { describe, expect, it } from "vitest"

import { failureOf } from "../errors.ts"
import { hasOneOf } from "./rights.ts"

type Headers = Record<string, string>

const reason = (
  status: number,
  message: string,
  headers: Headers,
  method: "GET" | "PUT" = "GET",
  path = "/repos/acme/widgets/contents/x"
) => failureOf({ status, body: { message }, headers, receivedAtMillis: 0 }, path, method)

describe("a missing right", () => {
  it.each<[string, Headers, string | undefined, RegExp]>([
    [
      "scope",
      { "x-oauth-scopes": "gist, read:org", "x-accepted-oauth-scopes": "repo, public_repo" },
      "the scope repo or public_repo",
      /repo or public_repo/
    ],
    [
      "scope of a token without any",
      { "x-oauth-scopes": "", "x-accepted-oauth-scopes": "gist" },
      "the scope gist",
      /gist/
    ],
    [
      "scope that the token has not, but by implication",
      { "x-oauth-scopes": "repo", "x-accepted-oauth-scopes": "public_repo" },
      undefined,
      /administrator/
    ],
    [
      "scope that another one includes with others",
      { "x-oauth-scopes": "admin:org", "x-accepted-oauth-scopes": "read:org" },
      undefined,
      /administrator/
    ],
    [
      "scope that includes the one that the token has",
      { "x-oauth-scopes": "read:org", "x-accepted-oauth-scopes": "admin:org" },
      "the scope admin:org",
      /admin:org/
    ],
    ["role, not a scope", { "x-oauth-scopes": "repo", "x-accepted-oauth-scopes": "repo" }, undefined, /administrator/],
    [
      "permission",
      { "x-accepted-github-permissions": "issues=write" },
      "the permission issues: write",
      /issues: write/
    ],
    [
      "permission of two ways",
      { "x-accepted-github-permissions": "contents=write,workflows=write; administration=write" },
      "the permission contents: write, workflows: write or administration: write",
      /workflows/
    ],
    [
      "single sign-on",
      { "x-github-sso": "required; url=https://codehost.example/sso?secret=1", "x-oauth-scopes": "repo" },
      "single sign-on",
      /changeSetting.*the token/
    ],
    ["right that is not told", {}, undefined, /administrator/],
    ["header that is nonsense", { "x-accepted-github-permissions": "<script>" }, undefined, /administrator/]
  ])("%s is named", (_, headers, needs, remedy) => {
    const result = reason(403, "Resource not accessible", headers)
    expect(result).toMatchObject({ _tag: "Forbidden" })
    expect(JSON.stringify(result?.remedy)).toMatch(remedy)
    expect(result?._tag === "Forbidden" ? result.needs : "").toBe(needs)
    expect(JSON.stringify(result)).not.toContain("secret=1")
  })

  it.each([
    [
      "told by the answer",
      { "x-oauth-scopes": "gist", "x-accepted-oauth-scopes": "repo" },
      "/user/x",
      "the scope repo"
    ],
    ["of a repository", { "x-oauth-scopes": "gist" }, "/repos/acme/widgets/issues", "the scope repo or public_repo"],
    ["of a repository by number", { "x-oauth-scopes": "" }, "/repositories/1/issues", "the scope repo or public_repo"],
    ["of gists", { "x-oauth-scopes": "repo" }, "/gists/1", "the scope gist"]
  ])("is named if the service sends a 404 instead: %s", (_, headers: Headers, path, needs) => {
    expect(reason(404, "Not Found", headers, "PUT", path)).toMatchObject({ _tag: "Forbidden", needs })
    expect(reason(404, "Not Found", headers, "GET", path)).toMatchObject({
      _tag: "NotFound",
      remedy: { to: "checkNames", hidden: needs }
    })
  })

  it.each<[string, Headers, string]>([
    ["that the token has", { "x-oauth-scopes": "repo" }, "/repos/acme/widgets/issues"],
    ["that nothing tells", { "x-oauth-scopes": "repo" }, "/user/keys"],
    ["of a token with permissions", { "x-accepted-github-permissions": "issues=write" }, "/repos/acme/widgets/issues"]
  ])("is not made up: one %s", (_, headers, path) => {
    const result = reason(404, "Not Found", headers, "PUT", path)
    expect(result).toMatchObject({ _tag: "NotFound" })
    expect(result?.remedy).toEqual({ to: "checkNames" })
  })
})

/** https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/scopes-for-oauth-apps */
it.each([
  ["repo", "public_repo", true],
  ["repo", "repo:status", true],
  ["repo", "repo_deployment", true],
  ["repo", "repo:invite", true],
  ["repo", "security_events", true],
  ["user", "read:user", true],
  ["user", "user:email", true],
  ["user", "user:follow", true],
  ["project", "read:project", true],
  ["admin:repo_hook", "write:repo_hook", true],
  ["admin:org", "read:org", true],
  ["public_repo", "repo", false],
  ["read:user", "user", false],
  ["read:project", "project", false],
  ["write:org", "admin:org", false],
  ["admin:org", "read:repo_hook", false],
  ["repo", "workflow", false],
  ["constructor", "repo", false]
])("a token with the scope %s has %s: %s", (scope, other, isIncluded) => {
  expect(hasOneOf([scope], [other])).toBe(isIncluded)
})
