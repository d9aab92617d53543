import { describe, expect, it } from "vitest"

import { answers, type ReceivedRequest, type PreparedAnswer } from "../../tests/answers.ts"
import { clients, reasonOf, widgets } from "../../tests/clients.ts"

const { client, calls } = clients()
const server = answers()
const own = () => client({ baseUrl: `${server.origin()}/api` })

const branch = (n: number) => ({ name: `b${n}`, commit: { sha: "0".repeat(40) } })
const branches = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => branch(from + i))

const collect = async <A>(items: AsyncIterable<A>): Promise<ReadonlyArray<A>> => {
  const all: Array<A> = []
  for await (const item of items) all.push(item)
  return all
}

const queryOf = ({ target }: ReceivedRequest) => new URLSearchParams(target.split("?")[1])
const pageOf = (request: ReceivedRequest) => Number(queryOf(request).get("page") ?? 1)

/** Serves a list of this many branches. As at the service, its links hold the repository's number, not its name. */
const listOf =
  (count: () => number) =>
  (request: ReceivedRequest): PreparedAnswer => {
    const size = Number(queryOf(request).get("per_page"))
    const page = pageOf(request)
    const last = Math.ceil(count() / size)
    const link = (number: number, rel: string) =>
      `<https://elsewhere.example/repositories/1/branches?per_page=${size}&page=${number}>; rel="${rel}"`
    return {
      headers: page < last ? { link: `${link(page + 1, "next")}, ${link(last, "last")}` } : {},
      body: branches((page - 1) * size + 1, Math.min(page * size, count()))
    }
  }

describe("one page", () => {
  it("has the number of pages and the next page, and on the last page the total number of items", async () => {
    const { branches: list } = await own()
    server.answer(listOf(() => 70))
    expect(await list.page(widgets)).toMatchObject({ pages: 3, next: { page: 2 }, items: { length: 30 } })
    const last = await list.page({ ...widgets, page: 3 })
    expect(last).toMatchObject({ pages: 3, total: 70, items: { length: 10 } })
    expect(last).not.toHaveProperty("next")
    expect(server.asked().map(({ target }) => target)).toEqual([
      "/api/repos/acme/widgets/branches?per_page=30",
      "/api/repos/acme/widgets/branches?per_page=30&page=3"
    ])
  })

  it("has neither a total nor a number of pages past the end, except those that the service returns", async () => {
    const { branches: list } = await own()
    server.answer(listOf(() => 70))
    expect(await list.page({ ...widgets, page: 9 })).toEqual({ items: [] })
    server.answer(() => ({ headers: { link: '<https://x.example/?page=3>; rel="last"' }, body: [] }))
    expect(await list.page({ ...widgets, page: 9 })).toEqual({ items: [], pages: 3 })
    server.answer(listOf(() => 0))
    expect(await list.page(widgets)).toEqual({ items: [], pages: 1, total: 0 })
  })

  it("is checked for a name that does not exist if the list is empty, not if only the page is", async () => {
    const { commits } = await own()
    server.answer(({ target }) => (target.includes("/commits?") ? { body: [] } : { status: 404, body: {} }))
    const about = { ...widgets, author: "nobody" }
    expect(await commits.page({ ...about, page: 2 })).toEqual({ items: [] })
    expect(server.asked()).toHaveLength(1)
    for (const first of [about, { ...about, page: 1 }]) {
      expect(await reasonOf(commits.page(first))).toMatchObject({ _tag: expect.stringMatching(/NotFound|Invalid/) })
    }
  })

  it.each([
    ["page=2", { page: 2 }],
    ["page=1", { page: 2 }],
    ["page=1", {}],
    ["after=same", { cursor: "same" }]
  ])("fails if its link to the next page, %s, does not lead to a page after %j", async (query, at) => {
    server.answer(() => ({ headers: { link: `<https://x.example/?${query}>; rel="next"` }, body: branches(1, 1) }))
    expect(await reasonOf((await own()).branches.page({ ...widgets, ...at }))).toMatchObject({ _tag: "Decode" })
  })

  it.each([
    '<https://x.example/branches?since=364>; rel="next"',
    '<https://x.example/branches?page=two>; rel="next"',
    '<https://x.example/branches?after=>; rel="next"',
    '<https://x.example/branches/pages/2>; rel="next"',
    '<https://x.example/branches?page=2; rel="next"'
  ])("is not taken for the last one if its link to the next cannot be parsed: %s", async (link) => {
    server.answer(() => ({ headers: { link }, body: branches(1, 1) }))
    const { branches: list } = await own()
    for (const read of [list.page(widgets), collect(list.list(widgets).items)]) {
      expect(await reasonOf(read)).toMatchObject({ _tag: "Decode", what: expect.stringMatching(/cannot be parsed/) })
    }
  })

  it("continues by cursor if the service does", async () => {
    const { branches: list } = await own()
    const next = `<${server.origin()}/x?after=Y3Vyc29y&page=2&per_page=1>; rel="next"`
    server.answer((request) =>
      queryOf(request).get("after") === null
        ? { headers: { link: next }, body: branches(1, 1) }
        : { body: branches(2, 2) }
    )
    const first = await list.page({ ...widgets, per_page: 1 })
    expect(first).toEqual({ items: branches(1, 1), next: { cursor: "Y3Vyc29y" } })
    const second = await list.page({ ...widgets, per_page: 1, cursor: "Y3Vyc29y" })
    expect(second).toEqual({ items: branches(2, 2) })
    expect((await collect(list.list(widgets).items)).map(({ name }) => name)).toEqual(["b1", "b2"])
  })

  it.each([{ page: 0 }, { page: 1.5 }, { per_page: 101 }, { per_page: 0 }, { cursor: "" }])(
    "refuses %j before anything is sent",
    async (wrong) => {
      const list = (await own()).branches
      const [field] = Object.keys(wrong)
      expect(await reasonOf(list.page({ ...widgets, ...wrong }))).toMatchObject({
        _tag: "Invalid",
        fields: [{ field }]
      })
      expect(await reasonOf(collect(list.list({ ...widgets, ...wrong }).items))).toMatchObject({ _tag: "Invalid" })
      expect(server.asked()).toEqual([])
    }
  )
})

