import { expect, test } from "vitest"

import { at, startFor } from "../testing/bench.ts"

const { ask, control, sandbox } = startFor()

const askOld = (path: string, query = "") => {
  const url = `${sandbox().urls.codehost}/repositories/1296269${path}${query}`
  return {
    url,
    body: {
      message: "Moved Permanently",
      url,
      documentation_url: "https://docs.github.com/rest/guides/best-practices-for-using-the-rest-api#follow-redirects"
    }
  }
}

test.each([
  ["", ""],
  ["/contents/README.md", "?ref=main"],
  ["/issues/1", ""],
  ["/commits", "?per_page=1&sha=feature%2Fa%2Fb"],
  ["/actions/workflows/ci.yml/runs", ""]
])("GET of a former name%s: 301 to the same resource by id", async (path, query) => {
  const answer = await ask(`/repos/acme/gizmos${path}${query}`)
  const { body, url } = askOld(path, query)
  expect([answer.status, answer.headers.get("location"), answer.body]).toEqual([301, url, body])
  const target = await ask(url)
  expect(target.status).toBe(200)
  expect(target.body).toEqual((await ask(`/repos/acme/widgets${path}${query}`)).body)
})

test("a write to a former name: 307, and nothing is written", async () => {
  const answer = await ask("/repos/acme/gizmos/issues", { body: { title: "Where?" } })
  expect([answer.status, answer.body]).toEqual([307, askOld("/issues").body])
  expect(at((await ask("/repos/acme/widgets/issues")).body, 0, "title")).not.toBe("Where?")
  expect((await ask(askOld("/issues").url, { body: { title: "Here" } })).status).toBe(201)
})

test("users who may not see the repository do not learn its new name", async () => {
  expect((await ask("/repos/grace/gadgets")).status).toBe(301)
  expect((await ask("/repos/grace/gadgets", { token: null })).status).toBe(404)
})

test("a repository is transferred, and its former name leads to it until the name is taken", async () => {
  const transfer = await ask("/repos/acme/widgets/transfer", { body: { new_owner: "hubot", new_name: "sprockets" } })
  expect([transfer.status, at(transfer.body, "full_name")]).toEqual([202, "acme/widgets"])
  expect(at((await ask("/repos/hubot/sprockets")).body, "full_name")).toBe("hubot/sprockets")
  for (const former of ["acme/widgets", "acme/gizmos"]) expect((await ask(`/repos/${former}`)).status).toBe(301)
  expect((await ask("/orgs/acme/repos", { body: { name: "widgets" } })).status).toBe(201)
  expect((await ask("/repos/acme/widgets")).status).toBe(200)
})

test.each([
  [{}, 422],
  [{ new_owner: "nobody" }, 422],
  [{ new_owner: "acme" }, 422],
  [{ new_owner: "initech" }, 403]
])("transfer %j: %d", async (body, status) => {
  expect((await ask("/repos/acme/widgets/transfer", { body })).status).toBe(status)
})

test("only an administrator can transfer a repository", async () => {
  const token = String(at((await control("/tokens", { login: "ada", scopes: ["repo"] })).body, "token"))
  expect((await ask("/repos/acme/widgets/transfer", { body: { new_owner: "ada" }, token })).status).toBe(403)
})
