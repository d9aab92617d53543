import type { CallRequest } from "@inlay/core-http/Client"
import { expect, it } from "vitest"

import { isText, onlyReads, requestPolicy, SEARCH_LANE, WRITE_LANE } from "./request-policy.ts"

const document = (query: unknown): CallRequest => ({
  operation: "apiCall",
  method: "POST",
  endpoint: "/graphql",
  body: { query }
})

// A request that counts as a read is retried after a lost response, so no document that changes something may count as
// one.
it.each([
  "mutation { x }",
  "# nothing\nmutation M { x }",
  ", mutation # }\n{ x }",
  "query Q { a } mutation M { x }",
  'query Q { a } mutation M @d(a: "}") { x }',
  "query Q { a } mutation M($a: T = {b: 1}) { x }",
  'query Q { a(b: "\\"") } mutation M { x }',
  'query Q($a: String = """\\\\""" x """) { a } mutation M { x } #"""',
  'query Q { a(b: " } mutation M { x }',
  'query Q { a(b: """ } mutation M { x }',
  'query Q { a(b: "\n } mutation M { x }',
  undefined,
  7
])("may change something: %j", (query) => {
  expect(onlyReads(document(query))).toBe(false)
})

it.each([
  "{ viewer { login } }",
  "query Q { a } # a mutation",
  'query Q { search(query: "mutation { x }") { n } }',
  'query Q($a: String = """ a \\""" mutation """) { a }',
  "query Q { mutations { n } }"
])("only reads: %j", (query) => {
  expect(onlyReads(document(query))).toBe(true)
})

it.each(['"', '"""', '"\\\n'])("a document in which nothing closes %j is read at once", (opening) => {
  const start = performance.now()
  for (const inner of ['\\"', '\\"""', '"\n']) {
    expect(onlyReads(document(`{ a(b: ${opening}${inner.repeat(100_000)}`))).toBe(true)
  }
  expect(performance.now() - start).toBeLessThan(1_000)
})

it.each<[CallRequest, string, object]>([
  [document("{ viewer { login } }"), "/graphql", { resource: "graphql" }],
  [document("mutation { x }"), "/graphql", { resource: "graphql", lane: WRITE_LANE }],
  [{ operation: "a", method: "GET", endpoint: "" }, "/search/code", { resource: "code_search", lane: SEARCH_LANE }],
  [{ operation: "a", method: "GET", endpoint: "" }, "/Search/issues", { resource: "search", lane: SEARCH_LANE }],
  [{ operation: "a", method: "GET", endpoint: "" }, "/rate_limit", { resource: "rate_limit" }],
  [{ operation: "a", method: "GET", endpoint: "" }, "/repos/acme/widgets", { resource: "core" }],
  [{ operation: "a", method: "PATCH", endpoint: "" }, "/repos/acme/widgets", { resource: "core", lane: WRITE_LANE }]
])("knows the limit and the lane of a call: %j to %s", (request, path, policy) => {
  expect(requestPolicy(request, path)).toEqual(policy)
})

it.each([
  ["application/vnd.github.raw", "/repos/acme/widgets/contents/a", true],
  ["application/vnd.github.raw+json", "/repos/acme/widgets/contents/a", true],
  ["application/vnd.github.v3.raw", "/repos/acme/widgets/contents/a", true],
  ["application/vnd.github.html", "/repos/acme/widgets/readme", true],
  ["application/vnd.github.diff", "/repos/acme/widgets/pulls/1", true],
  ["application/vnd.github.v3.patch", "/repos/acme/widgets/pulls/1", true],
  ["application/vnd.github.sha", "/repos/acme/widgets/commits/main", true],
  ["text/html", "/markdown", true],
  ["text/html", "/markdown/raw", true],
  ["text/plain", "/zen", true],
  ["application/octocat-stream", "/octocat", true],
  ["text/html", "/repos/acme/widgets", false],
  ["text/plain", "/repos/acme/widgets/zen", false],
  ["application/vnd.github.object", "/repos/acme/widgets/contents/a", false],
  ["constructor", "/zen", false]
])("an answer of the type %s from %s is text: %s", (mediaType, path, expected) => {
  expect(isText(mediaType, path)).toBe(expected)
})
