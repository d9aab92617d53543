import { expect, it } from "vitest"

import { outcome } from "./outcome.ts"
import { plain, widthOf } from "./Screen.ts"

const screen = { columns: 40, style: plain }
const issues = [
  { number: 12, title: "Plain" },
  { number: 7, title: "Odd", user: { login: "ana" } }
]

it("wraps what it says about hidden characters", () => {
  const places = Array.from({ length: 6 }, (_, at) => `files.${at}.content: 3 tag characters`)
  const lines = outcome(screen, { text: "x", hidden_characters: places }, 0).split("\n")
  for (const line of lines) expect(widthOf(line)).toBeLessThanOrEqual(40)
  expect(lines.join(" ")).toContain("files.5.content: 3 tag characters")
})

it("names the rows of a list with hidden characters as the table does", () => {
  const output = {
    items: issues,
    hidden_characters: ["items.1.user.login: 1 tag character", "items.0.title: x", "items.9.title: x"]
  }
  const text = outcome({ ...screen, columns: 200 }, output, 0)
  expect(text).toContain("user.login of number 7: 1 tag character; title of number 12: x; items.9.title: x")
})
