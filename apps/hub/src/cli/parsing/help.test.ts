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
