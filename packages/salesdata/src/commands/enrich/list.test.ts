/** The lookup of each row of a list. */
import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { listOf } from "./list.ts"

const rowsOf = (text: string) =>
  Result.getOrThrow(listOf(text, { kind: undefined, columns: [] })).rows.map(({ lookup, note }) => lookup ?? note)

it("a row is looked up by the first valid value of the columns of an identifier", () => {
  expect(
    rowsOf(`Work Email,Contact email,Email
a@b.example,c@d.example,e@f.example
,,e@f.example
n/a,,e@f.example
n/a,,
,,
`)
  ).toEqual([
    { email: "a@b.example" },
    { email: "e@f.example" },
    { email: "e@f.example" },
    expect.stringMatching(/^email /),
    "no identifier"
  ])
})

it("columns of the same name are one identifier", () => {
  expect(rowsOf("Email,Email\n,a@b.example\n")).toEqual([{ email: "a@b.example" }])
})
