import { expect, it } from "vitest"

import { holdFor, holdInput, redactor, release, releaseAll } from "./known-secrets.ts"

const visible = (...secrets: ReadonlyArray<string>) =>
  secrets.filter((secret) => redactor.text(`a ${secret} b`).includes(secret))

it("holds every account's secrets, however often another account's token is renewed", () => {
  holdFor("one", ["first-account-key-0001"])
  const tokens = Array.from({ length: 3_000 }, (_, n) => `renewed-token-${String(n).padStart(6, "0")}`)
  for (const token of tokens) holdFor("two", [token])
  expect(visible("first-account-key-0001")).toEqual([])
  // A call in progress may still use the previous token.
  expect(visible(...tokens.slice(-2))).toEqual([])
  expect(visible(tokens[0]!)).toEqual([tokens[0]])
})

it("forgets an account that is gone, and nothing that somebody typed", () => {
  holdFor("three", ["third-account-key-0003"])
  holdInput(["typed-secret-000004"])
  release("three")
  expect(visible("third-account-key-0003", "typed-secret-000004")).toEqual(["third-account-key-0003"])
})

it("forgets all of it when another command begins", () => {
  holdFor("four", ["fourth-account-key-0004"])
  holdInput(["typed-secret-000005"])
  expect(visible("fourth-account-key-0004", "typed-secret-000005")).toEqual([])
  releaseAll()
  expect(visible("fourth-account-key-0004", "typed-secret-000005")).toHaveLength(2)
})
