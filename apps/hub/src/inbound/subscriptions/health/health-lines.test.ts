import { expect, it } from "vitest"

import type { Subscription } from "../Subscription.ts"
import { makeHealthLines } from "./health-lines.ts"

const broken = (n: number, problem = "2 starts failed.") => ({
  subscription: { id: `sub_${n}`, name: `stars ${n}` } as Subscription,
  problems: [problem]
})
const many = Array.from({ length: 2_000 }, (_, n) => broken(n))
const enabled = many.map(({ subscription }) => subscription)

it("says of many that do not work, and that work again, in one line, and again in an hour", () => {
  const linesOf = makeHealthLines()
  expect(linesOf({ enabled, broken: many })).toEqual([])
  const line =
    "subscriptions: 2000 do not work, such as stars 0 (sub_0): 2 starts failed. `inlay triggers --health` lists them."
  expect(linesOf({ enabled, broken: many })).toEqual([line])
  const hour = Array.from({ length: 60 }, () => linesOf({ enabled, broken: many }))
  expect(hour.flat()).toEqual([line])
  expect(linesOf({ enabled, broken: [] })).toEqual(["subscriptions: 2000 work again."])
})

it("says it of one when its problem changes, and not when only a number in it does, or for a minute", () => {
  const linesOf = makeHealthLines()
  const look = (problem: string) => linesOf({ enabled, broken: [broken(0, problem), ...many.slice(1)] })
  look("2 starts failed.")
  look("2 starts failed.")
  expect(look("3 starts failed.")).toEqual([])
  expect(look("The key is gone.")).toEqual([])
  expect(look("3 starts failed.")).toEqual([])
  expect(look("The key is gone.")).toEqual([])
  expect(look("The key is gone.")).toEqual([
    "subscriptions: stars 0 (sub_0) does not work: The key is gone. `inlay triggers --health` shows how it is."
  ])
  expect(look("The key is gone.")).toEqual([])
})

it("says nothing of one that works again before its problem was said, or whose two problems take turns", () => {
  const linesOf = makeHealthLines()
  const look = (...problems: ReadonlyArray<string>) =>
    linesOf({ enabled: enabled.slice(0, 1), broken: problems.map((problem) => broken(0, problem)) })
  expect([look("It is down."), look()].flat()).toEqual([])
  const turns = ["It is down.", "It is down.", "The key is gone.", "It is down.", "It is down."]
  expect(turns.flatMap((problem) => look(problem))).toEqual([expect.stringContaining("does not work: It is down.")])
  expect(look()).toEqual(["subscriptions: stars 0 (sub_0) works again, after 5 minutes."])
})