describe("a whole list", () => {
  it.each([0, 1, 99, 100, 101, 1234])(
    "of %i takes no more requests than necessary, and keeps the order",
    async (count) => {
      server.answer(listOf(() => count))
      const all = await collect((await own()).branches.list(widgets).items)
      expect(all.map(({ name }) => name)).toEqual(branches(1, count).map(({ name }) => name))
      expect(server.asked()).toHaveLength(Math.max(1, Math.ceil(count / 100)))
    }
  )

  it("is read no further than it is consumed", async () => {
    server.answer(listOf(() => 1234))
    for await (const item of (await own()).branches.list(widgets).items) if (item.name === "b100") break
    expect(server.asked()).toHaveLength(1)
  })

  it.each([1, 6])("requests at most %i pages at once", async (pagesAhead) => {
    // Holds all pages after the first until `pagesAhead` of them are requested, so that the speed of the machine does
    // not matter.
    const together = Promise.withResolvers<void>()
    let waiting = 0
    server.answer(async (request) => {
      if (Number(queryOf(request).get("page") ?? 1) > 1 && ++waiting === pagesAhead) together.resolve()
      if (waiting > 0) await together.promise
      // Gives a client that requests too many pages the time to do so.
      await new Promise((resolve) => setTimeout(resolve, 5))
      return listOf(() => 2000)(request)
    })
    const { branches: list } = await client({ baseUrl: `${server.origin()}/api`, pagesAhead })
    expect(await collect(list.list(widgets).items)).toHaveLength(2000)
    expect(server.most()).toBe(pagesAhead)
  })

  it("is read to its end if it grows in the meantime", async () => {
    let count = 250
    server.answer((request) => {
      if (pageOf(request) === 3) count = 420
      return listOf(() => count)(request)
    })
    expect(await collect((await own()).branches.list(widgets).items)).toHaveLength(420)
  })

  it("keeps few pages in memory, however slowly it is consumed", async () => {
    server.answer(listOf(() => 5000))
    let count = 0
    for await (const page of (await own()).branches.list(widgets).pages) {
      count += 1
      await new Promise((resolve) => setTimeout(resolve, 1))
      expect(server.asked().length - count).toBeLessThanOrEqual(8)
      expect(page.items).toHaveLength(100)
    }
    expect(count).toBe(50)
  })

  it.each(["page=2", "after=same"])("fails if its links, %s, never lead to a later page", async (query) => {
    server.answer(() => ({ headers: { link: `<https://x.example/?${query}>; rel="next"` }, body: branches(1, 1) }))
    expect(await reasonOf(collect((await own()).branches.list(widgets).items))).toMatchObject({ _tag: "Decode" })
    expect(server.asked()).toHaveLength(2)
  })

  it("fails if its cursors repeat, after returning every page once", async () => {
    const after: Readonly<Record<string, string>> = { "": "a", a: "b", b: "c", c: "a" }
    server.answer((request) => ({
      headers: { link: `<https://x.example/?after=${after[queryOf(request).get("after") ?? ""]}>; rel="next"` },
      body: branches(1, 1)
    }))
    const read = async () => {
      for await (const _ of (await own()).branches.list(widgets).items) if (server.asked().length > 20) break
    }
    expect(await reasonOf(read())).toMatchObject({ _tag: "Decode", what: expect.stringMatching(/links back/) })
    expect(server.asked()).toHaveLength(4)
  })

  it("is read no further than its end, whatever its link to the last page says", async () => {
    server.answer((request) => {
      const { headers, body } = listOf(() => 250)(request)
      const link = headers?.["link"]?.replace(/page=3>; rel="last"/, 'page=900000000>; rel="last"')
      return { headers: link === undefined ? {} : { link }, body }
    })
    expect(await collect((await own()).branches.list(widgets).items)).toHaveLength(250)
    expect(server.asked().length).toBeLessThan(15)
  })

  it("fails if a page does, after returning the pages before it", async () => {
    server.answer((request) =>
      pageOf(request) === 3 ? { status: 404, body: { message: "Not Found" } } : listOf(() => 500)(request)
    )
    const names: Array<string> = []
    const read = async () => {
      for await (const { name } of (await own()).branches.list(widgets).items) names.push(name)
    }
    expect(await reasonOf(read())).toMatchObject({ _tag: "NotFound" })
    expect(names.length).toBeGreaterThanOrEqual(100)
    expect(names.length).toBeLessThanOrEqual(200)
  })
})

it("has the service's count, and reads a keyed list", async () => {
  const code = await client()
  const first = await code.workflows.page({ ...widgets, per_page: 1 })
  expect(first).toMatchObject({ total: 4, pages: 4, next: { page: 2 } })
  expect(await collect(code.workflows.list({ ...widgets, per_page: 1 }).items)).toHaveLength(4)
  expect((await calls()).filter(({ operation }) => operation?.endsWith("/workflows"))).toHaveLength(5)
})

it("requests the page behind a cursor only by `after`", async () => {
  server.answer(() => ({ body: [] }))
  const { issues } = await client({ baseUrl: server.origin() })
  await issues.page({ ...widgets, state: "all", cursor: "abc" })
  expect(server.asked().map(({ target }) => target)).toEqual([
    "/repos/acme/widgets/issues?state=all&per_page=30&after=abc"
  ])
})
