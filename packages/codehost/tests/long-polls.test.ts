/** Polls of lists that are longer than what one poll reads, or than what a poll used to read. */
import { describe, expect, it } from "vitest"

import { exampleOf } from "./events.ts"
import { at, user, writtenPolls } from "./written-polls.ts"

const { asked, page, poll, serve } = writtenPolls()
const widgets = { owner: "acme", repo: "widgets" }
const base = "/repos/acme/widgets"

const serveList = (list: string, items: ReadonlyArray<object>) =>
  serve((path, query) => (path === base + list ? page(path, query, items) : undefined))

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)

describe("a list of which the service leaves out what single sign-on protects", () => {
  const headers = { "x-github-sso": "partial-results; organizations=21955855,20582480" }

  it("says so, with the remedy, and goes on", async () => {
    serve((path) => (path === "/notifications" ? { body: [] } : undefined))
    const { cursor } = await poll("new_mention", {})
    serve((path) => (path === "/notifications" ? { body: [], headers } : undefined))
    const polled = await poll("new_mention", {}, cursor)
    expect(polled).toMatchObject({
      occurrences: [],
      skipped: "some",
      problem: expect.stringMatching(/^What belongs to 2 organizations is left out: authorize the token/)
    })
    serve((path) => (path === "/notifications" ? { body: [] } : undefined))
    expect(await poll("new_mention", {}, polled.cursor)).not.toHaveProperty("skipped")
  })
})

describe("a list without times", () => {
  const watchers = (ids: ReadonlyArray<number>) => serveList("/subscribers", ids.map(user))

  it("is read to its end: 2,100 watchers of whom one leaves while another joins", async () => {
    watchers(upTo(2100))
    const { cursor } = await poll("new_watcher", widgets)
    watchers([...upTo(2100).filter((id) => id !== 1000), 9999])
    const polled = await poll("new_watcher", widgets, cursor)
    expect(polled.occurrences.map(({ actor }) => actor)).toEqual(["user-9999"])
    expect(polled).not.toHaveProperty("skipped")
  })

  it("says that some were skipped if it is too long, and takes none for new that was only out of sight", async () => {
    const tags = (names: ReadonlyArray<string>) =>
      serveList(
        "/tags",
        names.map((name) => ({ name, commit: { sha: "a".repeat(40) } }))
      )
    const all = upTo(40_300).map((n) => `v${String(99_999 - n)}`)
    tags(all)
    const first = await poll("new_tag", widgets)
    expect(first).not.toHaveProperty("skipped")
    expect(asked().filter(({ target }) => target.includes("/tags"))).toHaveLength(400)
    tags(["w1", ...all.slice(3)])
    const second = await poll("new_tag", widgets, first.cursor)
    expect(second.occurrences.map(({ data }) => data.tag)).toEqual(["w1"])
    expect(second.skipped).toBe("some")
    tags(["w2", "w1", ...all.slice(39_000)])
    const third = await poll("new_tag", widgets, second.cursor)
    expect(third.occurrences.map(({ data }) => data.tag)).toEqual(["w2"])
    tags(["w2", "w1", ...all.slice(39_000), "a1"])
    const fourth = await poll("new_tag", widgets, third.cursor)
    expect(fourth.occurrences.map(({ data }) => data.tag)).toEqual(["a1"])
    expect(fourth).not.toHaveProperty("skipped")
  })
})

describe("a list with times", () => {
  const { issue } = exampleOf("new-issue").body
  const issues = (count: number) =>
    serveList(
      "/issues",
      upTo(count).map((n) => ({ ...issue, id: count - n, number: count - n, created_at: at((count - n) * 100) }))
    )

  it("says that some were skipped if more came since the previous poll than one poll reads", async () => {
    issues(1)
    const { cursor } = await poll("new_issue", widgets)
    issues(2100)
    const polled = await poll("new_issue", widgets, cursor)
    expect(polled.occurrences.map(({ data }) => data.number)).toEqual(upTo(2000).map((n) => n + 101))
    expect(polled.skipped).toBe("some")
    issues(2101)
    const later = await poll("new_issue", widgets, polled.cursor)
    expect(later.occurrences.map(({ data }) => data.number)).toEqual([2101])
    expect(later).not.toHaveProperty("skipped")
  })

  it("says so if it is one of several that a trigger reads", async () => {
    const comments = (count: number) =>
      serve((path, query) => {
        const items = upTo(count).map((n) => ({
          id: count - n,
          body: "Look",
          html_url: `https://codehost.example/acme/widgets/issues/7#issuecomment-${count - n}`,
          created_at: at((count - n) * 100),
          updated_at: at((count - n) * 100)
        }))
        if (path === `${base}/issues/comments`) return page(path, query, items)
        return path === `${base}/pulls/comments` ? { body: [] } : undefined
      })
    comments(1)
    const { cursor } = await poll("new_comment", widgets)
    comments(2100)
    const polled = await poll("new_comment", widgets, cursor)
    expect([polled.occurrences.length, polled.skipped]).toEqual([2000, "some"])
  })

  const thread = (time: string, id: number) => ({
    id: String(id),
    reason: "subscribed",
    updated_at: time,
    repository: { full_name: "acme/widgets" },
    subject: { title: "It squeaks", type: "Issue", url: null }
  })
  const pull = (time: string, id: number) => ({ ...issue, id, number: id, created_at: time, pull_request: {} })

  it.each([
    ["new_mention", {}, "/notifications", thread],
    ["new_issue", widgets, `${base}/issues`, pull]
  ] as const)("is read back to the previous poll, even if it had no news: %s", async (id, target, list, itemOf) => {
    const serveCount = (count: number) =>
      serve((path, query) =>
        path === list
          ? page(
              path,
              query,
              upTo(count).map((n) => itemOf(at((count - n) * 100), count - n))
            )
          : undefined
      )
    serveCount(10)
    const first = await poll(id, target)
    serveCount(1500)
    const second = await poll(id, target, first.cursor)
    const before = asked().length
    serveCount(3000)
    const third = await poll(id, target, second.cursor)
    expect(asked().filter(({ target: asks }, index) => index >= before && asks.startsWith(list))).toHaveLength(16)
    expect(third).not.toHaveProperty("skipped")
  })

  it("says nothing of the kind at the first poll", async () => {
    issues(2100)
    expect(await poll("new_issue", widgets)).not.toHaveProperty("skipped")
  })
})

