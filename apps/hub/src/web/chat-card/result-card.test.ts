import { expect, it } from "vitest"

import { resultCard } from "./result-card.ts"

const card = { title: "Ada", subtitle: "", notices: [], sections: [], fetchedAt: "", fromCache: false }

it("draws the card that came with the result", () => {
  expect(resultCard({ structuredContent: { name: "other" }, _meta: { "inlay/card": card } })).toBe(card)
})

it.each([undefined, null, "Ada", {}, { title: "Ada" }, { ...card, sections: "none" }])(
  "draws the result's facts if %j came instead of a card",
  (wrong) => {
    const { title, sections } = resultCard({ structuredContent: { name: "Ada" }, _meta: { "inlay/card": wrong } })
    expect([title, sections]).toEqual([
      "Result",
      [{ title: "", rows: [{ label: "Name", value: "Ada", kind: "text", source: "" }] }]
    ])
  }
)

it("shows a failure's message, and says if the result is empty", () => {
  const failed = resultCard({ isError: true, content: [{ type: "text", text: "NotFound: no such person" }] })
  expect(failed.notices).toEqual([{ tone: "danger", text: "NotFound: no such person" }])
  expect(resultCard({}).notices).toEqual([{ tone: "neutral", text: "The result is empty." }])
})
