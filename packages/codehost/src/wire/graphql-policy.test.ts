import type { CallRequest } from "@inlay/core-http/Client"
import { expect, it } from "vitest"

import { failureOf, onlyReads, requestPolicy } from "./graphql-policy.ts"
import { SEARCH_LANE, WRITE_LANE } from "./request-policy.ts"

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

it("a read that the service still computes an answer for may be sent again", () => {
  const answer = { status: 202, body: {}, headers: {}, receivedAtMillis: 0 }
  expect(failureOf(answer, "/repos/acme/widgets/stats/contributors", "GET")).toMatchObject({
    _tag: "Unavailable",
    what: "The service is still computing the answer.",
    remedy: { to: "retry" }
  })
})
