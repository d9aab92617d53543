import { expect, test } from "vitest"

import { linksOf, objects, startFor } from "../testing/bench.ts"

const { ask, sandbox } = startFor()

const names = (body: unknown) => objects(body).map(({ name }) => name)

test("links have the service's format and lead through the whole list", async () => {
  const base = `${sandbox().urls.codehost}/repositories/1296269/branches`

  const one = await ask("/repos/acme/widgets/branches?per_page=1")
  expect(one.headers.get("link")).toBe(
    `<${base}?per_page=1&page=2>; rel="next", <${base}?per_page=1&page=4>; rel="last"`
  )
  const all = [...names(one.body)]
  let next = linksOf(one)["next"]
  let last = one
  while (next !== undefined) {
    last = await ask(next)
    all.push(...names(last.body))
    next = linksOf(last)["next"]
  }
  expect(all).toEqual(["docs/typos", "feature/a/b", "fix-turning", "main"])
  expect(last.headers.get("link")).toBe(
    `<${base}?per_page=1&page=3>; rel="prev", <${base}?per_page=1&page=1>; rel="first"`
  )
})

test("a list on one page has no links", async () => {
  expect((await ask("/repos/acme/widgets/branches")).headers.has("link")).toBe(false)
})

test.each([
  ["per_page=2&page=9", 0],
  ["per_page=500", 4],
  ["per_page=0", 4],
  ["per_page=x&page=y", 4],
  ["page=-1", 4]
])("%s returns %d", async (query, count) => {
  expect(objects((await ask(`/repos/acme/widgets/branches?${query}`)).body).length).toBe(count)
})

test("past the end the links lead back", async () => {
  const links = linksOf(await ask("/repos/acme/widgets/branches?per_page=2&page=9"))
  expect(Object.entries(links).map(([rel, url]) => [rel, new URL(url).searchParams.get("page")])).toEqual([
    ["prev", "2"],
    ["last", "2"],
    ["first", "1"]
  ])
})

test("lists of people and organizations link by their ids", async () => {
  const ofPerson = linksOf(await ask("/users/acme/repos?per_page=1"))["next"] ?? ""
  expect(new URL(ofPerson).pathname).toBe("/codehost/organizations/101/repos")
  const address = linksOf(await ask("/orgs/acme/members?per_page=1"))["next"] ?? ""
  expect(new URL(address).pathname).toBe("/codehost/organizations/101/members")
  expect(objects((await ask(address)).body).length).toBe(1)
  expect((await ask("/user/1/repos")).status).toBe(200)
})

test("a repository's former name leads to it", async () => {
  await ask("/repos/mona/dotfiles", { method: "PATCH", body: { name: "dots" } })
  const answer = await ask("/repos/mona/dotfiles/branches?page=1")
  const location = `${sandbox().urls.codehost}/repositories/1296271/branches?page=1`
  expect([answer.status, answer.headers.get("location"), names((await ask(location)).body)]).toEqual([
    301,
    location,
    ["main"]
  ])
  expect((await ask("/repos/mona/dotfiles/forks", { method: "POST" })).status).toBe(307)
  expect((await ask("/repos/mona/dots")).status).toBe(200)
})
