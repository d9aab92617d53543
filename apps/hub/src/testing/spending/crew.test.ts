import { expect, it } from "vitest"

import { linesOf } from "./crew.ts"

it("reads what a killed process wrote down, but for the line that it was writing", () => {
  const asked = (number: number) => JSON.stringify({ at: "asked", number, subject: "somebody", retryUnknown: false })
  const numbers = (log: string) => linesOf(log).map(({ number }) => number)
  expect(numbers(`${asked(1)}\n${asked(2)}\n`)).toEqual([1, 2])
  expect(numbers(`${asked(1)}\n${asked(2).slice(0, 30)}`)).toEqual([1])
  expect(numbers("")).toEqual([])
})
