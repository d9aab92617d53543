import { describe, expect, test } from "vitest"

import { LOCAL, mayUseAccount, mayUseStep, type Grant, type Principal } from "./Principal.ts"

const limitedTo = (grant: Partial<Grant>): Principal => ({
  id: "token:1",
  kind: "token",
  name: "ci",
  grant: { readOnly: false, ...grant }
})
const issues = { id: "codehost" }
const account = { plugin: "codehost", name: "work" }
const hints = { readOnly: true, destructive: false, idempotent: true, openWorld: true }
const read = { id: "codehost_get_commit", hints, cost: null }
const write = { id: "codehost_create_issue", hints: { ...hints, readOnly: false }, cost: null }

describe("what a principal may use", () => {
  test.each<[string, Principal, boolean, boolean, boolean]>([
    ["the program's own user: everything", LOCAL, true, true, true],
    ["another plugin: nothing", limitedTo({ plugins: ["salesdata"] }), false, false, false],
    ["another account: the steps, not this account", limitedTo({ accounts: ["codehost/home"] }), false, true, true],
    ["this account of another plugin", limitedTo({ accounts: ["salesdata/work"] }), false, true, true],
    ["one step", limitedTo({ tools: ["codehost_get_commit"] }), true, true, false],
    ["no step", limitedTo({ tools: [] }), true, false, false],
    ["read-only", limitedTo({ readOnly: true }), true, true, false]
  ])("%s", (_, principal, ofAccount, ofRead, ofWrite) => {
    expect(mayUseAccount(principal, account)).toBe(ofAccount)
    expect(mayUseStep(principal, issues, read)).toBe(ofRead)
    expect(mayUseStep(principal, issues, write)).toBe(ofWrite)
  })

  test.each<[string, boolean, { readonly readOnly: boolean; readonly readsToo: boolean; readonly spends: boolean }]>([
    [
      "API Call of a free service, which its account keeps from writing",
      true,
      { readOnly: false, readsToo: true, spends: false }
    ],
    ["API Call of a paid service", false, { readOnly: false, readsToo: true, spends: true }],
    ["a report that takes quota", true, { readOnly: true, readsToo: false, spends: false }]
  ])("read-only: %s", (_, isAllowed, { readOnly, readsToo, spends }) => {
    const cost = spends ? ({ unit: "credits", upTo: null, note: "" } as const) : null
    const step = { id: "sample_api_call", hints: { ...hints, readOnly }, readsToo, cost }
    expect(mayUseStep(limitedTo({ readOnly: true }), { id: "sample" }, step)).toBe(isAllowed)
  })
})
