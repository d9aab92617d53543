// Checks that the filters of every trigger have names, hints and reasons in every language.
import { readdirSync, readFileSync } from "node:fs"

import { plugin } from "@inlay/codehost"
import * as Schema from "effect/Schema"
import { describe, expect, it } from "vitest"

import { filterFields } from "../features/repository/view/changes/filter-fields.ts"
import * as ar from "./ar/filters.ts"
import * as de from "./de/filters.ts"

const fields = plugin.triggers.flatMap(({ filters }) => filterFields(Schema.toJsonSchemaDocument(filters).schema))
const names = [...new Set(fields.map(({ name }) => `${plugin.id}.${name}`))]
/** Hints are shown in fields for texts and numbers; the others are choices. */
const hints = [...new Set(fields.filter(({ type }) => type === "texts" || type === "number").map(({ help }) => help))]

const folder = new URL("../../../packages/codehost/src/triggers/", import.meta.url)
/** The sentences of `flag`, which no schema has. */
const reasons = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && !path.includes(".test."))
  .flatMap((path) => [...readFileSync(new URL(path, folder), "utf8").matchAll(/\bflag\(\s*"([^"]+)",\s*"([^"]+)"/g)])
  .flatMap(([, is = "", isNot = ""]) => [is, isNot])

describe.each([
  ["de", de],
  ["ar", ar]
] as const)("%s", (_, { filterNames, filterText }) => {
  it("has the name of every filter, and no other", () =>
    expect(Object.keys(filterNames).toSorted()).toEqual(names.toSorted()))

  it.each([...hints, ...new Set(reasons)])("%s", (english) => {
    expect(reasons.length).toBeGreaterThan(20)
    expect(filterText(english)).not.toBe(english)
  })
})

it("says why an event would not start the agent", () => {
  const sentences = [
    "The branch is main, feature/is not, not release/*.",
    "The event has no label; the filter wants bug, urgent.",
    "The number is not named, not 7.",
    "The project's number is 3, not 7."
  ]
  expect(sentences.map(de.filterText)).toEqual([
    "main, feature/is not statt release/*.",
    "Ohne Wert; verlangt ist bug, urgent.",
    "Ohne Wert; verlangt ist 7.",
    "3 statt 7."
  ])
  expect(sentences.map(ar.filterText)[3]).toBe("\u200E3\u200E\u200F بدلًا من \u200E7\u200E\u200F.")
})
