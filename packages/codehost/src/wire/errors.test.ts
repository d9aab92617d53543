import { describe, expect, it } from "vitest"

import { failureOf, redirectMeaning } from "./errors.ts"

const NOW = Date.parse("2026-01-01T00:00:00Z")
const RESET = String(NOW / 1000 + 90)

type Headers = Record<string, string>

const reason = (status: number, body: unknown = {}, headers: Headers = {}, path = "/repos/acme/widgets") =>
  failureOf({ status, body, headers, receivedAtMillis: NOW }, path, "GET")

const messageBody = (message: string, more: object = {}) => ({
  message,
  documentation_url: "https://docs.example",
  ...more
})
const exhaustion = { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": RESET }
const SECONDARY = "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."

describe("the meaning of an answer", () => {
  it.each<[string, number, unknown, Headers, object | undefined]>([
    ["a record", 200, { id: 1 }, {}, undefined],
    ["nothing to say", 204, null, {}, undefined],
    ["a wrong token", 401, messageBody("Bad credentials"), {}, { _tag: "Unauthorized" }],
    [
      "a field that is wrong",
      422,
      messageBody("Validation Failed", { errors: [{ resource: "Issue", field: "title", code: "missing_field" }] }),
      {},
      { _tag: "Invalid", fields: [{ field: "title", message: "is missing" }] }
    ],
    [
      "a field that names nothing",
      422,
      messageBody("Validation Failed", { errors: [{ field: "assignees", code: "missing" }] }),
      {},
      { _tag: "Invalid", fields: [{ field: "assignees", message: "does not exist" }] }
    ],
    [
      "a custom problem",
      422,
      messageBody("Validation Failed", { errors: [{ code: "custom", message: "No commits between main and main" }] }),
      {},
      { _tag: "Invalid", fields: [{ field: "", message: "“No commits between main and main”" }] }
    ],
    [
      "problems as sentences",
      422,
      messageBody("Validation Failed", { errors: ["body is too long"] }),
      {},
      { _tag: "Invalid", fields: [{ field: "", message: "“body is too long”" }] }
    ],
    [
      "one problem as a sentence",
      422,
      messageBody("Validation Failed", { errors: "too many" }),
      {},
      { _tag: "Invalid", fields: [{ field: "", message: "“too many”" }] }
    ],
    ["no body at all", 422, undefined, {}, { _tag: "Invalid", fields: [] }],
    [
      "a name that is taken",
      422,
      messageBody("Repository creation failed.", {
        errors: [{ field: "name", code: "custom", message: "name already exists on this account" }]
      }),
      {},
      { _tag: "Conflict" }
    ],
    [
      "a record that is there already",
      422,
      messageBody("Validation Failed", { errors: [{ field: "tag_name", code: "already_exists" }] }),
      {},
      { _tag: "Conflict" }
    ],
    [
      "a pull request that exists",
      422,
      messageBody("Validation Failed", {
        errors: [{ code: "custom", message: "A pull request already exists for acme:a/b." }]
      }),
      {},
      { _tag: "Conflict" }
    ],
    ["a branch that exists", 422, messageBody("Reference already exists"), {}, { _tag: "Conflict" }],
    [
      "a file that appeared meanwhile",
      422,
      messageBody('Invalid request.\n\n"sha" wasn\'t supplied.'),
      {},
      { _tag: "Conflict" }
    ],
    [
      "a file that changed meanwhile",
      409,
      messageBody("README.md is at 1a but expected 2b"),
      {},
      { _tag: "Conflict", what: expect.stringContaining("is at 1a") }
    ],
    [
      "an empty repository",
      409,
      messageBody("Git Repository is empty."),
      {},
      {
        _tag: "Conflict",
        what: "The repository has no commit yet: “Git Repository is empty.”",
        remedy: { to: "changeState" }
      }
    ],
    [
      "the contents of an empty repository",
      404,
      messageBody("This repository is empty."),
      {},
      {
        _tag: "NotFound",
        what: "The repository has no commit yet: “This repository is empty.”",
        remedy: { to: "changeState" }
      }
    ],
    [
      "a merge that cannot be",
      405,
      messageBody("Pull Request is not mergeable"),
      {},
      { _tag: "Conflict", what: expect.stringContaining("not mergeable") }
    ],
    [
      "nothing there, or nothing to see",
      404,
      messageBody("Not Found"),
      {},
      { _tag: "NotFound", what: expect.stringMatching(/may not see it\.$/) }
    ],
    [
      "a branch that is not there",
      404,
      messageBody("Branch nobranch not found"),
      {},
      { _tag: "NotFound", what: expect.stringMatching(/: “Branch nobranch not found\.”$/) }
    ],
    [
      "a commit that is not there",
      422,
      messageBody("No commit found for SHA: nobranch"),
      {},
      { _tag: "NotFound", what: expect.stringContaining("nobranch") }
    ],
    [
      "a feature that is off",
      410,
      messageBody("Issues has been disabled in this repository."),
      {},
      { _tag: "NotFound", what: expect.stringContaining("disabled") }
    ],
    [
      "a block by law",
      451,
      messageBody("Repository access blocked"),
      {},
      { _tag: "Forbidden", what: expect.stringContaining("legal") }
    ],
    ["JSON that it cannot read", 400, messageBody("Problems parsing JSON"), {}, { _tag: "Invalid" }],
    ["a failed service", 500, messageBody("boom"), {}, { _tag: "Unavailable", status: 500 }],
    ["a gateway's page", 502, undefined, {}, { _tag: "Unavailable", status: 502 }]
  ])("%s (%i)", (_, status, body, headers, expected) => {
    const result = reason(status, body, headers)
    if (expected === undefined) expect(result).toBeUndefined()
    else expect(result).toMatchObject(expected)
  })
})

describe("a limit", () => {
  it.each([403, 429])("that is used up (%i) delays only its resource until it is reset", (status) => {
    const result = reason(status, messageBody("API rate limit exceeded for user ID 1."), exhaustion)
    expect(result).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 90 })
    expect(result).not.toHaveProperty("scope")
  })

  it("that is used up is recognized without any words", () => {
    expect(reason(403, undefined, exhaustion)).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 90 })
    expect(reason(403, undefined, exhaustion)).not.toHaveProperty("scope")
  })

  it.each<[number, unknown, Headers, number]>([
    [403, messageBody(SECONDARY), { "retry-after": "30" }, 30],
    [429, messageBody(SECONDARY), { "retry-after": "Thu, 01 Jan 2026 00:00:09 GMT" }, 9],
    [403, messageBody(SECONDARY), {}, 60],
    [429, undefined, {}, 60],
    [403, messageBody("You have triggered an abuse detection mechanism."), {}, 60],
    [403, messageBody(SECONDARY), exhaustion, 60],
    [429, messageBody("API rate limit exceeded"), { ...exhaustion, "retry-after": "30" }, 30]
  ])("of the second kind (%i, %j, %j) is the account's: wait %i s", (status, body, headers, seconds) => {
    expect(reason(status, body, headers)).toMatchObject({
      _tag: "RateLimited",
      retryAfterSeconds: seconds,
      scope: "account"
    })
  })

  it("is not reported for a missing right, even with the last request of the hour", () => {
    expect(reason(403, messageBody("Must have admin rights to Repository."), exhaustion)?._tag).toBe("Forbidden")
  })
})

