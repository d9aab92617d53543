import { expect, it } from "vitest"

import type { TriggerDetails } from "../api/types.ts"
import { hasProblems, partsOf, problemsOf, subscriptionOf } from "./subscription-form.ts"
import { valuesText } from "./values.ts"

const trigger: TriggerDetails = {
  id: "plugin_new_thing",
  title: "New thing",
  plugin: "plugin",
  category: "Things",
  description: "There is a new thing.",
  ways: ["webhook"],
  accounts: ["main"],
  targetSchema: { type: "object", properties: { owner: { type: "string" } }, required: ["owner"] },
  filtersSchema: {
    type: "object",
    properties: {
      owner: { type: "string" },
      label: { anyOf: [{ type: "string" }, { type: "array", items: { type: "string" } }] }
    }
  }
}
const parts = partsOf(trigger)
const form = { account: "main", target: {}, filters: {}, url: "", name: " ", inOrder: false, ownChanges: false }

it("says what is missing, each where it belongs", () => {
  const { problems } = subscriptionOf(trigger, parts, form)
  expect(Object.keys(problems.target)).toEqual(["owner"])
  expect(Object.keys(problems.own)).toEqual(["url"])
  expect(problems.filters).toEqual({})
  expect(hasProblems(problems)).toBe(true)
})

it("makes what the API takes, without what is empty", () => {
  const { subscription, problems } = subscriptionOf(trigger, parts, {
    ...form,
    target: { owner: "acme" },
    filters: { label: "bug\nurgent\n", owner: "" },
    url: " https://agent.example/start "
  })
  expect(hasProblems(problems)).toBe(false)
  expect(subscription).toEqual({
    trigger: "plugin_new_thing",
    account: "plugin/main",
    target: { owner: "acme" },
    filters: { label: ["bug", "urgent"] },
    url: "https://agent.example/start",
    inOrder: false,
    ownChanges: false
  })
})

it("shows a refusal at the field that it names, and a name that target and filters share only once", () => {
  const refusal = {
    reason: "Invalid",
    message: "No.",
    status: 400,
    provider: "plugin",
    operation: "subscribe",
    fields: [
      { field: "filters.owner", message: "must be a login" },
      { field: "url", message: "must be public" },
      { field: "target.nothing", message: "is not known" }
    ]
  }
  expect(problemsOf(refusal, parts)).toEqual({
    target: {},
    filters: { owner: "must be a login" },
    own: { url: "must be public" }
  })
})

it("reads targets and filters as people say them", () => {
  expect(valuesText({ owner: "acme", repo: "widgets", branch: ["main", "dev"] })).toBe(
    "acme/widgets, branch: main, dev"
  )
  expect(valuesText({ owner: "acme" })).toBe("owner: acme")
  expect(valuesText({})).toBe("")
})
