// Providers whose next pages lead nowhere: no page is paid for twice, and the end of the results is never invented.
import { expect, it } from "vitest"

import { standIn } from "../../tests/stand-in.ts"
import { createSalesData } from "../promise.ts"

const provider = standIn()
const row = { first_name: "Jane", last_name: "Doe", title: "Head of Sales" }
const client = () => createSalesData({ baseUrl: provider.origin(), apiKey: "k", prices: { search: 1 } })

/** Follows `next` as an agent does. `after` maps each requested cursor to the next one in its response. */
const follow = async (after: Readonly<Record<string, unknown>>) => {
  provider.answer((_, body) => {
    const { cursor } = body as { readonly cursor?: string }
    return { body: { results: [row], next_cursor: after[cursor ?? ""] } }
  })
  const { people } = client()
  let search = await people.search({ company: "Estuary" })
  let pages = 1
  for (; search.next !== undefined && pages < 20; pages++) search = await people.search(search.next)
  return { pages, left_out: search.left_out }
}

it.each([
  ["come round", { "": "a", a: "b", b: "c", c: "a" }, 4],
  ["come round to the first page's own", { "": "a", a: "a" }, 2]
])("cursors that %s end the search, which is reported", async (_, after, pages) => {
  expect(await follow(after)).toEqual({
    pages,
    left_out: [expect.stringMatching(/was read before, so the search ends here/)]
  })
})

it("a search that ends normally reports nothing, and a restarted search continues again", async () => {
  provider.answer((_, body) => {
    const { cursor } = body as { readonly cursor?: string }
    return { body: { results: [row], next_cursor: cursor === undefined ? "a" : null } }
  })
  const { people } = client()
  for (let times = 0; times < 3; times++) {
    const first = await people.search({ company: "Estuary" })
    expect(first).toMatchObject({ next: { company: "Estuary", extra: { cursor: "a" } } })
    const last = await people.search(first.next ?? {})
    expect(last).not.toHaveProperty("next")
    expect(last).not.toHaveProperty("left_out")
  }
})

it("reads every page of a provider that states only the total, and pays for none after the last", async () => {
  const all = Array.from({ length: 57 }, (_, n) => ({ ...row, last_name: `Doe ${n}` }))
  provider.answer((_, body) => {
    const { page = 1 } = body as { readonly page?: number }
    return { body: { people: all.slice((page - 1) * 25, page * 25), total: 57, page } }
  })
  const { people } = client()
  const first = await people.search({ company: "Estuary" })
  const second = await people.search(first.next ?? {})
  const third = await people.search(second.next ?? {})
  expect([first, second, third].map((search) => search.people.length)).toEqual([25, 25, 7])
  expect(third).not.toHaveProperty("next")
  // Another program does not know how long the first page was.
  let alone = first
  const counts: Array<number> = []
  for (let pages = 0; alone.next !== undefined && pages < 9; pages++) {
    alone = await client().people.search(alone.next)
    counts.push(alone.people.length)
    const mayBeEmpty = [expect.stringMatching(/does not say whether there are more; its next page may be empty/)]
    expect(alone.left_out).toEqual(alone.people.length === 0 ? undefined : mayBeEmpty)
  }
  expect(counts).toEqual([25, 7, 0])
})

it.each([{ per_page: 25 }, { total_pages: 2 }, {}])(
  "pages counted from 0 end after a full last page, with %o",
  async (paging) => {
    provider.answer((_, body) => {
      const { page = 0 } = body as { readonly page?: number }
      return { body: { people: page < 2 ? Array.from({ length: 25 }, () => row) : [], total: 50, page, ...paging } }
    })
    const { people } = client()
    const first = await people.search({ company: "Estuary" })
    const last = await people.search(first.next ?? {})
    expect(first.next).toMatchObject({ extra: { page: 1 } })
    expect(last.people).toHaveLength(25)
    expect(last).not.toHaveProperty("next")
    expect(last).not.toHaveProperty("left_out")
  }
)

it("reads a page of several megabytes, which was paid for", async () => {
  const bio = "x".repeat(50_000)
  provider.answer(() => ({ body: { people: Array.from({ length: 100 }, () => ({ ...row, bio })), total: 100 } }))
  expect((await client().people.search({ company: "Estuary" })).people).toHaveLength(100)
})

it("the next page has the same fields of the provider's own, because another search is another price", async () => {
  provider.answer(() => ({ body: { results: [row], next_cursor: "a" } }))
  const { next } = await client().people.search({ company: "Estuary", extra: { per_page: 5 } })
  expect(next).toEqual({ company: "Estuary", extra: { per_page: 5, cursor: "a" } })
})

it("rows that cannot be read are rows of the page too, so that none is bought again with the next", async () => {
  provider.answer(() => ({ body: { people: [row, null, { ...row, last_name: "Roe" }], total: 6, offset: 0 } }))
  const { next, left_out } = await client().people.search({ company: "Estuary" })
  expect(next).toEqual({ company: "Estuary", extra: { offset: 3 } })
  expect(left_out).toEqual(["people: 2 of 3; all are in raw"])
})
