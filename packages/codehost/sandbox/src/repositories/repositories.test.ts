import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor()

const names = async (path: string) => objects((await ask(path)).body).map((repository) => repository["full_name"])

test("a repository has the caller's permissions", async () => {
  const { body } = await ask("/repos/ACME/Widgets")
  expect(body).toMatchObject({
    full_name: "acme/widgets",
    default_branch: "main",
    visibility: "public",
    stargazers_count: 3,
    subscribers_count: 2,
    forks_count: 1,
    license: { key: "mit" },
    permissions: { admin: true, push: true, pull: true },
    organization: { login: "acme" }
  })
  const hubot = await ask("/repos/acme/widgets", { token: "sandbox-hubot-token-not-a-secret" })
  expect(at(hubot.body, "permissions")).toEqual({ admin: false, maintain: false, push: true, triage: true, pull: true })
  expect(at((await ask("/repos/hubot/widgets")).body, "parent", "full_name")).toBe("acme/widgets")
})

test("own repositories: by kind, visibility, order and time", async () => {
  const own = ["acme/gadgets", "acme/old-widgets", "acme/widgets", "mona/dotfiles", "mona/empty"]
  expect(await names("/user/repos")).toEqual(own)
  expect(await names("/user/repos?visibility=private")).toEqual(["acme/gadgets"])
  expect(await names("/user/repos?affiliation=owner&direction=desc")).toEqual(["mona/empty", "mona/dotfiles"])
  expect(await names("/user/repos?type=owner&sort=created")).toEqual(["mona/empty", "mona/dotfiles"])
  expect((await ask("/user/repos?type=owner&visibility=all")).status).toBe(422)
  expect((await ask("/user/repos?sort=size")).status).toBe(422)
  expect(await names("/orgs/acme/repos?type=private")).toEqual(["acme/gadgets"])
  expect(await names("/users/linus/repos")).toEqual(["linus/spanners"])
  expect((await ask("/orgs/mona/repos")).status).toBe(404)
})

test("a new repository, empty or with a first commit", async () => {
  const creation = await ask("/user/repos", { body: { name: "My new repo!", private: true, description: "New" } })
  expect([creation.status, at(creation.body, "full_name"), at(creation.body, "private")]).toEqual([
    201,
    "mona/My-new-repo-",
    true
  ])
  expect(creation.headers.get("location")).toBe(at(creation.body, "url"))
  const body = { name: "started", auto_init: true, license_template: "mit", gitignore_template: "Node" }
  expect((await ask("/orgs/acme/repos", { body })).status).toBe(201)
  expect(objects((await ask("/repos/acme/started/contents")).body).map(({ name }) => name)).toEqual([
    ".gitignore",
    "LICENSE",
    "README.md"
  ])
})

test.each([
  ["/user/repos", {}, 422, "missing_field"],
  ["/user/repos", { name: "dotfiles" }, 422, "custom"],
  ["/user/repos", { name: "new", license_template: "no-such" }, 422, "invalid"],
  ["/user/repos", { name: "new", description: "a\nb" }, 422, "custom"],
  ["/orgs/initech/repos", { name: "new" }, 403, undefined],
  ["/orgs/nobody/repos", { name: "new" }, 404, undefined]
])("POST %s %j: %d", async (path, body, status, code) => {
  const answer = await ask(path, { body })
  expect([answer.status, at(answer.body, "errors", 0, "code")]).toEqual([status, code])
})

test("a repository is changed, archived and deleted", async () => {
  const patch = (body: object) => ask("/repos/acme/widgets", { method: "PATCH", body })
  const update = await patch({ description: "Others", private: true, default_branch: "feature/a/b", has_wiki: false })
  expect(update.body).toMatchObject({
    description: "Others",
    private: true,
    default_branch: "feature/a/b",
    has_wiki: false
  })
  expect((await patch({ default_branch: "nothing" })).status).toBe(422)
  expect((await patch({ archived: true })).status).toBe(200)
  expect((await patch({ description: "Again" })).status).toBe(403)
  expect((await patch({ archived: false })).status).toBe(200)
  expect((await ask("/repos/acme/widgets", { method: "DELETE" })).status).toBe(204)
  expect((await ask("/repos/acme/widgets")).status).toBe(404)
  expect((await ask("/repos/linus/spanners", { method: "DELETE" })).status).toBe(403)
})

test("a fork has the same commits and its own stars", async () => {
  const fork = await ask("/repos/linus/spanners/forks", { method: "POST" })
  expect([fork.status, at(fork.body, "full_name"), at(fork.body, "parent", "full_name")]).toEqual([
    202,
    "mona/spanners",
    "linus/spanners"
  ])
  expect(await names("/repos/linus/spanners/forks")).toEqual(["mona/spanners"])
  const tip = async (path: string) => at((await ask(`${path}/commits/main`)).body, "sha")
  expect(await tip("/repos/mona/spanners")).toBe(await tip("/repos/linus/spanners"))
})

test("stars: added, listed, removed; watching is separate", async () => {
  const path = "/user/starred/acme/widgets"
  expect((await ask(path)).status).toBe(404)
  for (const _ of [1, 2]) expect((await ask(path, { method: "PUT" })).status).toBe(204)
  expect((await ask(path)).status).toBe(204)
  expect(await names("/user/starred")).toEqual(["acme/widgets"])
  const star = { headers: { accept: "application/vnd.github.star+json" } }
  const gazers = objects((await ask("/repos/acme/widgets/stargazers", star)).body)
  expect(gazers.map((gazer) => at(gazer, "user", "login"))).toEqual(["ada", "linus", "edsger", "mona"])
  expect(gazers[3]?.["starred_at"]).toBe("2026-10-01T09:00:01Z")
  expect((await ask(path, { method: "DELETE" })).status).toBe(204)
  expect((await ask("/user/starred/initech/stapler", { method: "PUT" })).status).toBe(404)
  expect(objects((await ask("/repos/acme/widgets/subscribers")).body).map(({ login }) => login)).toEqual([
    "mona",
    "ada"
  ])
  const subscription = "/repos/linus/spanners/subscription"
  expect((await ask(subscription)).status).toBe(404)
  expect((await ask(subscription, { method: "PUT", body: { subscribed: true } })).status).toBe(200)
  expect((await ask(subscription, { method: "DELETE" })).status).toBe(204)
})
