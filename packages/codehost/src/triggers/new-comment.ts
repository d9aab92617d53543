import type { Watcher } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { CommentEvent } from "../schema/events/CommentEvent.ts"
import { fullName } from "../wire/endpoint.ts"
import type { PayloadOf } from "../wire/events/payloads.ts"
import type { ThreadComment } from "../wire/events/records.ts"
import { mentions } from "../wire/mentions.ts"
import { commentsSince, type CommentList } from "./parts/comments.ts"
import { newSince } from "./parts/cursors.ts"
import { choice, flag, number, paths } from "./parts/filters.ts"
import { present, textOf, type Fact } from "./parts/occurrences.ts"
import { polledTogether } from "./parts/polled-together.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const PAGE = /\/(issues|pull)\/(\d+)(?:[/#?]|$)/

/** Returns nothing if the comment's address does not say what was commented on. */
const facts = (
  list: CommentList,
  repository: string,
  comment: ThreadComment,
  { login }: Watcher
): ReadonlyArray<Fact<CommentEvent>> => {
  const [, kind, digits] = PAGE.exec(comment.html_url) ?? []
  if (digits === undefined) return []
  const data: CommentEvent = {
    repository,
    ...present({ actor: comment.user?.login, path: comment.path }),
    url: comment.html_url,
    comment_id: comment.id,
    on: list === "pull_request_review_comment" ? "lines" : kind === "pull" ? "pull_request" : "issue",
    number: Number(digits),
    mentions_me: mentions(comment.body, login),
    ...textOf(comment.body)
  }
  return [{ id: `${list} ${comment.id}`, at: comment.created_at, data, causes: [comment.html_url] }]
}

const commentEvent =
  (list: CommentList) =>
  ({ action, comment, repository }: PayloadOf<CommentList>, watcher: Watcher) =>
    action === "created" ? facts(list, repository.full_name, comment, watcher) : []

export const newComment = repositoryTrigger<CommentEvent>({
  id: "codehost_new_comment",
  title: "New comment",
  category: "Issue and pull request",
  description:
    "Somebody has commented on an issue or a pull request, or on lines of a pull request's changes. Reviews have their own trigger.",
  output: CommentEvent,
  filters: {
    on: choice("place of the comment", ["issue", "pull_request", "lines"], ({ on }) => on),
    number: number("number", (data) => data.number),
    path: paths("path", "File of a comment on lines, or a pattern: src/**", ({ path }) => path),
    mentions_me: flag("It mentions the account.", "It does not mention the account.", (data) => data.mentions_me)
  },
  on: {
    issue_comment: commentEvent("issue_comment"),
    pull_request_review_comment: commentEvent("pull_request_review_comment")
  },
  pollFrom: { source: "comments" },
  poll: (where, { operation, cursor, watcher, occurrence }) => {
    const commentsOf = (list: CommentList) => (from: string | undefined) =>
      Effect.map(commentsSince(operation, where, list, from), (read) =>
        newSince(from, {
          ...read,
          occurrences: read.items.flatMap(({ value, raw }) =>
            facts(list, fullName(where), value, watcher).map((fact) => occurrence(fact, raw))
          )
        })
      )
    return polledTogether(cursor, {
      threads: commentsOf("issue_comment"),
      lines: commentsOf("pull_request_review_comment")
    })
  }
})
