// Filters and orders lists of issues. The tracker keeps the issues in every order, so that a list needs only one pass
// and no sorting.
// Source: https://docs.github.com/en/rest/issues/issues#list-repository-issues

import { type Account, findAccount } from "../accounts/accounts.ts"
import type { Context } from "../frame/context.ts"
import { validationFailed } from "../frame/errors.ts"
import type { World } from "../world.ts"
import type { Issue } from "./issues.ts"
import { mentions } from "./text.ts"
import type { Order, Tracker } from "./tracker.ts"

type Test = (issue: Issue) => boolean

const invalid = (field: string, value: string) => validationFailed({ resource: "Issue", field, code: "invalid", value })

/** The value of a query parameter with a fixed set of choices. Defaults to the first choice. */
export const choiceOf = <A extends string>(
  query: URLSearchParams,
  name: string,
  choices: readonly [A, ...ReadonlyArray<A>],
  resource: string
): A => {
  const text = query.get(name)
  if (text === null || text === "") return choices[0]
  const choice = choices.find((one) => one === text)
  if (choice === undefined) throw validationFailed({ resource, field: name, code: "invalid", value: text })
  return choice
}

/** The timestamp in `since`, in the format of records. */
export const sinceOf = (query: URLSearchParams, resource: string): string | undefined => {
  const text = query.get("since")
  if (text === null || text === "") return undefined
  const millis = Date.parse(text)
  if (Number.isNaN(millis)) throw validationFailed({ resource, field: "since", code: "invalid", value: text })
  return new Date(millis).toISOString().replace(/\.\d+Z$/u, "Z")
}

const personOf = (world: World, viewer: Account | undefined, field: string, login: string): Account => {
  const account = login === "@me" ? viewer : findAccount(world, login)
  if (account === undefined) throw invalid(field, login)
  return account
}

const milestoneTest = (value: string, { milestones }: Tracker): Test => {
  if (value === "none") return ({ milestone }) => milestone === null
  if (value === "*") return ({ milestone }) => milestone !== null
  const target = milestones.find(({ number }) => String(number) === value)
  if (target === undefined) throw invalid("milestone", value)
  return ({ milestone }) => milestone === target
}

const testsOf = ({ query, viewer, world }: Context, tracker: Tracker): ReadonlyArray<Test> => {
  const tests: Array<Test> = []
  const addTest = (name: string, test: (value: string) => Test): void => {
    const value = query.get(name)
    if (value !== null && value !== "") tests.push(test(value))
  }
  const state = choiceOf(query, "state", ["open", "closed", "all"], "Issue")
  if (state !== "all") tests.push((issue) => issue.state === state)
  addTest("labels", (value) => {
    const names = value.split(",").map((name) => name.trim().toLowerCase())
    return ({ labels }) => names.every((name) => labels.some((label) => label.name.toLowerCase() === name))
  })
  addTest("milestone", (value) => milestoneTest(value, tracker))
  addTest("assignee", (value) => {
    if (value === "none") return ({ assigneeIds }) => assigneeIds.length === 0
    if (value === "*") return ({ assigneeIds }) => assigneeIds.length > 0
    const { id } = personOf(world, viewer, "assignee", value)
    return ({ assigneeIds }) => assigneeIds.includes(id)
  })
  addTest("type", (value) => {
    if (value === "none") return ({ type }) => type === null
    return ({ type }) => (value === "*" ? type !== null : type?.toLowerCase() === value.toLowerCase())
  })
  addTest("creator", (value) => {
    const { id } = personOf(world, viewer, "creator", value)
    return ({ authorId }) => authorId === id
  })
  addTest("mentioned", (value) => {
    const { login } = personOf(world, viewer, "mentioned", value)
    return (issue) => mentions(issue, login)
  })
  const since = sinceOf(query, "Issue")
  if (since !== undefined) tests.push(({ updatedAt }) => updatedAt >= since)
  return tests
}

const orders: readonly [Order, ...ReadonlyArray<Order>] = ["created", "updated", "comments"]

/** The issues that match the query, newest first by default. */
export const listIssues = (context: Context, tracker: Tracker): ReadonlyArray<Issue> => {
  const tests = testsOf(context, tracker)
  const order = orders.find((one) => one === context.query.get("sort")) ?? "created"
  const matches = tracker.ordered(order).filter((issue) => tests.every((test) => test(issue)))
  return context.query.get("direction") === "asc" ? matches : matches.toReversed()
}
