import { expect, it } from "vitest"

import { altered, alteredMatch, exampleOf, matched } from "../../tests/events.ts"
import { newMention } from "./new-mention.ts"

const match = alteredMatch(newMention, "new-mention")

const bodyOf = (body: string) => match({ comment: { body } })

it("is a whole word", () => {
  expect(bodyOf("@grace2")).toEqual([])
  expect(bodyOf("@grace-hopper")).toEqual([])
  expect(bodyOf("(@GRACE)")).toHaveLength(1)
})

it("counts bodies of issues and pull requests, reviews and discussions", () => {
  const mentionsOn = (fixture: string, changes: object) => {
    const { name, body } = exampleOf(fixture)
    return matched(newMention, name, altered(body, changes)).map(({ data }) => data.on)
  }
  const hello = { body: "Hello @grace" }
  expect(mentionsOn("new-issue", { issue: hello })).toEqual(["issue"])
  expect(mentionsOn("new-issue", { issue: { body: null, title: "@grace, look" } })).toEqual(["issue"])
  expect(mentionsOn("new-pull-request", { pull_request: hello })).toEqual(["pull_request"])
  expect(mentionsOn("new-pull-request-review", { review: hello })).toEqual(["review"])
  expect(mentionsOn("new-discussion", { discussion: hello })).toEqual(["discussion"])
  expect(mentionsOn("new-discussion-comment", {})).toEqual(["discussion_comment"])
  expect(mentionsOn("new-pull-request", {})).toEqual([])
  // Whoever comments does not write the title again.
  const title = "@grace, look"
  expect(mentionsOn("new-comment", { issue: { title }, comment: { body: "Fine" } })).toEqual([])
  expect(mentionsOn("new-pull-request-review", { pull_request: { title } })).toEqual([])
})

it.each([
  ["new-issue", { issue: { body: "@grace" } }, ["edited", "labeled", "closed"]],
  ["new-pull-request", { pull_request: { body: "@grace" } }, ["edited", "synchronize", "closed"]],
  ["new-comment", {}, ["edited", "deleted"]],
  ["new-pull-request-review", { review: { body: "@grace" } }, ["edited", "dismissed"]],
  ["new-discussion", { discussion: { body: "@grace" } }, ["edited", "answered"]],
  ["new-discussion-comment", {}, ["edited", "deleted"]]
])("does not fire again if something else happens to the text of %s", (fixture, changes, actions) => {
  const { name, body } = exampleOf(fixture)
  const mentioning = altered(body, changes)
  expect(matched(newMention, name, mentioning)).toHaveLength(1)
  for (const action of actions) expect(matched(newMention, name, { ...mentioning, action })).toEqual([])
})

it("of an issue has one key, however the repository's name is written", () => {
  const { name, body } = exampleOf("new-issue")
  const keyIn = (full_name: string) =>
    matched(newMention, name, altered(body, { issue: { body: "@grace" }, repository: { full_name } }))[0].key
  expect(keyIn("ACME/Widgets")).toBe(keyIn("acme/widgets"))
})

it("does not fire if the account mentions itself", () => {
  expect(match({ comment: { user: { login: "Grace" } } })).toEqual([])
})

it("does not fire for an account without a name", () => {
  expect(match({}, { login: "", scopes: [] })).toEqual([])
})

it("uses notifications if the token is a classic one; a repository can always be polled", () => {
  const ways = (target: object, scopes: ReadonlyArray<string>) =>
    newMention.ways(target, { login: "grace", scopes }).map(({ via }) => via)
  expect(ways({}, ["notifications"])).toEqual(["poll"])
  expect(ways({}, ["repo"])).toEqual(["poll"])
  expect(ways({}, [])).toEqual([])
  expect(ways({ owner: "acme", repo: "widgets" }, ["notifications"])).toEqual(["poll"])
  expect(ways({ owner: "acme", repo: "widgets" }, ["repo"])).toEqual(["webhook", "poll"])
})
