import { fileURLToPath } from "node:url"

import { describe, expect, it } from "vitest"

import { namesOf } from "./names.ts"
import { scaffold } from "./scaffold.ts"

const root = fileURLToPath(new URL("../../../..", import.meta.url))

describe("pnpm new", () => {
  it.each([
    [["tool"], 'Unknown kind: "tool". Kinds: tool-step, trigger.'],
    [["tool-step"], "<plugin> and <name> missing. Usage: pnpm new tool-step <plugin> <name> [operation]"],
    [["tool-step", "codehost", "a", "b", "c"], 'Too many arguments: "c".'],
    [["tool-step", "codehosts", "a"], 'Unknown plugin: "codehosts". Plugins: analytics, codehost, salesdata.'],
    [["tool-step", "salesdata", "a", "no.such"], 'Unknown operation: "no.such". Operations: enrichCompany, '],
    [["tool-step", "salesdata", "company-enrichment"], "Nothing was written."],
    [["trigger", "codehosts", "a"], 'Unknown plugin: "codehosts".'],
    [["trigger", "codehost", "newIssue"], "Did you mean new-issue?"]
  ])("refuses %j before anything is written", async (words, message) => {
    await expect(scaffold(root, words)).rejects.toThrow(message)
  })
})

describe("a unit's name", () => {
  it("has all its forms, and a title with the words of the id", () => {
    expect(namesOf("item-v2-status")).toEqual({
      kebab: "item-v2-status",
      camel: "itemV2Status",
      snake: "item_v2_status",
      title: "Item V2 Status"
    })
  })

  it.each([
    ["CreateIssue", "Did you mean create-issue?"],
    ["2fa-users", "Did you mean fa-users?"],
    ["///", "is not kebab-case, such as create-issue."],
    ["delete", "Add what it acts on, such as delete-record."],
    ["a".repeat(46), "longer than 45 characters"]
  ])("is not %s", (name, message) => expect(() => namesOf(name)).toThrow(message))
})
