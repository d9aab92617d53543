import { expect, test } from "vitest"

import { type RequestOptions, at, objects, startFor } from "../testing/bench.ts"

const { ask, control } = startFor()

const widgets = "/repos/acme/widgets"
const policy = async (body: object) => expect((await control("/policies", body)).status).toBe(200)
const tokenWith = async (token: object): Promise<string> => String(at((await control("/tokens", token)).body, "token"))
const refusalOf = async (path: string, options?: RequestOptions) => {
  const { body, status } = await ask(path, options)
  return [status, at(body, "message")]
}

const base64 = (text: string): string => Buffer.from(text).toString("base64")
const write = (branch: string) => ({ method: "PUT", body: { message: "m", content: base64("new\n"), branch } })

test("an IP allow list: refuses only the organization's data, and only with a token", async () => {
  await policy({ account: "acme", ipAllowList: true })
  const message =
    "Although you appear to have the correct authorization credentials, the `acme` organization has an IP allow list enabled, and your IP address is not permitted to access this resource."
  for (const path of [widgets, `${widgets}/issues`, "/orgs/acme", "/repos/acme/gadgets"]) {
    expect(await refusalOf(path)).toEqual([403, message])
  }
  expect((await ask(widgets, { token: null })).status).toBe(200)
  expect((await ask("/repos/mona/dotfiles")).status).toBe(200)
})

test.each([
  ["classic", "Personal Access"],
  ["oauth", "OAuth"]
])("single sign-on: a %s token gets an error that says how to authorize it", async (kind, name) => {
  await policy({ account: "acme", singleSignOn: true })
  const token = await tokenWith({ kind, scopes: ["repo"] })
  const { body, headers, status } = await ask("/repos/acme/gadgets", { token })
  expect([status, at(body, "message")]).toEqual([
    403,
    `Resource protected by organization SAML enforcement. You must grant your ${name} token access to this organization.`
  ])
  expect(headers.get("x-github-sso")).toBe("required; url=https://github.com/orgs/acme/sso?authorization_request=AAAA")
})

test("single sign-on: a list over several owners is partial, and names the missing owners", async () => {
  await policy({ account: "acme", singleSignOn: true })
  const { body, headers } = await ask("/user/repos")
  expect(objects(body).map(({ full_name: name }) => name)).toEqual(["mona/dotfiles", "mona/empty"])
  expect(headers.get("x-github-sso")).toBe("partial-results; organizations=101")
})

test("an application that the organization has not approved can only read public data", async () => {
  await policy({ account: "acme", oauthAppApproval: true })
  const token = await tokenWith({ kind: "oauth", scopes: ["repo"] })
  expect((await ask(widgets, { token })).status).toBe(200)
  const [status, message] = await refusalOf(`${widgets}/issues`, { body: { title: "t" }, token })
  expect([status, message]).toEqual([
    403,
    expect.stringContaining("the `acme` organization has enabled OAuth App access restrictions")
  ])
  expect((await ask("/repos/acme/gadgets", { token })).status).toBe(403)
  expect((await ask("/repos/acme/gadgets")).status).toBe(200)
})

test("kinds of tokens that an organization does not accept", async () => {
  await policy({ account: "acme", forbidsClassicTokens: true, limitsTokenLifetime: true })
  expect(await refusalOf(widgets)).toEqual([
    403,
    "`acme` forbids access via a personal access token (classic). Please use a GitHub App, OAuth App, or a personal access token with fine-grained permissions."
  ])
  const fine = { kind: "fine-grained", permissions: { all: "write" } }
  const [status, message] = await refusalOf(widgets, { token: await tokenWith(fine) })
  expect([status, message]).toEqual([403, expect.stringMatching(/^The 'acme' organization forbids access.*366 days\./)])
  const token = await tokenWith({ ...fine, token: "short", expiresInSeconds: 86_400 })
  expect((await ask(widgets, { token })).status).toBe(200)
})

test("a suspended person may do nothing", async () => {
  await policy({ account: "mona", suspended: true })
  expect(await refusalOf("/user")).toEqual([403, "Sorry. Your account was suspended."])
  expect((await ask("/user", { token: "sandbox-hubot-token-not-a-secret" })).status).toBe(200)
})

