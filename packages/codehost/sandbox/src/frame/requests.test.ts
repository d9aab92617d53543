import { request } from "node:http"

import { expect, test } from "vitest"

import { at, startFor } from "../testing/bench.ts"

const { ask, control, sandbox } = startFor()

test("an answer has the headers of the service's answers", async () => {
  const { headers, status } = await ask("/user")
  expect(status).toBe(200)
  expect(Object.fromEntries(headers)).toMatchObject({
    "content-type": "application/json; charset=utf-8",
    "x-github-media-type": "github.v3; format=json",
    "x-github-api-version-selected": "2022-11-28",
    "access-control-allow-origin": "*",
    "cache-control": "private, max-age=60, s-maxage=60"
  })
  expect(headers.get("x-github-request-id")).toMatch(/^C0DE:/)
})

test.each([
  ["application/vnd.github+json", "github.v3; format=json"],
  ["application/vnd.github.v3+json", "github.v3; format=json"],
  ["text/html, */*;q=0.1", "github.v3; format=json"],
  ["", "github.v3; format=json"],
  ["application/vnd.github.full+json", "github.v3; param=full; format=json"]
])("accept %s is recognized as %s", async (accept, type) => {
  expect((await ask("/user", { headers: { accept } })).headers.get("x-github-media-type")).toBe(type)
})

test("an unsupported media type: 415", async () => {
  const { body, status } = await ask("/user", { headers: { accept: "text/xml" } })
  expect([status, at(body, "message")]).toEqual([
    415,
    `Unsupported 'Accept' header: ["text/xml"]. Must accept 'application/json'.`
  ])
})

test("versions: known ones are echoed, others are refused", async () => {
  const version = (value: string) => ask("/user", { headers: { "x-github-api-version": value } })
  expect((await version("2026-03-10")).headers.get("x-github-api-version-selected")).toBe("2026-03-10")
  expect((await version("2001-01-01")).status).toBe(400)
})

test.each([
  ["{", 400, "Problems parsing JSON"],
  ["[1]", 400, "Body should be a JSON object"],
  ['"text"', 400, "Body should be a JSON object"],
  ["{}", 422, "Validation Failed"],
  ["", 422, "Validation Failed"]
])("the body %s: %d %s", async (body, status, message) => {
  const answer = await ask("/user/repos", { method: "POST", body })
  expect([answer.status, at(answer.body, "message")]).toEqual([status, message])
})

test("fields of a wrong type are named", async () => {
  const { body, status } = await ask("/user/repos", { body: { name: "new", private: "yes" } })
  expect([status, at(body, "message")]).toEqual([
    422,
    `Invalid request.\n\nFor 'properties/private', "yes" is not a boolean.`
  ])
})

test("an unknown path: 404, for any method", async () => {
  for (const [method, path] of [
    ["GET", "/nothing"],
    ["GET", "/repos/acme/nothing"],
    ["POST", "/user"],
    ["GET", "/repos/acme/widgets/"],
    ["GET", "/repositories/1"]
  ] as const) {
    const { body, status } = await ask(path, { method })
    expect([method, path, status, body]).toEqual([
      method,
      path,
      404,
      { message: "Not Found", documentation_url: "https://docs.github.com/rest", status: "404" }
    ])
  }
})

test("a request without a user agent is refused", async () => {
  const status = await new Promise((resolve, reject) => {
    const outgoing = request(`${sandbox().urls.codehost}/user`, (answer) => resolve(answer.resume().statusCode))
    outgoing.once("error", reject)
    outgoing.end()
  })
  expect(status).toBe(403)
})

test("HEAD is GET without a body; OPTIONS answers CORS preflights", async () => {
  const [head, got] = [await ask("/user", { method: "HEAD" }), await ask("/user")]
  expect([head.status, head.text, head.headers.get("etag")]).toEqual([200, "", got.headers.get("etag")])
  const answer = await ask("/user", { method: "OPTIONS", token: null })
  expect([answer.status, answer.headers.get("access-control-allow-headers")]).toEqual([
    204,
    expect.stringContaining("Authorization")
  ])
})

test("the journal lists calls, and no tokens", async () => {
  await ask("/repos/acme/widgets?x=1", { headers: { "if-none-match": '"a"' } })
  await ask("/user", { token: "wrong-token" })
  await ask("/user", { token: null })
  const { body, text } = await control("/calls")
  const { atMillis } = (at(body, "calls", 0) ?? {}) as { readonly atMillis: number }
  expect(at(body, "calls", 0)).toEqual({
    number: expect.any(Number) as number,
    atMillis,
    method: "GET",
    path: "/repos/acme/widgets",
    query: "x=1",
    operation: "/repos/{owner}/{repo}",
    token: "mona",
    headerNames: expect.arrayContaining(["authorization", "if-none-match"]) as Array<string>,
    conditional: true,
    underWay: 1,
    fault: null,
    status: 200
  })
  expect([at(body, "calls", 1, "token"), at(body, "calls", 2, "token")]).toEqual(["unknown", "none"])
  expect(text).not.toContain(sandbox().env.INLAY_CODEHOST_TOKEN)
  expect(text).not.toContain("wrong-token")
})

test("addresses in answers have the host that the caller used", async () => {
  const { origin, urls } = sandbox()
  const { body } = await ask("/repos/acme/widgets")
  expect(at(body, "url")).toBe(`${urls.codehost}/repos/acme/widgets`)
  expect(at(body, "html_url")).toBe(`${origin}/repo/acme/widgets`)
  const other = origin.replace("127.0.0.1", "localhost")
  expect(at((await ask(`${other}/codehost/user`)).body, "url")).toBe(`${other}/codehost/users/mona`)
})
