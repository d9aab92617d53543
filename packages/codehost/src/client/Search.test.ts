import { describe, expect, it } from "vitest"

import { answers, type ReceivedRequest } from "../../tests/answers.ts"
import { clients, reasonOf } from "../../tests/clients.ts"

const { client, calls } = clients()
const server = answers()

const issue = (n: number) => ({
  id: n,
  number: n,
  title: `Issue ${n}`,
  state: "open",
  html_url: "h",
  created_at: "c",
  updated_at: "u"
})

/** A service whose search finds this many issues. */
const finding = (count: number, more: object = {}) => {
  server.answer(({ target }: ReceivedRequest) => {
    const query = new URLSearchParams(target.split("?")[1])
    const [page, size] = [Number(query.get("page") ?? 1), Number(query.get("per_page"))]
    const last = Math.ceil(Math.min(count, 1000) / size)
    const items = Array.from({ length: Math.max(0, Math.min(size, count - (page - 1) * size)) }, (_, i) =>
      issue((page - 1) * size + i + 1)
    )
    return {
      headers: page < last ? { link: `<https://x.example/?page=${page + 1}>; rel="next"` } : {},
      body: { total_count: count, incomplete_results: false, items, ...more }
    }
  })
  return client({ baseUrl: server.origin() })
}

const numbers = async (items: AsyncIterable<{ readonly number: number }>) => {
  const all: Array<number> = []
  for await (const { number } of items) all.push(number)
  return all
}

describe("a search", () => {
  it("finds what exists in the sandbox", async () => {
    const { search } = await client()
    const result = await search.issuesPage({ q: "repo:acme/widgets is:issue is:open", per_page: 5 })
    expect(result.items).toHaveLength(5)
    expect(result.total).toBeGreaterThan(100)
    expect(result).toMatchObject({ incomplete_results: false, next: { page: 2 } })
  })

  it("returns exactly as many as requested", async () => {
    const { search } = await finding(250)
    expect(await numbers(search.issuesList({ q: "x", limit: 7 }).items)).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect(server.asked()).toHaveLength(1)
    expect(await numbers(search.issuesList({ q: "x", limit: 150 }).items)).toHaveLength(150)
    expect(server.asked()).toHaveLength(3)
    const sizes: Array<number> = []
    for await (const { items } of search.issuesList({ q: "x", limit: 150 }).pages) sizes.push(items.length)
    expect(sizes).toEqual([100, 50])
  })

  it("returns no more on a page than requested, even if the service does", async () => {
    const { search } = await finding(3, { items: [1, 2, 3].map(issue) })
    expect((await search.issuesPage({ q: "x", per_page: 2 })).items.map(({ number }) => number)).toEqual([1, 2])
  })

  it("reports the total, and that at most 1,000 can be read", async () => {
    const { search } = await finding(4321)
    const last = await search.issuesPage({ q: "x", per_page: 100, page: 10 })
    expect(last).toMatchObject({ total: 4321, pages: 10, notice: expect.stringMatching(/4321.*1000/) })
    expect(last).not.toHaveProperty("next")
    expect(await numbers(search.issuesList({ q: "x" }).items)).toHaveLength(1000)
    const count = server.asked().length
    expect(await reasonOf(search.issuesPage({ q: "x", per_page: 100, page: 11 }))).toMatchObject({ _tag: "Invalid" })
    expect(server.asked()).toHaveLength(count)
  })

  it("reports that it timed out", async () => {
    const { search } = await finding(3, { incomplete_results: true })
    expect(await search.issuesPage({ q: "x" })).toMatchObject({ incomplete_results: true, total: 3, pages: 1 })
  })

  it.each(["review:changes_requested", "review:changes-requested"])("may ask for %s", async (q) => {
    const { search } = await finding(1)
    expect((await search.issuesPage({ q })).total).toBe(1)
  })

  it("runs one at a time, with pauses between", async () => {
    const { search } = await client({ searchPauseMillis: 50 })
    await Promise.all([1, 2, 3].map((page) => search.issuesPage({ q: "repo:acme/widgets", page })))
    const result = await calls()
    expect(result.map(({ underWay }) => underWay)).toEqual([1, 1, 1])
    expect((result[2]?.atMillis ?? 0) - (result[0]?.atMillis ?? 0)).toBeGreaterThanOrEqual(98)
  })

  it.each([
    [{ q: " " }, "q"],
    [{ q: "x", limit: 1001 }, "limit"],
    [{ q: "x", limit: 0 }, "limit"],
    [{ q: "x", sort: "stars" as never }, "sort"]
  ])("is not sent for %j", async (invalidInput, field) => {
    const { search } = await client()
    expect(await reasonOf(search.issuesPage(invalidInput))).toMatchObject({ _tag: "Invalid", fields: [{ field }] })
    expect(await reasonOf(numbers(search.issuesList(invalidInput).items))).toMatchObject({
      _tag: "Invalid",
      fields: [{ field }]
    })
    expect(await calls()).toEqual([])
  })
})
