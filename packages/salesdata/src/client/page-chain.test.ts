import { expect, it } from "vitest"

import { pageChains } from "./page-chain.ts"

/** The searches of one client, whose pages are named by cursors. */
const searches = () => {
  const chain = pageChains()
  /** Reads a page that leads to another, and returns whether the search goes on. */
  const read = (search: string, cursor: string, next: string): boolean => {
    return chain({ search, cursor }, { rows: 1 }, () => ({ fields: { cursor: next }, isSure: true })).next !== undefined
  }
  return { chain, read }
}

it("remembers the 100 pages that were offered last, over all searches", () => {
  for (const [others, goesOn] of [
    [99, false],
    [100, true]
  ] as const) {
    const { read } = searches()
    expect(read("mine", "first", "second")).toBe(true)
    for (let no = 0; no < others; no++) read(`other ${no}`, "first", "second")
    expect([others, read("mine", "second", "first")]).toEqual([others, goesOn])
  }
})

it("remembers a page that is offered again as if it were new", () => {
  const { read } = searches()
  read("mine", "first", "second")
  for (let no = 0; no < 60; no++) read(`other ${no}`, "first", "second")
  read("mine", "first", "second")
  for (let no = 60; no < 120; no++) read(`other ${no}`, "first", "second")
  expect(read("mine", "second", "first")).toBe(false)
})

it("reads a page with the first page of its search, and the first without one", () => {
  const { chain } = searches()
  const pages = [1, 2, 3].map((no) => ({ rows: no }))
  const firsts = pages.map((page, index) => {
    let first: unknown
    chain({ cursor: index }, page, (firstPage) => {
      first = firstPage
      return { fields: { cursor: index + 1 }, isSure: true }
    })
    return first
  })
  expect(firsts).toEqual([undefined, expect.objectContaining({ rows: 1 }), expect.objectContaining({ rows: 1 })])
})
