import type { Watcher } from "@inlay/agent-plugin/Trigger"

import { CommentEvent } from "../schema/events/CommentEvent.ts"
import type { PayloadOf } from "../wire/events/payloads.ts"
import { commentOccurrence, commentPoll, COMMENTS_SOURCE, type CommentList } from "./parts/comments.ts"
import { choice, flag, number, paths } from "./parts/filters.ts"
import { polledTogether } from "./parts/polled-together.ts"
import { inRepositoryFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const TRIGGER = "new_comment"

const commentEvent =
  (list: CommentList) =>
  ({ action, comment, repository }: PayloadOf<CommentList>, watcher: Watcher) =>
    action === "created" ? commentOccurrence(TRIGGER, list, repository.full_name, comment, watcher) : []

const onThreads = commentPoll(TRIGGER, "issue_comment")
const onLines = commentPoll(TRIGGER, "pull_request_review_comment")

export const newComment = repositoryTrigger<CommentEvent>({
  id: "codehost_new_comment",
  title: "New comment",
  category: "Issue and pull request",
  description:
    "Somebody has commented on an issue or a pull request, or on lines of a pull request's changes. Reviews have their own trigger.",
  output: CommentEvent,
  filters: {
    ...inRepositoryFilters,
    on: choice("place of the comment", ["issue", "pull_request", "lines"], ({ on }) => on),
    number: number("number", (data) => data.number),
    path: paths("path", "File of a comment on lines, or a pattern: src/**", ({ path }) => path),
    mentions_me: flag("It mentions the account.", "It does not mention the account.", (data) => data.mentions_me)
  },
  on: {
    issue_comment: commentEvent("issue_comment"),
    pull_request_review_comment: commentEvent("pull_request_review_comment")
  },
  pollFrom: { source: COMMENTS_SOURCE },
  poll: (where, cursor, watcher) =>
    polledTogether(cursor, {
      threads: (from) => onThreads(where, from, watcher),
      lines: (from) => onLines(where, from, watcher)
    })
})
