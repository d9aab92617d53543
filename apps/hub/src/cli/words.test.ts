import { readdirSync, readFileSync } from "node:fs"

import { wordsOf } from "@inlay/agent-plugin/advice"
import { remedyExamples } from "@inlay/agent-plugin/testing/remedies"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { expect, it } from "vitest"

import { adviceFor, shownProblem, words } from "./words.ts"

const on = (reason: Reason, charged?: "unknown") =>
  adviceFor(
    new ProviderError({ provider: "sample", operation: "greet", reason, ...(charged !== undefined && { charged }) })
  )

it.each(remedyExamples)("has a sentence for %j", (remedy) => {
  expect(wordsOf(words, remedy)).toMatch(/^[A-Z`][^<>{}]{8,}[.]$/)
})

it("says every remedy as it stands here", () => {
  expect(remedyExamples.map((remedy) => `${remedy.to}: ${wordsOf(words, remedy)}`)).toMatchSnapshot()
})

it("says of an unknown charge how to settle it, whatever else would help", () => {
  const redirect: Reason = {
    _tag: "Refused",
    guard: "redirect",
    sent: true,
    what: "It was redirected.",
    remedy: { to: "setAddress", of: "base" }
  }
  expect(on(redirect, "unknown")).toMatch(/^Set the account's base address.* `inlay charges` lists it\./)
  const unknownCharge: Reason = {
    _tag: "Refused",
    guard: "unknownCharge",
    what: "It may have been charged.",
    remedy: { to: "settleCharge" },
    nothing: "sent"
  }
  expect(on(unknownCharge, "unknown")).toMatch(
    /^Nothing was sent now\. `inlay charges` lists it\. [^`]*`inlay run`[^`]*not_charged\.$/
  )
})

it("shows only what happened for a problem without a remedy", () => {
  expect(shownProblem({ what: "It failed." })).toEqual({ what: "It failed.", fix: "" })
})

it("apostrophes are straight here and in the console, which shows both", () => {
  const folder = new URL("../", import.meta.url)
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    /^(?!.*\.test\.).*\.tsx?$/.test(path)
  )
  expect(files.filter((path) => readFileSync(new URL(path, folder), "utf8").includes("’"))).toEqual([])
})
