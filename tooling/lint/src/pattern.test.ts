import { expect, it } from "vitest"

import { match, matchAny } from "./pattern.ts"

it.each([
  ["effect/**", "effect/ai/Tool", {}],
  ["effect/**", "effect", undefined],
  ["packages/*/src", "packages/a/b/src", undefined],
  ["a/view*", "a/view.tsx", {}],
  ["a/{b,c}/**", "a/c/d", {}],
  ["a/{b,c}/**", "a/d/d", undefined],
  ["packages/<p>/src/**", "packages/x/src/y.ts", { p: "x" }],
  ["a.b", "axb", undefined],
  ["**.test.ts", "a/b.test.ts", {}]
])("%s on %s", (pattern, text, expected) => {
  expect(match(pattern, text)).toEqual(expected)
})

it("a captured name stands for itself", () => {
  const captures = matchAny(["apps/*", "packages/<p>/**"], "packages/x/y")
  expect(match("packages/<p>/z", "packages/x/z", captures)).toEqual({ p: "x" })
  expect(match("packages/<p>/z", "packages/other/z", captures)).toBeUndefined()
})
