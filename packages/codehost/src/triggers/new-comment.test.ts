import { expect, it } from "vitest"

import { altered, alteredMatch, exampleOf, matched } from "../../tests/events.ts"
import { newComment } from "./new-comment.ts"

const match = alteredMatch(newComment, "new-comment")

it("fires for issues, pull requests and lines of code", () => {
  const { body } = exampleOf("new-comment")
  const on = (name: string, html_url: string) =>
    matched(newComment, name, altered(body, { comment: { html_url } })).map(({ data }) => [data.on, data.number])
  const page = "https://codehost.example/acme/widgets"
  expect(on("issue_comment", `${page}/issues/7#issuecomment-21`)).toEqual([["issue", 7]])
  expect(on("issue_comment", `${page}/pull/2#issuecomment-21`)).toEqual([["pull_request", 2]])
  expect(on("pull_request_review_comment", `${page}/pull/2#discussion_r21`)).toEqual([["lines", 2]])
})

it("does not fire for an edited or deleted comment", () => {
  for (const action of ["edited", "deleted"]) expect(match({ action })).toEqual([])
})

it("distinguishes comments of both kinds with the same number", () => {
  const { body } = exampleOf("new-comment")
  const [line] = matched(newComment, "pull_request_review_comment", body)
  expect(line.key).not.toBe(match()[0].key)
})
