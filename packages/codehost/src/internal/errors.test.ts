import { describe, expect, it } from "vitest"

import { failureOf } from "./errors.ts"

const NOW = Date.parse("2026-01-01T00:00:00Z")
const RESET = String(NOW / 1000 + 90)

type Headers = Record<string, string>

const reason = (status: number, body: unknown = {}, headers: Headers = {}, path = "/repos/acme/widgets") =>
  failureOf({ status, body, headers, receivedAtMillis: NOW }, path)

const said = (message: string, more: object = {}) => ({ message, documentation_url: "https://docs.example", ...more })
const spent = { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": RESET }
const SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."

describe("what an answer means", () => {
  it.each<[string, number, unknown, Headers, object | undefined]>([
    ["a record", 200, { id: 1 }, {}, undefined],
    ["nothing to say", 204, null, {}, undefined],
    ["a wrong token", 401, said("Bad credentials"), {}, { _tag: "Unauthorized" }],
    [
      "a field that is wrong",
      422,
      said("Validation Failed", { errors: [{ resource: "Issue", field: "title", code: "missing_field" }] }),
      {},
      { _tag: "Invalid", fields: [{ field: "title", message: "is missing" }] }
    ],
    [
      "a field that names nothing",
      422,
      said("Validation Failed", { errors: [{ field: "assignees", code: "missing" }] }),
      {},
      { _tag: "Invalid", fields: [{ field: "assignees", message: "does not exist" }] }
    ],
    [
      "a custom problem",
      422,
      said("Validation Failed", { errors: [{ code: "custom", message: "No commits between main and main" }] }),
      {},
      { _tag: "Invalid", fields: [{ field: "", message: "No commits between main and main" }] }
    ],
    [
      "problems as sentences",
      422,
      said("Validation Failed", { errors: ["body is too long"] }),
      {},
      { _tag: "Invalid", fields: [{ field: "", message: "body is too long" }] }
    ],
    [
      "one problem as a sentence",
      422,
      said("Validation Failed", { errors: "too many" }),
      {},
      { _tag: "Invalid", fields: [{ field: "", message: "too many" }] }
    ],
    ["no body at all", 422, undefined, {}, { _tag: "Invalid", fields: [] }],
    [
      "a name that is taken",
      422,
      said("Repository creation failed.", {
        errors: [{ field: "name", code: "custom", message: "name already exists on this account" }]
      }),
      {},
      { _tag: "Conflict" }
    ],
    [
      "a record that is there already",
      422,
      said("Validation Failed", { errors: [{ field: "tag_name", code: "already_exists" }] }),
      {},
      { _tag: "Conflict" }
    ],
    [
      "a pull request that exists",
      422,
      said("Validation Failed", {
        errors: [{ code: "custom", message: "A pull request already exists for acme:a/b." }]
      }),
      {},
      { _tag: "Conflict" }
    ],
    ["a branch that exists", 422, said("Reference already exists"), {}, { _tag: "Conflict" }],
    [
      "a file that appeared meanwhile",
      422,
      said('Invalid request.\n\n"sha" wasn\'t supplied.'),
      {},
      { _tag: "Conflict" }
    ],
    [
      "a file that changed meanwhile",
      409,
      said("README.md is at 1a but expected 2b"),
      {},
      { _tag: "Conflict", what: expect.stringContaining("is at 1a") }
    ],
    ["an empty repository", 409, said("Git Repository is empty."), {}, { _tag: "Conflict" }],
    [
      "a merge that cannot be",
      405,
      said("Pull Request is not mergeable"),
      {},
      { _tag: "Conflict", what: expect.stringContaining("not mergeable") }
    ],
    [
      "nothing there, or nothing to see",
      404,
      said("Not Found"),
      {},
      { _tag: "NotFound", what: expect.stringContaining("may not see") }
    ],
    [
      "a feature that is off",
      410,
      said("Issues has been disabled in this repository."),
      {},
      { _tag: "NotFound", what: expect.stringContaining("disabled") }
    ],
    [
      "a block by law",
      451,
      said("Repository access blocked"),
      {},
      { _tag: "Forbidden", what: expect.stringContaining("legal") }
    ],
    ["JSON that it cannot read", 400, said("Problems parsing JSON"), {}, { _tag: "Invalid" }],
    ["a failed service", 500, said("boom"), {}, { _tag: "Unavailable", status: 500 }],
    ["a gateway's page", 502, undefined, {}, { _tag: "Unavailable", status: 502 }]
  ])("%s (%i)", (_, status, body, headers, expected) => {
    const found = reason(status, body, headers)
    if (expected === undefined) expect(found).toBeUndefined()
    else expect(found).toMatchObject(expected)
  })
})

describe("a limit", () => {
  it.each([403, 429])("that is used up (%i) is waited for until it is reset, its resource alone", (status) => {
    const found = reason(status, said("API rate limit exceeded for user ID 1."), spent)
    expect(found).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 90 })
    expect(found).not.toHaveProperty("scope")
  })

  it.each<[number, unknown, Headers, number]>([
    [403, said(SECONDARY), { "retry-after": "30" }, 30],
    [429, said(SECONDARY), { "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }, 9],
    [403, said(SECONDARY), {}, 60],
    [429, undefined, {}, 60],
    [403, said("You have triggered an abuse detection mechanism."), {}, 60],
    [403, said(SECONDARY), spent, 60]
  ])("of the second kind (%i, %j, %j) is the account's: wait %i s", (status, body, headers, seconds) => {
    expect(reason(status, body, headers)).toMatchObject({
      _tag: "RateLimited",
      retryAfterSeconds: seconds,
      scope: "account"
    })
  })

  it("is not what a missing right is about, even with the last request of the hour", () => {
    expect(reason(403, said("Must have admin rights to Repository."), spent)?._tag).toBe("Forbidden")
  })
})

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
    const found = reason(403, said("Resource not accessible"), headers)
    expect(found).toMatchObject({ _tag: "Forbidden", fix: expect.stringMatching(fix) })
    expect(found?._tag === "Forbidden" ? found.needs : "").toBe(needs)
    expect(JSON.stringify(found)).not.toContain("secret=1")
  })

  it("is named where the service hides behind a 404", () => {
    const headers = { "x-oauth-scopes": "gist", "x-accepted-oauth-scopes": "repo" }
    expect(reason(404, said("Not Found"), headers)).toMatchObject({
      _tag: "NotFound",
      fix: expect.stringContaining("scope repo")
    })
  })
})

