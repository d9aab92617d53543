import { expect, it } from "vitest"

import { namesOf } from "./names.ts"

it.each([
  ["list", { kebab: "list", camel: "list", snake: "list", title: "List" }],
  ["create-issue", { kebab: "create-issue", camel: "createIssue", snake: "create_issue", title: "Create Issue" }],
  [
    "item-v2-status",
    { kebab: "item-v2-status", camel: "itemV2Status", snake: "item_v2_status", title: "Item V2 Status" }
  ]
])("gives %s its forms", (name, forms) => {
  expect(namesOf(name)).toEqual(forms)
})

it("gives a title whose words are the id's", () => {
  const { title, snake } = namesOf("list-gists-for-a-user")
  expect(title.toLowerCase().replaceAll(" ", "_")).toBe(snake)
})

it.each([
  ["CreateIssue", "create-issue"],
  ["create_issue", "create-issue"],
  ["Create Issue", "create-issue"],
  ["-create--issue-", "create-issue"],
  ["2fa-users", "fa-users"],
  ["../create-issue.ts", "create-issue-ts"]
])("refuses %j, and proposes %s", (name, better) => {
  expect(() => namesOf(name)).toThrow(`${JSON.stringify(name)} is not kebab-case`)
  expect(() => namesOf(name)).toThrow(`Did you mean ${better}?`)
})

it.each([[""], ["///"], ["42"], ["ü"]])("refuses %j without a proposal", (name) => {
  expect(() => namesOf(name)).toThrow(/is not kebab-case, such as create-issue\.$/)
})

it.each([["delete"], ["new"], ["import"], ["tool-steps"]])("refuses %s, which no export can be named", (name) => {
  expect(() => namesOf(name)).toThrow(`The name ${name} is taken. Say what it acts on, such as ${name}-record.`)
})

it("refuses a name that makes too long a tool name", () => {
  expect(() => namesOf("a".repeat(46))).toThrow("longer than 45 characters")
  expect(namesOf("a".repeat(45)).kebab).toHaveLength(45)
})
