// Tests of the judge: it detects each kind of deviation from the description, one at a time.
import { assert, describe, expect, it } from "vitest"

import { sift } from "./exceptions.ts"
import type { Exchange } from "./exchange.ts"
import { loadPublished } from "./graphql/published.ts"
import { makeJudge } from "./judge.ts"
import { loadOpenApi } from "./openapi.ts"

const openApi = loadOpenApi()
const judge = makeJudge(openApi, loadPublished())

const sha = "aa218f56b14c9653891f9e74264a383fa43fefbd"
const refUrl = "https://api.example/repos/acme/widgets/git/refs/heads/new"
const newRef = {
  ref: "refs/heads/new",
  node_id: "MDM6UmVm",
  url: refUrl,
  object: { type: "commit", sha, url: "https://api.example/repos/acme/widgets/git/commits/1" }
}

interface Parts {
  readonly method?: string
  readonly target?: string
  readonly requestBody?: unknown
  readonly requestHeaders?: Record<string, string>
  readonly status?: number
  readonly answerBody?: unknown
  readonly answerHeaders?: Record<string, string>
}

const bytes = (value: unknown): Buffer =>
  value === undefined ? Buffer.alloc(0) : Buffer.from(typeof value === "string" ? value : JSON.stringify(value))

/** A correct exchange that creates a branch, with the given parts replaced. */
const exchange = (parts: Parts): Exchange => {
  const requestBody = "requestBody" in parts ? parts.requestBody : { ref: "refs/heads/new", sha }
  const answerBody = "answerBody" in parts ? parts.answerBody : newRef
  return {
    request: {
      method: parts.method ?? "POST",
      target: parts.target ?? "/repos/acme/widgets/git/refs",
      headers: {
        "user-agent": "test",
        accept: "application/vnd.github+json",
        ...(requestBody === undefined ? {} : { "content-type": "application/json" }),
        ...parts.requestHeaders
      },
      body: bytes(requestBody)
    },
    answer: {
      status: parts.status ?? 201,
      headers: { "content-type": "application/json; charset=utf-8", location: refUrl, ...parts.answerHeaders },
      body: bytes(answerBody)
    }
  }
}

const read = (parts: Parts): Parts => ({ method: "GET", requestBody: undefined, status: 200, ...parts })

const messages = (parts: Parts): ReadonlyArray<string> => {
  const { request, answer } = judge(exchange(parts))
  return [...request, ...answer].map(({ operation, place, pointer, message }) =>
    [operation, place, pointer, message].filter((text) => text !== "").join(" ")
  )
}

it("a valid request and answer have no differences", () => expect(messages({})).toEqual([]))

describe("the operation", () => {
  it.each([
    ["/repos/a/b/branches/feature/a/b", "repos/get-branch", { owner: "a", repo: "b", branch: "feature/a/b" }],
    ["/repos/a/b/branches/feature%2Fa", "repos/get-branch", { owner: "a", repo: "b", branch: "feature/a" }],
    ["/repos/a/b/branches/x/y/protection", "repos/get-branch-protection", { owner: "a", repo: "b", branch: "x/y" }],
    ["/repos/a/b/contents/x/y%20z", "repos/get-content", { owner: "a", repo: "b", path: "x/y z" }],
    ["/repos/a/b/contents", "repos/get-content", { owner: "a", repo: "b" }],
    ["/repos/a/b/issues/comments", "issues/list-comments-for-repo", { owner: "a", repo: "b" }]
  ])("%s is %s", (path, id, values) => {
    const match = openApi.find("GET", path)
    assert.strictEqual(match?.operation.id, id)
    expect({ ...match?.values }).toEqual(values)
  })

  it("an unknown path is reported", () =>
    expect(messages({ target: "/items/1" })).toEqual(["POST /items/1 path is not an operation of the description"]))
})

describe("the request", () => {
  it.each<[string, Parts, string]>([
    [
      "lacks a property",
      { requestBody: { ref: "refs/heads/new" } },
      "git/create-ref request body must have required property 'sha'"
    ],
    [
      "has a property too many",
      { requestBody: { ref: "refs/heads/new", sha, force: true } },
      'git/create-ref request body has "force", which is not described'
    ],
    [
      "has a property of another type",
      { requestBody: { ref: 1, sha } },
      "git/create-ref request body /ref must be string"
    ],
    ["lacks its body", { requestBody: undefined }, "git/create-ref request body is missing"],
    [
      "has a body of another type",
      { requestHeaders: { "content-type": "text/plain" } },
      'git/create-ref request headers /content-type "text/plain" is not described'
    ],
    [
      "has a query that is not described",
      { target: "/repos/acme/widgets/git/refs?force=1" },
      "git/create-ref query /force is not described"
    ],
    [
      "lacks a user agent",
      { requestHeaders: { "user-agent": "" } },
      "git/create-ref request headers /user-agent is missing"
    ],
    [
      "asks for another version",
      { requestHeaders: { "x-github-api-version": "2026-03-10" } },
      'git/create-ref request headers /x-github-api-version "2026-03-10" is not the description\'s version, 2022-11-28'
    ]
  ])("%s", (_, parts, finding) => expect(messages(parts)).toEqual([finding]))

  it("has a parameter of another type or value", () => {
    const target = "/repos/acme/widgets/pulls?per_page=many&state=ajar"
    expect(messages(read({ target, answerBody: [] }))).toEqual([
      "pulls/list query /per_page must be integer",
      'pulls/list query /state must be equal to one of the allowed values: ["open","closed","all"]'
    ])
  })

  it("lacks a parameter", () =>
    expect(
      messages(read({ target: "/search/issues", status: 422, answerBody: { message: "", documentation_url: "" } }))
    ).toEqual(["search/issues-and-pull-requests query /q is missing"]))

  it("has a body although the operation takes none", () => {
    const parts = {
      method: "PUT",
      target: "/user/starred/acme/widgets",
      requestBody: {},
      status: 204,
      answerBody: undefined
    }
    expect(messages(parts)).toEqual(["activity/star-repo-for-authenticated-user request body is not described"])
  })
})

