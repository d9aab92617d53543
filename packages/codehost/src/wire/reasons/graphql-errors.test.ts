import { provesNothingDone } from "@inlay/core-http/ProviderError"
import { describe, expect, it } from "vitest"

import { failureOf } from "../graphql-policy.ts"
import { queryFailure } from "./graphql-errors.ts"

const NOW = Date.parse("2026-01-01T00:00:00Z")

type Headers = Record<string, string>

const reason = (body: unknown, headers: Headers = {}, path = "/graphql") =>
  failureOf({ status: 200, body, headers, receivedAtMillis: NOW }, path, "POST")

describe("GraphQL", () => {
  const failure = (type: string | undefined, message: string, data: unknown = null, headers: Headers = {}) =>
    reason({ data, errors: [{ ...(type !== undefined && { type }), message }] }, headers)

  it.each([
    ["NOT_FOUND", "Could not resolve to a ProjectV2 with the number 9.", "NotFound"],
    ["FORBIDDEN", "Resource not accessible", "Forbidden"],
    ["UNPROCESSABLE", "Pull request is closed", "Conflict"],
    ["RESOURCE_LIMITS_EXCEEDED", "Resource limits for this query exceeded.", "Invalid"],
    [undefined, "Field 'x' doesn't exist on type 'Query'", "Invalid"]
  ])("%s with status 200 is a failure", (type, message, tag) => {
    expect(failure(type, message)).toMatchObject({ _tag: tag, what: expect.stringContaining(message) })
  })

  it.each(["RESOURCE_LIMITS_EXCEEDED", "MAX_NODE_LIMIT_EXCEEDED"])("asks for less after %s, with no data", (type) => {
    for (const data of [null, { user: null }, undefined]) {
      expect(failure(type, "It exceeds a limit.", data)).toMatchObject({
        _tag: "Invalid",
        remedy: { to: "askForLess" }
      })
    }
  })

  it("names the required scope", () => {
    const message =
      "Your token has not been granted the required scopes to execute this query. The 'id' field requires one of the following scopes: ['read:project']"
    expect(failure("INSUFFICIENT_SCOPES", message)).toMatchObject({
      _tag: "Forbidden",
      needs: "the scope read:project"
    })
    // The headers are about the whole API.
    const scopes = { "x-oauth-scopes": "repo", "x-accepted-oauth-scopes": "repo" }
    expect(failure("INSUFFICIENT_SCOPES", message, undefined, scopes)).toMatchObject({
      remedy: { to: "grant", needs: "the scope read:project" }
    })
  })

  it.each([
    [
      "Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource.",
      { needs: "an allowed IP address" }
    ],
    [
      "The 'acme' enterprise forbids access via a fine-grained personal access tokens if the token's lifetime is greater than 366 days.",
      { needs: "a token with a shorter lifetime", remedy: { to: "renewKey" } }
    ],
    [
      "Unauthorized: As an Enterprise Managed User, you cannot access this content",
      { remedy: { to: "useAnotherAccount" } }
    ],
    [
      "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization.",
      {
        needs: "single sign-on",
        remedy: { to: "changeSetting" },
        what: expect.stringContaining("single sign-on: “Res")
      }
    ],
    ["Must have admin rights to Repository.", { needs: "admin rights" }]
  ])("says as much as REST of a refusal that it knows: %s", (message, expected) => {
    const headers: Headers = message.includes("SAML")
      ? { "x-github-sso": "required; url=https://codehost.example" }
      : {}
    expect(failure("FORBIDDEN", message, null, headers)).toMatchObject({ _tag: "Forbidden", ...expected })
  })

  it("says as much as REST of a change that a state or a rule forbids", () => {
    const message =
      "could not be created. Interactions on this repository have been restricted to prior contributors only."
    expect(failure("UNPROCESSABLE", message)).toMatchObject({ _tag: "Forbidden", remedy: { whom: "administrator" } })
    expect(failure("UNPROCESSABLE", "Repository was archived so is read-only.")).toMatchObject({
      _tag: "Conflict",
      because: "state",
      nothing: "changed"
    })
  })

  it("says when its limit is reset", () => {
    const exhaustion = {
      "x-ratelimit-limit": "5000",
      "x-ratelimit-remaining": "0",
      "x-ratelimit-reset": String(NOW / 1000 + 90)
    }
    expect(failure("RATE_LIMITED", "API rate limit exceeded", null, exhaustion)).toMatchObject({
      _tag: "RateLimited",
      retryAfterSeconds: 90
    })
  })

  it.each([
    [
      "by an error's type",
      { data: null, errors: [{ type: "RATE_LIMIT", message: "API rate limit already exceeded." }] }
    ],
    ["by an error's message", { errors: [{ message: "You have exceeded a secondary rate limit. Please wait." }] }],
    [
      "for content that comes too quickly",
      { data: { addComment: null }, errors: [{ type: "UNPROCESSABLE", message: "was submitted too quickly" }] }
    ],
    ["by a message alone", { message: "You have exceeded a secondary rate limit. Please wait.", documentation_url: "" }]
  ])("says that the account has to wait, %s", (_how, body) => {
    expect(reason(body, { "retry-after": "30" })).toMatchObject({
      _tag: "RateLimited",
      retryAfterSeconds: 30,
      scope: "account"
    })
    expect(reason(body)).toMatchObject({ _tag: "RateLimited", retryAfterSeconds: 60 })
  })

  it.each([[{ data: null }], [{ message: "Something went wrong" }], [{}], ["text"], [null]])(
    "fails without data: %j",
    (body) => expect(reason(body)?._tag).toBe("Decode")
  )

  const BROKEN =
    "Something went wrong while executing your query. This may be the result of a timeout, or it could be a bug."

  const NUMBERED =
    "Something went wrong while executing your query. Please include `AB12:3456:789A` when reporting this issue."

  it.each([
    ["without data", { data: null, errors: [{ message: BROKEN }] }],
    ["with an empty part", { data: { addComment: null }, errors: [{ message: BROKEN }] }],
    ["with a message alone", { message: BROKEN }],
    ["with a number to report", { data: null, errors: [{ message: NUMBERED }] }],
    ["with a type", { data: null, errors: [{ type: "INTERNAL", message: BROKEN }] }],
    ["by a timeout", { errors: [{ message: "We couldn't respond to your request in time: timed out." }] }]
  ])("the service failed, so the change may have been made: %s", (_how, body) => {
    const failed = reason(body)
    expect(failed).toMatchObject({ _tag: "Unavailable", status: 502, remedy: { to: "retry" } })
    expect(failed !== undefined && provesNothingDone(failed)).toBe(false)
  })

  it("fails if every part of it did, not if something was answered", () => {
    expect(failure("NOT_FOUND", "gone", { organization: null })?._tag).toBe("NotFound")
    expect(failure("NOT_FOUND", "gone", { organization: null, user: { id: "1" } })).toBeUndefined()
    expect(reason({ data: { viewer: {} } })).toBeUndefined()
    expect(reason({ errors: [{ message: "a field of a record" }] }, {}, "/repos/acme/widgets")).toBeUndefined()
  })
})

it.each([
  ["RESOURCE_LIMITS_EXCEEDED", { _tag: "Invalid", remedy: { to: "askForLess" } }],
  ["RATE_LIMITED", { _tag: "RateLimited" }],
  ["NOT_FOUND", undefined]
])("a part of a query's answer that is missing because of %s", (type, expected) => {
  const body = {
    data: { repository: { discussions: null } },
    errors: [{ type, path: ["repository", "discussions"], message: "It is missing" }]
  }
  const failure = queryFailure({ status: 200, body, headers: {}, receivedAtMillis: NOW })
  if (expected === undefined) expect(failure).toBeUndefined()
  else expect(failure).toMatchObject(expected)
})