test("a blocked repository says why", async () => {
  await policy({ repository: "acme/widgets", blocked: "dmca" })
  const { body, status } = await ask(`${widgets}/contents/README.md`)
  expect([status, at(body, "message"), at(body, "block", "reason")]).toEqual([451, "Repository access blocked", "dmca"])
  expect(at(body, "block", "html_url")).toMatch(/^https:\/\/github\.com\/github\/dmca\//)
  await policy({ repository: "acme/widgets", blocked: "tos" })
  expect(at((await ask(widgets)).body, "block", "reason")).toBe("tos")
  expect((await ask(widgets)).status).toBe(403)
  await policy({ repository: "acme/widgets", blocked: null })
  expect((await ask(widgets)).status).toBe(200)
})

test.each([
  [`${widgets}/contents/new.md`, write("main")],
  [`${widgets}/issues`, { body: { title: "t" } }],
  [`${widgets}/issues/1`, { method: "PATCH", body: { title: "t" } }],
  [`${widgets}/issues/1/comments`, { body: { body: "b" } }],
  [`${widgets}/pulls`, { body: { title: "t", head: "feature/a/b", base: "main" } }],
  [`${widgets}/git/refs`, { body: { ref: "refs/heads/x", sha: "0".repeat(40) } }],
  [`${widgets}/git/trees`, { body: { tree: [] } }],
  [`${widgets}/actions/workflows/deploy.yml/dispatches`, { body: { ref: "main" } }],
  [`${widgets}/actions/workflows/ci.yml/disable`, { method: "PUT" }]
])("an archived repository: %s is refused", async (path, options) => {
  await policy({ repository: "acme/widgets", archived: true })
  expect(await refusalOf(path, options)).toEqual([403, "Repository was archived so is read-only."])
  expect((await ask(`${widgets}/issues`)).status).toBe(200)
})

test("disabled issues: 410, but pull requests stay", async () => {
  await policy({ repository: "acme/widgets", issues: false })
  const pull = objects((await ask(`${widgets}/pulls`)).body)[0]?.["number"]
  expect(await refusalOf(`${widgets}/issues`)).toEqual([410, "Issues are disabled for this repo"])
  expect(await refusalOf(`${widgets}/issues/1`)).toEqual([410, "Issues are disabled for this repo"])
  expect(await refusalOf(`${widgets}/issues`, { body: { title: "t" } })).toEqual([
    410,
    "Issues has been disabled in this repository."
  ])
  expect((await ask(`${widgets}/issues/1/comments`, { body: { body: "b" } })).status).toBe(410)
  expect((await ask(`${widgets}/issues/${String(pull)}`)).status).toBe(200)
})

test("a locked conversation refuses comments from outsiders", async () => {
  expect((await ask(`${widgets}/issues/1/lock`, { method: "PUT", body: {} })).status).toBe(204)
  const token = await tokenWith({ login: "linus", scopes: ["repo"] })
  const comment = { body: { body: "Still" } }
  expect(await refusalOf(`${widgets}/issues/1/comments`, { ...comment, token })).toEqual([
    403,
    "Unable to create comment because issue is locked."
  ])
  expect((await ask(`${widgets}/issues/1/comments`, comment)).status).toBe(201)
})

test("nothing starts if Actions are disabled", async () => {
  await policy({ repository: "acme/widgets", actionsDisabled: true })
  const dispatch = { body: { ref: "main", inputs: { environment: "staging" } } }
  expect(await refusalOf(`${widgets}/actions/workflows/deploy.yml/dispatches`, dispatch)).toEqual([
    422,
    "Actions has been disabled for this repository."
  ])
})

test("a protected branch refuses writes, by either kind of rule", async () => {
  const demand = "Changes must be made through a pull request."
  const sha = at((await ask(`${widgets}/contents/README.md`)).body, "sha")
  const tip = at((await ask(`${widgets}/git/ref/heads/feature/a/b`)).body, "object", "sha")
  await policy({ repository: "acme/widgets", protection: { main: demand }, rules: { "docs/typos": demand } })
  expect(await refusalOf(`${widgets}/contents/new.md`, write("main"))).toEqual([
    409,
    `Could not create file: ${demand}`
  ])
  const body = { message: "m", content: "", sha }
  expect(await refusalOf(`${widgets}/contents/README.md`, { method: "PUT", body })).toEqual([
    409,
    `Could not update file: ${demand}`
  ])
  expect(await refusalOf(`${widgets}/contents/README.md`, { method: "DELETE", body })).toEqual([
    409,
    `Could not delete file: ${demand}`
  ])
  const rule = `Repository rule violations found\n\n${demand}\n\n`
  expect(await refusalOf(`${widgets}/contents/new.md`, write("docs/typos"))).toEqual([409, rule])
  const move = { method: "PATCH", body: { sha: tip, force: true } }
  expect(await refusalOf(`${widgets}/git/refs/heads/main`, move)).toEqual([422, demand])
  expect(await refusalOf(`${widgets}/git/refs/heads/docs/typos`, { method: "DELETE" })).toEqual([422, rule])
  expect((await ask(`${widgets}/contents/new.md`, write("feature/a/b"))).status).toBe(201)
})

test("unmet merge requirements of a branch: 405", async () => {
  const pulls = objects((await ask(`${widgets}/pulls?base=main`)).body)
  const number = pulls.find(({ draft }) => draft === false)?.["number"]
  const demand = "At least 1 approving review is required by reviewers with write access."
  await policy({ repository: "acme/widgets", protection: { main: demand } })
  const refusal = await refusalOf(`${widgets}/pulls/${String(number)}/merge`, { method: "PUT", body: {} })
  expect(refusal).toEqual([405, demand])
})

test("a deleted issue, and one that was transferred", async () => {
  await policy({ repository: "acme/widgets", deletedIssues: [1], movedIssues: { "2": "mona/dotfiles#1" } })
  expect(await refusalOf(`${widgets}/issues/1`)).toEqual([410, "This issue was deleted"])
  expect(await refusalOf(`${widgets}/issues/1/comments`, { body: { body: "b" } })).toEqual([
    410,
    "This issue was deleted"
  ])
  const went = await ask(`${widgets}/issues/2`)
  const url = at(went.body, "url")
  expect([went.status, went.headers.get("location"), at(went.body, "message")]).toEqual([301, url, "Moved Permanently"])
  expect(at((await ask(String(url))).body, "title")).toBe("Prompt shows the wrong branch")
  expect((await ask(`${widgets}/issues/2`, { method: "PATCH", body: { state: "closed" } })).status).toBe(307)
})

test.each([
  [{}],
  [{ account: "nobody" }],
  [{ account: "acme", ipAllowList: 1 }],
  [{ account: "acme", colour: true }],
  [{ repository: "acme/nothing" }],
  [{ repository: "acme/widgets", blocked: "taste" }],
  [{ repository: "acme/widgets", archived: "yes" }],
  [{ repository: "acme/widgets", rules: { main: 1 } }],
  [{ repository: "acme/widgets", deletedIssues: "1" }],
  [{ repository: "acme/widgets", colour: true }]
])("an unknown policy is refused: %j", async (body) => {
  expect((await control("/policies", body)).status).toBe(400)
  expect((await control("/policies")).body).toEqual({ accounts: {}, repositories: {} })
})

test("a token without the full scope: private data is 404, and the answer names the scope", async () => {
  const token = await tokenWith({ scopes: ["public_repo"] })
  const gadgets = await ask("/repos/acme/gadgets", { token })
  expect([gadgets.status, gadgets.headers.get("x-accepted-oauth-scopes")]).toEqual([404, "repo"])
  expect((await ask("/user/repos", { body: { name: "a" }, token })).status).toBe(201)
  const hidden = await ask("/user/repos", { body: { name: "b", private: true }, token })
  expect([hidden.status, hidden.headers.get("x-accepted-oauth-scopes")]).toEqual([404, "public_repo, repo"])
  expect((await ask("/repos/acme/gadgets/contents/README.md", { token })).status).toBe(404)
})