describe("the answer", () => {
  it.each<[string, Parts, string]>([
    [
      "lacks a property",
      { answerBody: { ...newRef, object: undefined } },
      "git/create-ref answer 201 must have required property 'object'"
    ],
    [
      "has a property too many",
      { answerBody: { ...newRef, object: { ...newRef.object, size: 1 } } },
      'git/create-ref answer 201 /object has "size", which is not described'
    ],
    [
      "has no address",
      { answerBody: { ...newRef, url: "heads/new" } },
      'git/create-ref answer 201 /url must match format "uri"'
    ],
    ["has another status", { status: 202 }, "git/create-ref answer 202 is not described"],
    ["lacks its body", { answerBody: undefined }, "git/create-ref answer 201 has no body"],
    ["is not valid JSON", { answerBody: "<html>" }, "git/create-ref answer 201 is not valid JSON"],
    [
      "has a body of another type",
      { answerHeaders: { "content-type": "text/html" } },
      'git/create-ref answer 201 has a body of "text/html", which is not described'
    ],
    [
      "lacks a described header",
      read({
        target: "/rate_limit",
        answerBody: { rate: { limit: 1, remaining: 1, reset: 1, used: 0 }, resources: {} }
      }),
      "rate-limit/get answer 200 headers /x-ratelimit-limit is missing"
    ]
  ])("%s", (_, parts, finding) => expect(messages(parts)).toContain(finding))

  it("with a status that any operation may have is checked against the general schema", () => {
    const body = { message: "Bad credentials", documentation_url: "https://docs.example" }
    expect(messages({ status: 401, answerBody: body })).toEqual([])
    expect(messages({ status: 401, answerBody: { ...body, hint: "sign in" } })).toEqual([
      'git/create-ref answer 401 has "hint", which is not described'
    ])
    expect(
      messages(
        read({ target: "/user", status: 304, answerBody: undefined, requestHeaders: { "if-none-match": '"1"' } })
      )
    ).toEqual([])
    expect(messages(read({ target: "/users/mona", status: 304, answerBody: undefined }))).toEqual([
      "users/get-by-username answer 304 is not described"
    ])
  })

  it("with a media type that only the operation's text names is not read", () => {
    const target = "/repos/acme/widgets/contents/README.md"
    const raw = (type: string) => read({ target, answerBody: "# Widgets", answerHeaders: { "content-type": type } })
    expect(messages(raw("application/vnd.github.raw+json; charset=utf-8"))).toEqual([])
    expect(messages(raw("application/vnd.github.raw"))).toEqual([
      'repos/get-content answer 200 has a body of "application/vnd.github.raw", which is not described'
    ])
  })

  it("with several alternatives is checked against the closest one", () => {
    const file = {
      type: "file",
      encoding: "base64",
      size: 2,
      name: "a",
      path: "a",
      content: "YQ==",
      sha,
      url: refUrl,
      git_url: null,
      html_url: null,
      download_url: null,
      _links: { git: null, html: null, self: refUrl }
    }
    const answerWith = (content: unknown) =>
      messages(read({ target: "/repos/acme/widgets/contents/a", answerBody: content }))
    expect(answerWith(file)).toEqual([])
    expect(answerWith({ ...file, encoding: undefined })).toEqual([
      "repos/get-content answer 200 must have required property 'encoding'"
    ])
  })
})

describe("exceptions", () => {
  const finding = {
    operation: "gists/update",
    place: "request body",
    pointer: "/files/a.txt",
    message: "must be object"
  }
  const exception = { operation: "gists/update", place: "request body", pointer: /^\/files\/[^/]+$/, reason: "a test" }

  it("cover what they name, and are counted", () => {
    const other = { ...finding, pointer: "/description" }
    const { findings, occurrences } = sift([finding, other], [exception])
    expect(findings).toEqual([other])
    assert.strictEqual(occurrences.get(exception), 1)
  })

  it("that cover nothing are reported", () => assert.strictEqual(sift([], [exception]).occurrences.get(exception), 0))
})
