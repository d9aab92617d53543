// Checks that what plugins say about wrong fields, limits and missing rights has a translation.
import { make } from "@inlay/agent-plugin/Account"
import * as Result from "effect/Result"
import { expect, it } from "vitest"

import { plugins } from "../plugins.gen.ts"
import * as ar from "./ar/fields.ts"
import { remedy as arRemedy } from "./ar/remedy.ts"
import * as de from "./de/fields.ts"
import { remedy as deRemedy } from "./de/remedy.ts"

const manyHeaders = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`x-${n}`, "x"]))

/** Values of each plugin that it refuses before anything is sent. */
const WRONG: Readonly<Record<string, ReadonlyArray<Readonly<Record<string, string>>>>> = {
  salesdata: [{ cap_day: "-1" }, { key_header: "host" }, { free_paths: "account" }],
  codehost: [
    { repositories: "acme" },
    { auth_header: "host" },
    { auth_scheme: "a b" },
    ...[
      "x",
      { host: "x" },
      { cookie: "x" },
      { "x-a": "x\ny" },
      { "a b": "x" },
      { "x-a": "x", "X-A": "y" },
      { ["x".repeat(80)]: "x\ny" },
      { "content-type": "text/plain" },
      { "x-a": "x".repeat(7000) },
      manyHeaders
    ].map((headers) => ({ extra_headers: JSON.stringify(headers) }))
  ]
}

const messagesOf = (id: string): ReadonlyArray<string> => {
  const [kind] = plugins.find((one) => one.id === id)?.accountKinds ?? []
  if (kind === undefined) throw new Error(`no plugin ${id}`)
  const valid = { token: "t", api_key: "k", base_url: "https://api.provider.example" }
  return (WRONG[id] ?? []).flatMap((values) => {
    const account = make({ plugin: id, name: "work", kind, values: { ...valid, ...values }, revision: "1" })
    const result = kind.validate(account)
    const reason = Result.isFailure(result) ? result.failure.reason : undefined
    if (reason?._tag !== "Invalid") throw new Error(`not refused: ${JSON.stringify(values)}`)
    return reason.fields.map(({ message }) => message)
  })
}

const SAID = [
  ...Object.keys(WRONG).flatMap(messagesOf),
  "Rate limit",
  "Search limit",
  "GraphQL limit",
  "Day cap",
  "Run cap",
  "Token ends",
  "10 of 50 left",
  "10 left",
  "1 credit",
  "2 credits",
  "The token lacks the scope repo. Repositories, branches, issues, pull requests and workflow runs will not work.",
  "The token lacks the scope workflow. Changing workflow files will not work.",
  "The token lacks the scope gist. Creating and updating gists will not work.",
  "The token lacks the scope project. Update Project (V2) Item Status will not work.",
  "The token lacks the scope read:org. Reviews by teams will not work.",
  "The token ends on 2027-03-31.",
  "acme/widgets: the token can read but not write, and the account is not read-only."
]

it("says each problem of a field as one sentence", () => {
  expect(SAID.filter((text) => text.endsWith(".") && !/^(The token|acme)/.test(text))).toEqual([])
})

it.each(SAID)("%s", (english) => {
  const words =
    /\b(must|is|are|not|cannot|has|more|than|sent|given|twice|headers?|the|and|or|left|of|limit|lacks|will|work|ends)\b/
  expect(de.checkText(english).replace(/owner\/repo|read:org|GraphQL/g, "")).not.toMatch(words)
  expect(ar.checkText(english)).toMatch(/\p{Script=Arabic}/u)
  expect(ar.checkText(english).replace(/owner\/repo|read:org|GraphQL/g, "")).not.toMatch(words)
})

it("writes a limit with the separators of the language", () => {
  expect(de.checkText("must be a number from 0 to 3,650")).toBe("muss eine Zahl von 0 bis 3.650 sein")
})

it("counts credits and seconds", () => {
  expect(["1 credits", "2 credits", "1500 credits"].map(de.checkText)).toEqual([
    "1 Credit",
    "2 Credits",
    "1.500 Credits"
  ])
  expect(["1 credits", "2 credits"].map(ar.checkText)).toEqual(["رصيد واحد", "رصيدان"])
  const after = (afterSeconds: number) => deRemedy.retry({ to: "retry", afterSeconds })
  expect([1, 2, 120].map(after)).toEqual([
    "Versuchen Sie es erneut, frühestens in 1 Sekunde.",
    "Versuchen Sie es erneut, frühestens in 2 Sekunden.",
    "Versuchen Sie es erneut, frühestens in 2 Minuten."
  ])
  expect(arRemedy.retry({ to: "retry", afterSeconds: 1 })).toContain("ثانية واحدة")
})
