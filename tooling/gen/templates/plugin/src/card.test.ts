import { expect, it } from "vitest"

import recorded from "../fixtures/item.json" with { type: "json" }
import { itemCard } from "./card.ts"

it("shows an item by its name, its page and its age, each value with its source", () => {
  const item = recorded.body
  const card = itemCard(item, { fetchedAt: "2026-01-03T00:00:00Z", fromCache: true })
  expect(card).toMatchObject({
    title: item.name,
    subtitle: item.id,
    fetchedAt: "2026-01-03T00:00:00Z",
    fromCache: true
  })
  expect(card.sections.flatMap(({ rows }) => rows.map(({ source, value }) => [source, value]))).toEqual([
    ["url", item.url],
    ["updated_at", item.updated_at.slice(0, 10)]
  ])
})