describe("GraphQL", () => {
  const failure = (type: string | undefined, message: string, data: unknown = null, headers: Headers = {}) =>
    reason(200, { data, errors: [{ ...(type !== undefined && { type }), message }] }, headers, "/graphql")

  it.each([
    ["NOT_FOUND", "Could not resolve to a ProjectV2 with the number 9.", "NotFound"],
    ["FORBIDDEN", "Resource not accessible", "Forbidden"],
    ["UNPROCESSABLE", "Pull request is closed", "Conflict"],
    [undefined, "Field 'x' doesn't exist on type 'Query'", "Invalid"]
  ])("%s with status 200 is a failure", (type, message, tag) => {
    expect(failure(type, message)).toMatchObject({ _tag: tag, what: expect.stringContaining(message) })
  })

  it("names the scope that it wants", () => {
    const message =
      "Your token has not been granted the required scopes to execute this query. The 'id' field requires one of the following scopes: ['read:project']"
    expect(failure("INSUFFICIENT_SCOPES", message)).toMatchObject({
      _tag: "Forbidden",
      needs: "the scope read:project"
    })
  })

  it("says until when its limit is used up", () => {
    expect(failure("RATE_LIMITED", "API rate limit exceeded", null, spent)).toMatchObject({
      _tag: "RateLimited",
      retryAfterSeconds: 90
    })
  })

  it("fails where every part of it did, not where something was answered", () => {
    expect(failure("NOT_FOUND", "gone", { organization: null })?._tag).toBe("NotFound")
    expect(failure("NOT_FOUND", "gone", { organization: null, user: { id: "1" } })).toBeUndefined()
    expect(reason(200, { data: { viewer: {} } }, {}, "/graphql")).toBeUndefined()
    expect(reason(200, { errors: [{ message: "a field of a record" }] })).toBeUndefined()
  })
})

it("repeats the service's sentences on one line, and nothing else of its body", () => {
  const found = reason(422, said("Validation\u202e Failed\n\nfor this", { sent: "secret" }))
  expect(found?.what).toContain("Validation Failed for this")
  expect(JSON.stringify(found)).not.toContain("secret")
})
