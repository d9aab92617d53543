import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const tokenWith = async (token: object): Promise<string> => String(at((await control("/tokens", token)).body, "token"))

test.each([
  ["Bearer", "Bearer sandbox-token-not-a-secret"],
  ["token", "token sandbox-token-not-a-secret"],
  ["Basic", `Basic ${btoa("mona:sandbox-token-not-a-secret")}`],
  ["Basic, as the name", `Basic ${btoa("sandbox-token-not-a-secret:x-oauth-basic")}`]
])("%s is understood", async (_, authorization) => {
  const { body, status } = await ask("/user", { token: null, headers: { authorization } })
  expect([status, at(body, "login")]).toEqual([200, "mona"])
})

test("invalid, missing and revoked", async () => {
  const bad = await ask("/user", { token: "nobody" })
  expect([bad.status, at(bad.body, "message")]).toEqual([401, "Bad credentials"])
  expect(bad.headers.get("x-ratelimit-limit")).toBe("60")
  const missing = await ask("/user", { token: null })
  expect([missing.status, at(missing.body, "message")]).toEqual([401, "Requires authentication"])
  const token = await tokenWith({ login: "ada" })
  expect(at((await ask("/user", { token })).body, "login")).toBe("ada")
  await control("/tokens/revoke", { token })
  expect((await ask("/user", { token })).status).toBe(401)
})

test("a token expires by the sandbox's clock, and reports when", async () => {
  const token = await tokenWith({ expiresInSeconds: 3600 })
  const { headers, status } = await ask("/user", { token })
  expect(status).toBe(200)
  const ends = Date.parse(headers.get("github-authentication-token-expiration") ?? "")
  expect(Math.abs(ends - Date.now() - 3_600_000)).toBeLessThan(60_000)
  await control("/clock", { advanceSeconds: 3700 })
  expect((await ask("/user", { token })).status).toBe(401)
})

test("without a token: only public data", async () => {
  expect((await ask("/repos/acme/widgets", { token: null })).status).toBe(200)
  expect((await ask("/repos/acme/gadgets", { token: null })).status).toBe(404)
  expect((await ask("/repos/acme/widgets/forks", { method: "POST", token: null })).status).toBe(401)
})

test("a classic token's scopes: reported, and required", async () => {
  const { headers } = await ask("/user/orgs")
  expect(headers.get("x-oauth-scopes")).toContain("repo, workflow, gist")
  expect(headers.get("x-accepted-oauth-scopes")).toBe("read:org, user")
  expect(headers.has("x-accepted-github-permissions")).toBe(false)
  const token = await tokenWith({ scopes: ["public_repo"] })
  expect((await ask("/repos/acme/gadgets", { token })).status).toBe(404)
  expect((await ask("/repos/acme/widgets", { token })).status).toBe(200)
  expect((await ask("/user/orgs", { token })).status).toBe(404)
  const put = { method: "PUT", body: { names: ["a"] } }
  expect((await ask("/repos/acme/widgets/topics", { ...put, token })).status).toBe(200)
  const bare = await tokenWith({ scopes: [] })
  expect((await ask("/repos/acme/widgets/topics", { ...put, token: bare })).status).toBe(404)
})

test("a fine-grained token's permissions: reported, and required", async () => {
  const token = await tokenWith({ kind: "fine-grained", permissions: { contents: "read", metadata: "read" } })
  const readme = "/repos/acme/gadgets/contents/README.md"
  const read = await ask(readme, { token })
  expect(read.status).toBe(200)
  expect(read.headers.get("x-accepted-github-permissions")).toBe("contents=read")
  expect(read.headers.has("x-oauth-scopes")).toBe(false)
  const answer = await ask(readme, { method: "PUT", body: { message: "m", content: "" }, token })
  expect([answer.status, at(answer.body, "message")]).toEqual([403, "Resource not accessible by personal access token"])
  expect(answer.headers.get("x-accepted-github-permissions")).toBe("contents=write; contents=write,workflows=write")
})

test("a token for some repositories: others are hidden, and public ones read-only", async () => {
  const permissions = { all: "write" }
  const token = await tokenWith({ kind: "fine-grained", permissions, repositories: ["ACME/gadgets"] })
  expect((await ask("/repos/acme/gadgets", { token })).status).toBe(200)
  expect((await ask("/repos/acme/widgets", { token })).status).toBe(200)
  const topics = { method: "PUT", body: { names: ["a"] }, token }
  expect((await ask("/repos/acme/gadgets/topics", topics)).status).toBe(200)
  expect((await ask("/repos/acme/widgets/topics", topics)).status).toBe(403)
  const none = await tokenWith({ kind: "fine-grained", permissions, repositories: ["acme/widgets"] })
  expect((await ask("/repos/acme/gadgets", { token: none })).status).toBe(404)
  const names = objects((await ask("/user/repos", { token: none })).body).map((repository) => repository["full_name"])
  expect(names).not.toContain("acme/gadgets")
})

test("an application's token is reported as such", async () => {
  const token = await tokenWith({ kind: "app", permissions: { metadata: "read" } })
  const { body } = await ask("/repos/acme/widgets/topics", { method: "PUT", body: { names: [] }, token })
  expect(at(body, "message")).toBe("Resource not accessible by integration")
})

test("a person's role counts too: hidden, insufficient, sufficient", async () => {
  const ada = await tokenWith({ login: "ada", scopes: ["repo"] })
  expect((await ask("/repos/initech/stapler", { token: ada })).status).toBe(404)
  const { body, status } = await ask("/repos/acme/widgets/collaborators/linus", { method: "PUT", token: ada })
  expect([status, at(body, "message")]).toEqual([403, "Must have admin rights to Repository."])
  expect((await ask("/repos/acme/old-widgets/topics", { method: "PUT", body: { names: [] } })).status).toBe(403)
})

test("the control API identifies tokens by their labels", async () => {
  await tokenWith({ label: "mine", login: "hubot" })
  const { body, text } = await control("/tokens")
  expect(objects(at(body, "tokens")).map(({ label }) => label)).toContain("mine")
  expect(text).not.toContain("not-a-secret")
  for (const wrong of [
    { kind: "no" },
    { login: 1 },
    { scopes: "repo" },
    { permissions: { contents: "all" } },
    { repositories: 1 }
  ]) {
    expect((await control("/tokens", wrong)).status).toBe(400)
  }
})
