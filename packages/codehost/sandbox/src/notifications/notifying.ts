// Creates notifications for mentions (whole words), assignments, review requests, participation and watched
// repositories. Nobody is notified of their own actions.
// Source: https://docs.github.com/en/rest/activity/notifications#about-notification-reasons

import { type Account, findAccount } from "../accounts/accounts.ts"
import type { DomainEvent } from "../domain-events/domain-events.ts"
import type { Issue } from "../issues/issues.ts"
import { type Repository, roleOf } from "../repositories/repositories.ts"
import type { World } from "../world.ts"
import type { NotificationThread, Reason } from "./notifications.ts"

/** A text that someone wrote, and its place. */
interface WrittenText {
  readonly type: NotificationThread["type"]
  readonly number: number
  readonly texts: ReadonlyArray<string | null>
  readonly at: string
  readonly commentId: number | null
  /** Author and commenters of the thread. They are notified unless they wrote this text. */
  readonly authorId: number
  readonly commenterIds: ReadonlyArray<number>
}

const mentioned = (world: World, texts: ReadonlyArray<string | null>): ReadonlyArray<number> =>
  texts.flatMap((text) =>
    [...(text ?? "").matchAll(/(?<![\w`/])@([a-z\d](?:[a-z\d-]*[a-z\d])?)(?![\w-])/gi)].flatMap(
      ([, login = ""]) => findAccount(world, login)?.id ?? []
    )
  )

const typeOf = ({ pull }: Issue): WrittenText["type"] => (pull === undefined ? "Issue" : "PullRequest")

const onIssue = (
  issue: Issue,
  texts: ReadonlyArray<string | null>,
  at: string,
  commentId: number | null
): WrittenText => ({
  type: typeOf(issue),
  number: issue.number,
  texts,
  at,
  commentId,
  authorId: issue.authorId,
  commenterIds: issue.comments.map(({ authorId }) => authorId)
})

const writtenIn = (domainEvent: DomainEvent): WrittenText | undefined => {
  const { event, subject } = domainEvent
  switch (event) {
    case "issues":
    case "pull_request": {
      const { action, issue } = subject
      return action === "opened" ? onIssue(issue, [issue.title, issue.body], issue.createdAt, null) : undefined
    }
    case "issue_comment":
    case "pull_request_review_comment": {
      const { action, comment, issue } = subject
      const id = event === "issue_comment" ? comment.id : null
      return action === "created" ? onIssue(issue, [comment.body], comment.createdAt, id) : undefined
    }
    case "pull_request_review": {
      const { action, issue, review } = subject
      return action === "submitted" && review.submittedAt !== null
        ? onIssue(issue, [review.body], review.submittedAt, null)
        : undefined
    }
    case "discussion":
    case "discussion_comment": {
      const { discussion } = subject
      const comment = event === "discussion_comment" ? subject.comment : undefined
      return {
        type: "Discussion",
        number: discussion.number,
        texts: comment === undefined ? [discussion.title, discussion.body] : [comment.body],
        at: (comment ?? discussion).createdAt,
        commentId: null,
        authorId: discussion.authorId,
        commenterIds: discussion.comments.map(({ authorId }) => authorId)
      }
    }
    default:
      return undefined
  }
}

type News = Pick<NotificationThread, "type" | "number" | "updatedAt" | "latestCommentId">

const notify = (world: World, repository: Repository, person: Account, reason: Reason, news: News): void => {
  if (roleOf(world, repository, person) === undefined) return
  const { notifications } = world
  const thread = notifications.find(
    ({ number, personId, repositoryId, type }) =>
      personId === person.id && repositoryId === repository.id && type === news.type && number === news.number
  )
  const change = { ...news, reason, isUnread: true }
  if (thread !== undefined) Object.assign(thread, change, { reason: reason === "subscribed" ? thread.reason : reason })
  else {
    const id = world.ids.next("notification thread")
    notifications.push({ id, personId: person.id, repositoryId: repository.id, lastReadAt: null, ...change })
  }
}

/** The reason for each person to be notified. Later entries override earlier ones, so the most specific reason wins. */
const reasonsOf = (world: World, repository: Repository, written: WrittenText): ReadonlyMap<number, Reason> =>
  new Map<number, Reason>([
    ...[...repository.watchers].map((id) => [id, "subscribed"] as const),
    ...written.commenterIds.map((id) => [id, "comment"] as const),
    [written.authorId, "author"] as const,
    ...mentioned(world, written.texts).map((id) => [id, "mention"] as const)
  ])

const askedIn = ({
  event,
  subject
}: DomainEvent): { readonly personId: number; readonly reason: Reason } | undefined => {
  if (event !== "issues" && event !== "pull_request") return undefined
  const { action, detail } = subject
  if (action === "assigned" && detail?.kind === "assignee") return { personId: detail.personId, reason: "assign" }
  return action === "review_requested" && detail?.kind === "reviewer"
    ? { personId: detail.personId, reason: "review_requested" }
    : undefined
}

export const notifyOf = (world: World, domainEvent: DomainEvent, actorId: number): void => {
  const { repository, subject } = domainEvent
  if (repository === null) return
  const person = (id: number): Account | undefined => (id === actorId ? undefined : world.accounts.byId.get(id))
  const request = askedIn(domainEvent)
  if (request !== undefined && "issue" in subject) {
    const { issue } = subject
    const to = person(request.personId)
    const news = { type: typeOf(issue), number: issue.number, updatedAt: issue.updatedAt, latestCommentId: null }
    if (to !== undefined) notify(world, repository, to, request.reason, news)
  }
  const written = writtenIn(domainEvent)
  if (written === undefined) return
  const news = {
    type: written.type,
    number: written.number,
    updatedAt: written.at,
    latestCommentId: written.commentId
  }
  for (const [id, reason] of reasonsOf(world, repository, written)) {
    const to = person(id)
    if (to !== undefined) notify(world, repository, to, reason, news)
  }
}
