/** Comments on issues, pull requests and lines of code, from webhook events and from polls. */
import type { Polled, Watcher } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { CodeHost } from "../../client/CodeHost.ts"
import type { CommentEvent } from "../../schema/events/CommentEvent.ts"
import { inRepository, withQuery } from "../../wire/endpoint.ts"
import { ThreadComment } from "../../wire/events/comments.ts"
import { mentions } from "../../wire/mentions.ts"
import { newSince, readUntil, sinceOf } from "./cursors.ts"
import { readList } from "./lists.ts"
import { occurrenceOf, present, textOf } from "./occurrences.ts"
import type { PolledRepository } from "./targets.ts"

export const COMMENTS_SOURCE = "comments"

/** The two comment lists of a repository, by the webhook event that corresponds to each. */
const COMMENT_LISTS = {
  issue_comment: "/issues/comments",
  pull_request_review_comment: "/pulls/comments"
} as const
export type CommentList = keyof typeof COMMENT_LISTS

const PAGE = /\/(issues|pull)\/(\d+)(?:[/#?]|$)/

/** Makes an occurrence of a trigger. Returns nothing if the comment's address does not say what was commented on. */
export const commentOccurrence = (
  trigger: string,
  list: CommentList,
  repository: string,
  comment: ThreadComment,
  watcher: Watcher,
  raw?: unknown
) => {
  const [, kind, number] = PAGE.exec(comment.html_url) ?? []
  if (number === undefined) return []
  const data: CommentEvent = {
    repository,
    ...present({ actor: comment.user?.login, path: comment.path }),
    url: comment.html_url,
    comment_id: comment.id,
    on: list === "pull_request_review_comment" ? "lines" : kind === "pull" ? "pull_request" : "issue",
    number: Number(number),
    mentions_me: mentions(comment.body, watcher.login),
    ...textOf(comment.body)
  }
  return [
    occurrenceOf(trigger, {
      id: `${list} ${comment.id}`,
      at: comment.created_at,
      data,
      causes: [comment.html_url],
      raw
    })
  ]
}

/** Reads one list, from the newest comment back to the previous poll. */
export const commentsSince = (
  operation: string,
  where: PolledRepository,
  list: CommentList,
  cursor: string | undefined
) =>
  readList({
    operation,
    endpoint: withQuery(inRepository(where, COMMENT_LISTS[list]), {
      sort: "created",
      direction: "desc",
      since: sinceOf(cursor),
      per_page: 100
    }),
    item: ThreadComment,
    ...readUntil(cursor, (comment: ThreadComment) => comment.created_at)
  })

/** Polls one list for new comments. */
export const commentPoll =
  (trigger: string, list: CommentList) =>
  (
    where: PolledRepository,
    cursor: string | undefined,
    watcher: Watcher
  ): Effect.Effect<Polled<CommentEvent>, ProviderError, CodeHost> =>
    Effect.map(commentsSince(`codehost_${trigger}`, where, list, cursor), (read) =>
      newSince(cursor, {
        ...read,
        occurrences: read.items.flatMap(({ value, raw }) =>
          commentOccurrence(trigger, list, `${where.owner}/${where.repo}`, value, watcher, raw)
        )
      })
    )
