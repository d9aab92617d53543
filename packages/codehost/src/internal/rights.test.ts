import { describe, expect, it } from "vitest"

import { failureOf } from "./errors.ts"

type Headers = Record<string, string>

const reason = (status: number, message: string, headers: Headers) =>
  failureOf({ status, body: { message }, headers, receivedAtMillis: 0 }, "/repos/acme/widgets")

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
      /single sign-on/
    ],
    ["right that is not told", {}, undefined, /administrator/],
    ["header that is nonsense", { "x-accepted-github-permissions": "<script>" }, undefined, /administrator/]
  ])("%s is named", (_, headers, needs, fix) => {
    const found = reason(403, "Resource not accessible", headers)
    expect(found).toMatchObject({ _tag: "Forbidden", fix: expect.stringMatching(fix) })
    expect(found?._tag === "Forbidden" ? found.needs : "").toBe(needs)
    expect(JSON.stringify(found)).not.toContain("secret=1")
  })

  it("is named where the service hides behind a 404", () => {
    const headers = { "x-oauth-scopes": "gist", "x-accepted-oauth-scopes": "repo" }
    expect(reason(404, "Not Found", headers)).toMatchObject({
      _tag: "NotFound",
      fix: expect.stringContaining("scope repo")
    })
  })
})