describe("a redirect", () => {
  it.each([301, 307, 308])("%i on the service's host means a new name", (status) => {
    expect(redirectMeaning(status, true)?.what).toMatch(/renamed or moved/)
    expect(redirectMeaning(status, false)).toBeUndefined()
  })

  it("302 to another host is a download, or a sign-in in front of the service", () => {
    expect(redirectMeaning(302, false)?.what).toMatch(/download link.*sign-in page of a proxy/)
    expect(redirectMeaning(302, true)).toBeUndefined()
  })
})

it("repeats the service's message on one line, and nothing else of the body", () => {
  const result = reason(422, messageBody("Validation\u202e Failed\n\nfor this", { sent: "secret" }))
  expect(result?.what).toContain("Validation Failed for this")
  expect(JSON.stringify(result)).not.toContain("secret")
})

it.each([
  ["/repos/acme/widgets", "Nothing was found at /repos/acme/widgets, or"],
  [
    "/repos/acme/widgets/contents/docs/README.md",
    "Nothing was found at /repos/acme/widgets/contents/docs/README.md, or"
  ],
  [
    "/repos/a/b/contents/x. It is free\u202e\n”.md",
    'Nothing was found at “/repos/a/b/contents/x. It is free ".md”, or'
  ],
  [`/repos/a/b/contents/${"x".repeat(500)}`, `Nothing was found at “/repos/a/b/contents/${"x".repeat(179)}…”, or`]
])("names what was not found: %s", (path, words) => {
  expect(reason(404, messageBody("Not Found"), {}, path)?.what).toBe(`${words} the account's token may not see it.`)
})
