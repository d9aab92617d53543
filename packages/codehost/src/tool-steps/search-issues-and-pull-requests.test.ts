import { expect, it } from "vitest"

import { answers } from "../../tests/answers.ts"
import { connect } from "../../tests/connected.ts"
import { stepWorld } from "../../tests/steps.ts"

const { run, reason, wrongFields, get, calls } = stepWorld("codehost_search_issues_and_pull_requests")
const server = answers()
const Q = "repo:acme/widgets"

it("finds what the service finds, with the total and the next page", async () => {
  const record = await get(`/search/issues?q=${encodeURIComponent(`${Q} is:pr`)}`)
  expect(await run({ q: `${Q} is:pr` })).toMatchObject({ total: record.total_count, incomplete_results: false })
  const page = await run({ q: Q, per_page: 3, fields: ["number"] })
  expect(page.items).toHaveLength(3)
  expect(page.next).toEqual({ q: Q, per_page: 3, fields: ["number"], page: 2 })
})

it("returns exactly as many as the limit, over as many pages as needed", async () => {
  const { items, total, next } = await run({ q: Q, limit: 103, fields: ["number"] })
  expect([items.length, next]).toEqual([103, undefined])
  expect(total).toBeGreaterThan(103)
  expect(new Set(items.map(({ number }: { number: number }) => number)).size).toBe(103)
  expect(await calls()).toHaveLength(2)
})

it("returns an empty result if nothing matches", async () => {
  expect(await run({ q: `${Q} "no such words anywhere"` })).toMatchObject({ items: [], total: 0 })
})

it("says that results are missing if the service did not finish one of the pages", async () => {
  server.answer(({ target }) => {
    const isFirst = !target.includes("&page=2")
    return {
      headers: isFirst ? { link: `<${server.origin()}/search/issues?q=x&page=2>; rel="next"` } : {},
      body: { total_count: 2, incomplete_results: isFirst, items: [] }
    }
  })
  const runStep = await connect(server.origin())
  const found = await runStep("codehost_search_issues_and_pull_requests", { q: "x", limit: 150 })
  expect(server.asked()).toHaveLength(2)
  expect(found).toMatchObject({ incomplete_results: true })
})

it("keeps what was left out of each page", async () => {
  const withheld = { "x-github-sso": "partial-results; organizations=21955855" }
  server.answer(({ target }) => {
    const isFirst = !target.includes("&page=2")
    return {
      headers: isFirst
        ? { ...withheld, link: `<${server.origin()}/search/issues?q=x&page=2>; rel="next"` }
        : { "x-github-sso": "" },
      body: { total_count: 1200, incomplete_results: false, items: [] }
    }
  })
  const runStep = await connect(server.origin())
  const { notice } = (await runStep("codehost_search_issues_and_pull_requests", { q: "x", limit: 150 })) as {
    readonly notice: string
  }
  expect(notice).toMatch(/single sign-on.*1200 match/)
})

it("explains a query that the service cannot parse", async () => {
  expect((await reason({ q: "repo:acme/no-such-repository" }))._tag).toBe("Invalid")
})

it.each([
  [{ q: " " }, ["q"]],
  [{ q: Q, limit: 0 }, ["limit"]],
  [{ q: Q, limit: 1001 }, ["limit"]],
  [{ q: Q, page: 11, per_page: 100 }, ["page"]],
  [{ q: Q, sort: "best" }, ["sort"]]
])("refuses %j", async (input, fields) => expect(await wrongFields(input)).toEqual(fields))
