/** Texts in which an account may be mentioned, read from events and from a repository's lists. */
import type { Occurrence, Polled, ServiceEvent } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { CodeHost } from "../../client/CodeHost.ts"
import { Issue } from "../../schema/Issue.ts"
import type { Review } from "../../schema/Review.ts"
import { inRepository, withQuery } from "../../wire/endpoint.ts"
import { commentPayload, reviewPayload, ThreadComment } from "../../wire/events/comments.ts"
import { discussionCommentPayload, discussionPayload } from "../../wire/events/discussions.ts"
import { issuePayload, pullRequestPayload } from "../../wire/events/threads.ts"
import { COMMENT_LISTS, type CommentList } from "./comments.ts"
import { newSince, readUntil, sinceOf } from "./cursors.ts"
import { readList } from "./lists.ts"
import { polledTogether } from "./pull-requests.ts"
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
  readonly raw?: unknown
}

export const ofThread = (
  repository: string,
  issue: Issue | Omit<Issue, "comments">,
  isPull: boolean
): AuthoredText => ({
  // Not the id: a pull request has a different id in the list of issues.
  id: `${repository.toLowerCase()}#${issue.number}`,
  at: issue.created_at,
  repository,
  actor: issue.user?.login,
  url: issue.html_url,
  on: isPull ? "pull_request" : "issue",
  number: issue.number,
  title: issue.title,
  body: issue.body,
  includesTitle: true
})

export const ofComment = (repository: string, list: CommentList, comment: ThreadComment): AuthoredText => {
  const number = Number(/\/(?:issues|pull)\/(\d+)/.exec(comment.html_url)?.[1])
  return {
    id: `${list} ${comment.id}`,
    at: comment.created_at,
    repository,
    actor: comment.user?.login,
    url: comment.html_url,
    on: "comment",
    number: Number.isSafeInteger(number) ? number : undefined,
    body: comment.body
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

const reviewed = (body: unknown): AuthoredText | undefined => {
  const read = reviewPayload(body)
  return read?.action === "submitted" ? ofReview(read.repository.full_name, read.pull_request, read.review) : undefined
}

const commented =
  (list: CommentList) =>
  (body: unknown): AuthoredText | undefined => {
    const read = commentPayload(body)
    return read?.action === "created" ? ofComment(read.repository.full_name, list, read.comment) : undefined
  }

const discussed = (body: unknown): AuthoredText | undefined => {
  const read = discussionPayload(body)
  if (read?.action !== "created") return undefined
  const { discussion, repository } = read
  return {
    id: `discussion ${discussion.id}`,
    at: discussion.created_at,
    repository: repository.full_name,
    actor: discussion.user?.login,
    url: discussion.html_url,
    on: "discussion",
    number: discussion.number,
    title: discussion.title,
    body: discussion.body,
    includesTitle: true
  }
}

const discussionComment = (body: unknown): AuthoredText | undefined => {
  const read = discussionCommentPayload(body)
  if (read?.action !== "created") return undefined
  const { comment, discussion, repository } = read
  return {
    id: `discussion_comment ${comment.id}`,
    at: comment.created_at,
    repository: repository.full_name,
    actor: comment.user?.login,
    url: comment.html_url,
    on: "discussion_comment",
    number: discussion.number,
    title: discussion.title,
    body: comment.body
  }
}

const READERS: Readonly<Record<string, (body: unknown) => AuthoredText | undefined>> = {
  issues: (body) => {
    const read = issuePayload(body)
    return read?.action === "opened" ? ofThread(read.repository.full_name, read.issue, false) : undefined
  },
  pull_request: (body) => {
    const read = pullRequestPayload(body)
    return read?.action === "opened" ? ofThread(read.repository.full_name, read.pull_request, true) : undefined
  },
  issue_comment: commented("issue_comment"),
  pull_request_review_comment: commented("pull_request_review_comment"),
  pull_request_review: reviewed,
  discussion: discussed,
  discussion_comment: discussionComment
}

/** Webhook events that contain texts. */
export const TEXT_EVENTS = Object.keys(READERS)

/** Returns the text of an event. */
export const textOfEvent = ({ name, body }: ServiceEvent): AuthoredText | undefined =>
  Object.hasOwn(READERS, name) ? READERS[name]?.(body) : undefined

export const asOccurrence = (text: AuthoredText, raw: unknown): Occurrence<AuthoredText> => ({
  key: text.id,
  at: text.at,
  data: { ...text, raw }
})

/** Polls for new issues, pull requests, comments and reviews in a repository. */
export const repositoryTexts = (
  trigger: string,
  where: PolledRepository,
  cursor: string | undefined
): Effect.Effect<Polled<AuthoredText>, ProviderError, CodeHost> => {
  const operation = `codehost_${trigger}`
  const repository = `${where.owner}/${where.repo}`
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
    Effect.map(
      readList({
        operation,
        endpoint: withQuery(inRepository(where, COMMENT_LISTS[list]), {
          sort: "created",
          direction: "desc",
          since: sinceOf(from),
          per_page: 100
        }),
        item: ThreadComment,
        ...readUntil(from, (comment: ThreadComment) => comment.created_at)
      }),
      (read) =>
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
