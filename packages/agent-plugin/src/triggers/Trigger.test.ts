import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { describe, expect, it, vi } from "vitest"

import * as Trigger from "./Trigger.ts"

const info = {
  id: "sample_new_thing",
  title: "New Thing",
  category: "Things",
  description: "A thing was made somewhere.",
  possible: [{ via: "webhook", events: ["thing"], needs: [], expectedDelaySeconds: 5 }],
  fixture: "new-thing"
} as const

const trigger = Trigger.make({
  ...info,
  target: Schema.Struct({ owner: Schema.String, size: Schema.Int.check(Schema.isGreaterThan(0)) }),
  output: Schema.Struct({ id: Schema.String }),
  place: ({ owner }) => `owners/${owner}`
})

describe("a target with filters", () => {
  it("is accepted unchanged", () => {
    const wish = trigger.read({ target: { owner: "ada", size: 1 } })
    expect(Result.isSuccess(wish) && wish.success).toEqual({ target: { owner: "ada", size: 1 }, filters: {} })
  })

  it("with 50,000 unknown names is compared with the existing ones only for those that the failure names", () => {
    const comparing = vi.spyOn(String.prototype, "toLowerCase")
    const filters = Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`name${at}`, "x"]))
    const wish = trigger.read({ target: { ...filters, owner: "ada", size: 1 }, filters })
    expect(comparing.mock.calls.length).toBeLessThan(1000)
    comparing.mockRestore()
    expect(Result.isFailure(wish) && wish.failure.message).toMatch(
      /target\.name0 .*; the nearest are .*; 99,980 more fields are wrong\./
    )
  })

  it("is refused with all its problems, under the trigger's name", () => {
    const wish = trigger.read({ target: { owner: 7, size: 0 }, filters: { author: "ada" } })
    expect(Result.isFailure(wish) && wish.failure).toMatchObject({
      provider: "sample",
      operation: "sample_new_thing",
      reason: {
        _tag: "Invalid",
        fields: [{ field: "target.owner" }, { field: "target.size" }, { field: "filters.author" }]
      }
    })
  })
})

it("names the nearest fields for an unknown one", () => {
  const filtered = Trigger.make({
    ...info,
    target: Schema.Struct({ owner: Schema.String, repo: Schema.optionalKey(Schema.NonEmptyString) }),
    filters: Schema.Struct({ branch: Schema.optionalKey(Schema.String), base: Schema.optionalKey(Schema.String) }),
    output: Schema.Struct({ id: Schema.String }),
    place: ({ owner }) => owner
  })
  const wish = filtered.read({ target: { owner: "ada", repo: "", rebo: "x" }, filters: { branhc: "x" } })
  expect(Result.isFailure(wish) && wish.failure.reason).toMatchObject({
    fields: [
      { field: "target.rebo", message: "is not a field of this input; the nearest are repo, owner" },
      { field: "target.repo", message: expect.not.stringContaining("nearest") },
      { field: "filters.branhc", message: "is not a field of this input; the nearest are branch, base" }
    ]
  })
})

it("produces nothing and accepts everything by default", () => {
  const watcher = { login: "ada", scopes: [] }
  expect(trigger.match({ name: "thing", body: {} }, watcher)).toEqual([])
  expect(trigger.ways({}, watcher)).toEqual(trigger.possible)
  expect(trigger.accepts({}, { key: "a", at: "2026-01-07T09:00:00Z", data: {} })).toBe(true)
})

it("says why a poll skipped something if the trigger knows", () => {
  expect(Trigger.skippedInWords({ skipped: "some", problem: "One is hidden." })).toBe("One is hidden.")
})

it.each([
  [undefined, undefined],
  [0, undefined],
  [3, "3 events came faster than they could be polled, and were not seen."],
  ["some", "There was more to read than a poll reads, so some events may not have been seen."]
] as const)("says what a poll skipped: %s", (skipped, words) => {
  expect(Trigger.skippedInWords(skipped === undefined ? {} : { skipped })).toBe(words)
})

it.each([
  [undefined, 0],
  [0, 0],
  [-60, 0],
  [Number.NaN, 0],
  [0.2, 1],
  [60, 60],
  [1e9, 86_400]
])("waits as a service asks for %s seconds, but a day at most: %s", (asked, seconds) => {
  expect(Trigger.waitOf(asked)).toBe(seconds)
})
