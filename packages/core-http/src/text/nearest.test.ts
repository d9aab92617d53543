import { expect, it } from "vitest"

import { nearest } from "./nearest.ts"

const names = [
  "codehost_create_issue",
  "codehost_update_issue",
  "salesdata_people_search",
  "salesdata_people_enrichment"
]

it.each([
  ["salesdata_people_serch", "salesdata_people_search"],
  ["create_issue", "codehost_create_issue"],
  ["CODEHOST_UPDATE_ISSUE", "codehost_update_issue"],
  ["enrichment", "salesdata_people_enrichment"]
])("%s is nearest to %s", (input, name) => expect(nearest(input, names)[0]).toBe(name))

const metrics = [
  "sessionKeyEventRate:purchase",
  "engagedSessions",
  "sessions",
  "newUsers",
  "screenPageViews",
  "itemRevenue"
]

it.each([
  ["session", "sessions"],
  ["pageviews", "screenPageViews"],
  ["Revenue", "itemRevenue"],
  ["NEWUSER", "newUsers"]
])("%s is nearest to %s, whatever the case of its letters", (input, name) =>
  expect(nearest(input, metrics)[0]).toBe(name)
)

it("returns at most the requested number, and handles an empty list", () => {
  expect(nearest("x", names, 2)).toHaveLength(2)
  expect(nearest("", names)).toHaveLength(4)
  expect(nearest("x", [])).toEqual([])
})

it("does not take longer for an input that is much longer than any name", () => {
  const start = performance.now()
  expect(nearest("x".repeat(1_000_000), names)).toHaveLength(4)
  expect(nearest("create_issue", [...names, "x".repeat(1_000_000)])[0]).toBe("codehost_create_issue")
  expect(performance.now() - start).toBeLessThan(1_000)
})