describe("a push of 3,500 commits", () => {
  const shaOf = (number: number) => String(number).padStart(40, "c")
  const commitOf = (number: number) => ({ sha: shaOf(number), commit: { message: `Commit ${number}` }, parents: [] })
  const numbers = upTo(3500).map((n) => n + 1)
  const numberAt = new Map(numbers.map((number) => [`${base}/commits/${shaOf(number)}`, number]))
  const [before, after] = ["b".repeat(40), shaOf(3500)]
  const activity = (id: number, more: object = {}) => ({
    id,
    activity_type: "push",
    ref: "refs/heads/main",
    before,
    after,
    timestamp: at(id * 1000),
    actor: user(1),
    ...more
  })
  const compare = `${base}/compare/${before}...${after}`
  const serveActivity = (...activities: ReadonlyArray<object>) =>
    serve((path, query) => {
      if (path === `${base}/activity`) return { body: activities }
      if (path === compare)
        return page(path, query, numbers.map(commitOf), (commits) => ({
          html_url: "https://codehost.example/acme/widgets/compare",
          total_commits: 3500,
          commits,
          files: query.has("page")
            ? []
            : [{ filename: "a.txt", status: "added", additions: 1, deletions: 0, changes: 1 }]
        }))
      const number = numberAt.get(path)
      return number === undefined ? undefined : { body: { ...commitOf(number), files: [] } }
    })

  it("has its count, its files and its newest commits; New commit says how many it skipped in between", async () => {
    serveActivity(activity(1, { after: before }))
    const first = await poll("new_push", widgets)
    serveActivity(activity(2), activity(1, { after: before }))
    const pushes = await poll("new_push", widgets, first.cursor)
    expect(pushes.occurrences.map(({ data }) => [data.commit_count, data.commits.at(-1).sha, data.paths])).toEqual([
      [3500, after, ["a.txt"]]
    ])
    expect(pushes).not.toHaveProperty("skipped")
    expect(asked().filter(({ target }) => target.startsWith(compare))).toHaveLength(30)
    const commits = await poll("new_commit", widgets, first.cursor)
    expect(commits.occurrences.map(({ data }) => data.sha)).toEqual(
      [...numbers.slice(0, 100), ...numbers.slice(600)].map(shaOf)
    )
    expect(commits.skipped).toBe(500)
  })
})

describe("the first push to a repository, of more commits than one poll reads", () => {
  const shaOf = (number: number) => String(number).padStart(40, "0")
  const commitOf = (sha: string) => ({ sha, commit: { message: `Commit ${sha}` }, parents: [] })
  const shas = upTo(2100).map((n) => shaOf(2100 - n))
  const activity = {
    id: 1,
    activity_type: "branch_creation",
    ref: "refs/heads/main",
    before: shaOf(0),
    after: shaOf(2100),
    timestamp: at(1000),
    actor: user(1)
  }
  const serveActivity = (...activities: ReadonlyArray<object>) =>
    serve((path, query) => {
      if (path === base) return { body: { default_branch: "main" } }
      if (path === `${base}/activity`) return { body: activities }
      if (path === `${base}/commits`) return page(path, query, shas.map(commitOf))
      const [, sha] = /\/commits\/(\d{40})$/.exec(path) ?? []
      return sha === undefined ? undefined : { body: { ...commitOf(sha), files: [] } }
    })

  it("has its newest commits and no count; New commit says that it skipped some", async () => {
    serveActivity()
    const { cursor } = await poll("new_push", widgets)
    serveActivity(activity)
    const [push] = (await poll("new_push", widgets, cursor)).occurrences
    expect(push?.data).toMatchObject({ created: true, after: shaOf(2100), commits: { length: 20 } })
    expect(push?.data).not.toHaveProperty("commit_count")
    const commits = await poll("new_commit", widgets, cursor)
    expect([commits.occurrences.length, commits.skipped]).toEqual([2000, "some"])
  })
})
