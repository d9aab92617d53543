/** Polls of stars and watchers whose list the service hides, cuts into short pages, or fills with deleted accounts. */
import { describe, expect, it } from "vitest"

import { polls } from "./polls.ts"
import { at, user, writtenPolls } from "./written-polls.ts"

const widgets = { owner: "acme", repo: "widgets" }
const base = "/repos/acme/widgets"
const upTo = (count: number) => Array.from({ length: count }, (_, id) => id)

describe("a list that the service hides from the account", () => {
  const { ask, control, poller } = polls()

  it.each([
    ["new_star", (token: string) => ask("PUT", "/user/starred/acme/widgets", undefined, token)],
    ["new_watcher", (token: string) => ask("PUT", `${base}/subscription`, { subscribed: true }, token)]
  ])("is reported and not taken for empty: %s", async (trigger, join) => {
    const tokenOf = async (login: string): Promise<string> =>
      (await control("/tokens", { login, scopes: ["repo"], label: `of ${login}` })).token
    const settings = { token: await tokenOf("edsger") }
    const id = `codehost_${trigger}`
    await join(await tokenOf("hubot"))
    const poll = await poller(id, widgets, settings)
    expect(await poll()).toEqual([])
    await control("/policies", { repository: "acme/widgets", hidesPeople: true })
    await expect(poll()).rejects.toMatchObject({
      reason: { _tag: "Forbidden", needs: "admin or collaborator of the repository" }
    })
    await expect((await poller(id, widgets, settings))()).rejects.toMatchObject({ reason: { _tag: "Forbidden" } })
    expect(await (await poller(id, widgets))()).toEqual([])
    await control("/policies", { repository: "acme/widgets", hidesPeople: false })
    expect(await poll()).toEqual([])
    await join(await tokenOf("margaret"))
    expect((await poll()).map(({ actor }) => actor)).toEqual(["margaret"])
  })
})

describe("a list of stars", () => {
  const { asked, origin, poll, serve } = writtenPolls()
  const star = (id: number) => ({ starred_at: at(id * 1000), user: user(id) as object | null })
  const pages = (all: ReadonlyArray<ReadonlyArray<object>>, hasLinks: boolean) =>
    serve((path, query) => {
      const page = Number(query.get("page"))
      const link = `<${origin()}${path}?per_page=100&page=${page + 1}>; rel="next"`
      if (path === base) return { body: { stargazers_count: all.flat().length } }
      return {
        body: all[page - 1] ?? [],
        ...(hasLinks && page < all.length && { headers: { link } })
      }
    })

  it.each([true, false])("is not over after a short page (with links: %s)", async (hasLinks) => {
    const [first, second] = [upTo(99).map(star), upTo(100).map((n) => star(n + 200))]
    pages([first, second, [star(999)]], hasLinks)
    const { cursor } = await poll("new_star", widgets)
    pages([first, second, [star(999), star(1000)]], hasLinks)
    const { occurrences } = await poll("new_star", widgets, cursor)
    expect(occurrences.map(({ actor }) => actor)).toEqual(["user-1000"])
  })

  it("goes on behind a page whose accounts are all hidden", async () => {
    pages([upTo(100).map(star), [star(200)]], true)
    const { cursor } = await poll("new_star", widgets)
    pages([upTo(100).map(star), [star(200)], [], [star(999)]], true)
    const { occurrences } = await poll("new_star", widgets, cursor)
    expect(occurrences.map(({ actor }) => actor)).toEqual(["user-999"])
  })

  it("is empty for those who may write if the service counts only hidden accounts in it", async () => {
    const count = { stargazers_count: 1, subscribers_count: 1 }
    const answer = (permissions: object) => serve((path) => ({ body: path === base ? { ...count, permissions } : [] }))
    answer({ admin: false, push: false, pull: true })
    await expect(poll("new_star", widgets)).rejects.toMatchObject({ reason: { _tag: "Forbidden" } })
    answer({ admin: false, push: true, pull: true })
    expect((await poll("new_star", widgets)).occurrences).toEqual([])
  })

  it("is hidden, and not a repository's that is gone, if it alone is not found", async () => {
    serve((path) =>
      path === base ? { body: { stargazers_count: 1 } } : { status: 404, body: { message: "Not Found" } }
    )
    await expect(poll("new_star", widgets)).rejects.toMatchObject({ reason: { _tag: "Forbidden" } })
  })

  it("may contain deleted accounts, which are not reported", async () => {
    const gone = { ...star(5), user: null }
    pages([[star(1), gone]], true)
    const { cursor } = await poll("new_star", widgets)
    pages([[star(1), gone, star(6), { ...gone, starred_at: at(7000) }]], true)
    const { occurrences } = await poll("new_star", widgets, cursor)
    expect(occurrences.map(({ actor }) => actor)).toEqual(["user-6"])
  })

  it("of which the end was removed is searched, not walked back page by page", async () => {
    pages(
      upTo(80).map((page) => upTo(100).map((n) => star(page * 100 + n))),
      true
    )
    const { cursor } = await poll("new_star", widgets)
    const before = asked().length
    pages([[star(1)]], true)
    expect((await poll("new_star", widgets, cursor)).occurrences).toEqual([])
    expect(asked().length - before).toBeLessThan(12)
  })
})
