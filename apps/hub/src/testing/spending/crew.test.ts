import { expect, it } from "vitest"

import { linesOf } from "./crew.ts"

it("reads what a killed process wrote down, but for the line that it was writing", () => {
  const questionLine = (number: number) =>
    JSON.stringify({ at: "asked", number, subject: "somebody", asksAgain: false })
  const numbers = (log: string) => linesOf(log).map(({ number }) => number)
  expect(numbers(`${questionLine(1)}\n${questionLine(2)}\n`)).toEqual([1, 2])
  expect(numbers(`${questionLine(1)}\n${questionLine(2).slice(0, 30)}`)).toEqual([1])
  expect(numbers("")).toEqual([])
})
