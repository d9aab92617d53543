/** Texts in which an account may be mentioned, read from events and from a repository's lists. */
import type { Occurrence, Polled, ServiceEvent } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { CodeHost } from "../../client/CodeHost.ts"
import { Issue } from "../../schema/Issue.ts"
import type { Review } from "../../schema/Review.ts"
import { fullName, inRepository } from "../../wire/endpoint.ts"
import { fromEvent, type OfEvents, type PayloadOf } from "../../wire/events/payloads.ts"
import type { ThreadComment } from "../../wire/events/records.ts"
import { commentsSince, type CommentList } from "./comments.ts"
import { newSince, readUntil } from "./cursors.ts"
import { readList } from "./lists.ts"
import { polledTogether } from "./polled-together.ts"
import { reviewsSince } from "./reviews.ts"
import type { PolledRepository } from "./targets.ts"

/** Kinds of text. */
export const WHERE = [
  "issue",
  "pull_request",
  "review",
  "comment",
  "discussion",
  "discussion_comment",
  "other"
] as const

/** A text that somebody wrote. */
export interface AuthoredText {
  /** The same for an event and for an item of a list. */
  readonly id: string
  readonly at: string
  readonly repository: string
  readonly actor: string | undefined
  readonly url: string | undefined
  readonly on: (typeof WHERE)[number]
  readonly number?: number | undefined
  readonly title?: string | undefined
  readonly body: string | null | undefined
  /** Whether the title belongs to this text, so that mentions in it count. */
  readonly includesTitle?: boolean
}

/** What comments, threads and discussions have in common. */
const written = (
  repository: string,
  record: Pick<ThreadComment, "created_at" | "html_url" | "body"> & { readonly user?: { login: string } | null }
) => ({
  at: record.created_at,
  repository,
  actor: record.user?.login,
  url: record.html_url,
  body: record.body
})

export const ofThread = (
  repository: string,
  issue: Issue | Omit<Issue, "comments">,
  isPull: boolean
): AuthoredText => ({
  ...written(repository, issue),
  // Not the id: a pull request has a different id in the list of issues.
  id: `${repository.toLowerCase()}#${issue.number}`,
  on: isPull ? "pull_request" : "issue",
  number: issue.number,
  title: issue.title,
  includesTitle: true
})

export const ofComment = (repository: string, list: CommentList, comment: ThreadComment): AuthoredText => {
  const number = Number(/\/(?:issues|pull)\/(\d+)/.exec(comment.html_url)?.[1])
  return {
    ...written(repository, comment),
    id: `${list} ${comment.id}`,
    on: "comment",
    number: Number.isSafeInteger(number) ? number : undefined
  }
}

export const ofReview = (repository: string, pull: Pick<Issue, "number" | "title">, review: Review): AuthoredText => ({
  id: `review ${review.id}`,
  at: review.submitted_at ?? "",
  repository,
  actor: review.user?.login,
  url: review.html_url ?? undefined,
  on: "review",
  number: pull.number,
  title: pull.title,
  body: review.body
})

const commentText =
  (list: CommentList) =>
  ({ action, comment, repository }: PayloadOf<CommentList>) =>
    action === "created" ? ofComment(repository.full_name, list, comment) : undefined

/** Returns the text of an event, if it has a new one, by event. */
const TEXTS: OfEvents<AuthoredText | undefined> = {
  issues: ({ action, issue, repository }) =>
    action === "opened" ? ofThread(repository.full_name, issue, false) : undefined,
  pull_request: ({ action, pull_request, repository }) =>
    action === "opened" ? ofThread(repository.full_name, pull_request, true) : undefined,
  issue_comment: commentText("issue_comment"),
  pull_request_review_comment: commentText("pull_request_review_comment"),
  pull_request_review: ({ action, pull_request, repository, review }) =>
    action === "submitted" ? ofReview(repository.full_name, pull_request, review) : undefined,
  discussion: ({ action, discussion, repository }) =>
    action === "created"
      ? {
          ...written(repository.full_name, discussion),
          id: `discussion ${discussion.id}`,
          on: "discussion",
          number: discussion.number,
          title: discussion.title,
          includesTitle: true
        }
      : undefined,
  discussion_comment: ({ action, comment, discussion, repository }) =>
    action === "created"
      ? {
          ...written(repository.full_name, comment),
          id: `discussion_comment ${comment.id}`,
          on: "discussion_comment",
          number: discussion.number,
          title: discussion.title
        }
      : undefined
}

/** Webhook events that contain texts. */
export const TEXT_EVENTS = Object.keys(TEXTS)

/** Returns the text of an event. */
export const textOfEvent = (event: ServiceEvent): AuthoredText | undefined => fromEvent(TEXTS, event)

export const asOccurrence = (text: AuthoredText, raw: unknown): Occurrence<AuthoredText> => ({
  key: text.id,
  at: text.at,
  data: text,
  raw
})

/** Polls for new issues, pull requests, comments and reviews in a repository. */
export const repositoryTexts = (
  operation: string,
  where: PolledRepository,
  cursor: string | undefined
): Effect.Effect<Polled<AuthoredText>, ProviderError, CodeHost> => {
  const repository = fullName(where)
  const threads = (from: string | undefined) =>
    Effect.map(
      readList({
        operation,
        endpoint: inRepository(where, "/issues?state=all&sort=created&direction=desc&per_page=100"),
        item: Issue,
        ...readUntil(from, (issue: Issue) => issue.created_at)
      }),
      (read) =>
        newSince(from, {
          ...read,
          occurrences: read.items.map(({ value, raw }) =>
            asOccurrence(ofThread(repository, value, Boolean(value.pull_request)), raw)
          )
        })
    )
  const comments = (list: CommentList) => (from: string | undefined) =>
    Effect.map(commentsSince(operation, where, list, from), (read) =>
      newSince(from, {
        ...read,
        occurrences: read.items.map(({ value, raw }) => asOccurrence(ofComment(repository, list, value), raw))
      })
    )
  const reviews = (from: string | undefined) =>
    Effect.map(reviewsSince(operation, where, from), ({ items, ...read }) =>
      newSince(from, {
        ...read,
        occurrences: items.map(({ pull, review, raw }) => asOccurrence(ofReview(repository, pull, review), raw))
      })
    )
  return polledTogether(cursor, {
    threads,
    issue_comment: comments("issue_comment"),
    pull_request_review_comment: comments("pull_request_review_comment"),
    reviews
  })
}
