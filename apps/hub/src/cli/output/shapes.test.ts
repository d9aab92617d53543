import * as Effect from "effect/Effect"
import { expect, it } from "vitest"

import { screenOf } from "../../terminal/Screen.ts"
import { shapes } from "./shapes.ts"

const screen = screenOf(process.stdout, { NO_COLOR: "1" })
const csv = (output: unknown) => {
  const shape = Effect.runSync(shapes({ fields: undefined, format: "csv" }, false, {}))
  return shape(output).text(screen)
}

it("writes CSV that a spreadsheet reads as it was, and takes for no formula", () => {
  const items = [
    { a: 'says "no", twice', b: "two\nlines", c: "=1+1", d: -4, e: { f: ["x", 1] } },
    { a: null, g: true }
  ]
  expect(csv({ items }).split("\r\n")).toEqual([
    "a,b,c,d,e.f,g",
    `"says ""no"", twice","two\nlines",'=1+1,-4,"[""x"",1]",`,
    ",,,,,true"
  ])
})

it("writes no record for no match", () => {
  expect(csv({ match: false, record: null })).toBe("")
})
