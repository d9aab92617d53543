import { expect, test } from "vitest"

import { at, objects, startFor } from "../testing/bench.ts"

const { ask } = startFor()

const releases = "/repos/acme/widgets/releases"
const tags = async (token?: string | null) =>
  objects((await ask(releases, token === undefined ? {} : { token })).body).map(({ tag_name: tag }) => tag)

test("the newest first; drafts only for users with push access", async () => {
  const tagNames = ["v1.2.0", "v1.2.0-beta.1", "v1.1.0", "v1.0.0", "v0.1.0"]
  expect(await tags()).toEqual(["v2.0.0", ...tagNames])
  expect(await tags(null)).toEqual(tagNames)
})

test("the latest is neither draft nor pre-release", async () => {
  for (const body of [
    { tag_name: "v9-beta", prerelease: true },
    { tag_name: "v9", draft: true }
  ]) {
    expect((await ask(releases, { body })).status).toBe(201)
  }
  expect(at((await ask(`${releases}/latest`)).body, "tag_name")).toBe("v1.2.0")
  expect((await ask("/repos/mona/dotfiles/releases/latest")).status).toBe(404)
})

test("by tag and by number", async () => {
  const { body } = await ask(`${releases}/tags/v1.2.0-beta.1`)
  expect([at(body, "prerelease"), at(body, "assets", 0, "name")]).toEqual([true, "widgets.tgz"])
  expect((await ask(String(at(body, "url")))).body).toEqual(body)
  expect((await ask(`${releases}/tags/v2.0.0`)).status).toBe(404)
})

test("a release creates its tag; a draft creates it when it is published", async () => {
  const tag = async (name: string) => (await ask(`/repos/acme/widgets/git/ref/tags/${name}`)).status
  const creation = await ask(releases, { body: { tag_name: "v3", target_commitish: "feature/a/b", name: "Three" } })
  expect([creation.status, at(creation.body, "draft"), await tag("v3")]).toEqual([201, false, 200])
  const draft = await ask(releases, { body: { tag_name: "v4", draft: true } })
  expect([at(draft.body, "published_at"), await tag("v4")]).toEqual([null, 404])
  const publication = await ask(String(at(draft.body, "url")), {
    method: "PATCH",
    body: { draft: false, body: "Done" }
  })
  expect([publication.status, at(publication.body, "body"), await tag("v4")]).toEqual([200, "Done", 200])
  const second = await ask(releases, { body: { tag_name: "v3" } })
  expect([second.status, at(second.body, "errors", 0, "code")]).toEqual([422, "already_exists"])
  const nowhere = await ask(releases, { body: { tag_name: "v5", target_commitish: "nothing" } })
  expect([nowhere.status, at(nowhere.body, "errors", 0, "field")]).toEqual([422, "target_commitish"])
  expect((await ask(String(at(creation.body, "url")), { method: "DELETE" })).status).toBe(204)
})
