import { expect, it } from "vitest"

import { closedByWords, mentionsIn } from "./text.ts"

it.each([
  ["(@Mona)", true],
  ["Thanks, @mona.", true],
  ["@mona-lisa did", false],
  ["@mona2 did", false],
  ["write to me@mona", false],
  [null, false]
])("%s", (text, expected) => expect(mentionsIn(text, "mona")).toBe(expected))

it("knows the words that close", () =>
  expect(closedByWords("Fixes #1, closes: #20 and resolved #3; see #4, prefixes #5")).toEqual([1, 20, 3]))
