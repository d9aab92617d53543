import { expect, it } from "vitest"

import { make } from "./costs.ts"

const PATH = "/v1beta/properties/1:batchRunReports"
const batchOf = (count: number) => ({ body: { requests: Array.from({ length: count }, () => ({})) } })
const reportOf = (limit: number) => ({ body: { limit } })

it("a batch is expected to cost as much as its reports", () => {
  const costs = make()
  expect([batchOf(0), batchOf(1), batchOf(5)].map((batch) => costs.of(batch, PATH))).toEqual([10, 10, 50])
})

it("of the shapes that were learned, those that were not used for longest are forgotten", () => {
  const costs = make()
  costs.learn(reportOf(0), PATH, 77)
  for (let limit = 1; limit < 500; limit++) costs.learn(reportOf(limit), PATH, 3)
  costs.learn(reportOf(0), PATH, 78)
  costs.learn(reportOf(500), PATH, 3)
  expect([reportOf(0), reportOf(1), reportOf(2)].map((report) => costs.of(report, PATH))).toEqual([78, 10, 3])
})
