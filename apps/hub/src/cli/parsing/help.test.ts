import type { FlagDoc, HelpDoc } from "effect/cli/HelpDoc"
import * as Option from "effect/Option"
import { expect, it } from "vitest"

import { plain, widthOf } from "../../terminal/Screen.ts"
import { helpText } from "./help.ts"

const flag = (name: string, type: string, text: string): FlagDoc => ({
  name,
  aliases: [],
  type,
  required: false,
  description: Option.some(text)
})

const doc: HelpDoc = {
  description: "Does something.",
  usage: "inlay do [flags]",
  commandPath: ["inlay", "do"],
  flags: [
    flag("unknown-charge", "DECISION", "What became of an earlier charge that nobody knows"),
    flag("json", "boolean", "Print one document")
  ],
  annotations: {} as never
}

it("puts the words about a flag beside it, and on a narrow screen below it", () => {
  expect(helpText(doc, { columns: 80, style: plain })).toContain(
    "  --unknown-charge DECISION\\n                            What became".replaceAll("\\n", "\n")
  )
  const narrow = helpText(doc, { columns: 40, style: plain })
  expect(narrow).toContain(
    [
      "  --unknown-charge DECISION",
      "      What became of an earlier charge",
      "      that nobody knows",
      "  --json"
    ].join("\n")
  )
  for (const line of narrow.split("\n")) expect(widthOf(line)).toBeLessThanOrEqual(40)
})

it("says which arguments may be left out, and names the flags of the program itself in its own help alone", () => {
  const args = [true, false].map((required) => ({
    name: required ? "tool-id" : "field=value",
    type: "string",
    required,
    variadic: false,
    description: Option.some(required ? "The step" : "Its input")
  }))
  const globalFlags = [flag("version", "boolean", "Print the version"), flag("json", "boolean", "Print JSON")]
  const helpOf = (...commandPath: ReadonlyArray<string>) =>
    helpText({ ...doc, args, globalFlags, commandPath: [...commandPath] }, { columns: 80, style: plain })
  expect(helpOf("inlay", "do")).toMatch(/\n {2}tool-id +The step\n {2}field=value +Its input \(optional\)\n/)
  expect([helpOf("inlay").includes("--version"), helpOf("inlay", "do").includes("--version")]).toEqual([true, false])
})
