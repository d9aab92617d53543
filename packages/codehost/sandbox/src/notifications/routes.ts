// Routes that list a person's notifications and mark them as read or done. Fine-grained and application tokens are
// refused.
// Source: https://docs.github.com/en/rest/activity/notifications

import { type Context, repositoryOf, type Routes, viewerOf, wholeParam } from "../frame/context.ts"
import { forbidden, notFound, unprocessable } from "../frame/errors.ts"
import { optionalText } from "../frame/fields.ts"
import { pageQuery, paginate } from "../frame/paging.ts"
import { noContent, ok, type Reply } from "../frame/reply.ts"
import { minimalRepository, repositoryUrl } from "../records/repository.ts"
import { type Repository, repositoryById } from "../repositories/repositories.ts"
import type { NotificationThread } from "./notifications.ts"

/** The minimum seconds between two polls. */
const pollInterval = { "x-poll-interval": "60" }

const pathOf: Readonly<Record<NotificationThread["type"], string>> = {
  Issue: "issues",
  PullRequest: "pulls",
  Discussion: "discussions"
}

const titleOf = ({ world }: Context, { number, repositoryId, type }: NotificationThread): string =>
  type === "Discussion"
    ? (world.discussions.find((one) => one.repositoryId === repositoryId && one.number === number)?.title ?? "")
    : (world.trackers.get(repositoryId)?.find(number)?.title ?? "")

const subjectOf = (context: Context, repository: Repository, thread: NotificationThread) => {
  const { latestCommentId, number, type } = thread
  const base = repositoryUrl(context.world, context.urls, repository)
  // Discussions have no URL in the REST API.
  const url = type === "Discussion" ? null : `${base}/${pathOf[type]}/${number}`
  const comment = latestCommentId === null ? url : `${base}/issues/comments/${latestCommentId}`
  return { title: titleOf(context, thread), url, latest_comment_url: comment, type }
}

const record = (context: Context, thread: NotificationThread) => {
  const { urls, viewer, world } = context
  const repository = repositoryById(world, thread.repositoryId)
  const url = `${urls.api}/notifications/threads/${thread.id}`
  return {
    id: String(thread.id),
    unread: thread.isUnread,
    reason: thread.reason,
    updated_at: thread.updatedAt,
    last_read_at: thread.lastReadAt,
    subject: subjectOf(context, repository, thread),
    repository: minimalRepository(world, urls, repository, viewer),
    url,
    subscription_url: `${url}/subscription`
  }
}

/** The caller's own threads, newest first. */
const threadsOf = (context: Context): ReadonlyArray<NotificationThread> => {
  const { id } = viewerOf(context)
  if (context.token?.kind === "fine-grained" || context.token?.kind === "app") {
    throw forbidden(
      `Resource not accessible by ${context.token.kind === "app" ? "integration" : "personal access token"}`
    )
  }
  return context.world.notifications
    .filter(({ personId, repositoryId }) => personId === id && context.world.repositories.byId.has(repositoryId))
    .toSorted((one, other) =>
      one.updatedAt === other.updatedAt ? other.id - one.id : one.updatedAt < other.updatedAt ? 1 : -1
    )
}

const timeIn = ({ query }: Context, name: string): number | undefined => {
  const text = query.get(name)
  if (text === null) return undefined
  const millis = Date.parse(text)
  if (Number.isNaN(millis)) throw unprocessable(`${name} must be in ISO 8601 format`)
  return millis
}

const isParticipating = ({ reason }: NotificationThread): boolean => reason !== "subscribed"

const mostPerPage = 50

const list = (context: Context, repository?: Repository): Reply => {
  const { query } = context
  const [since = 0, before = Infinity] = [timeIn(context, "since"), timeIn(context, "before")]
  const matches = threadsOf(context).filter((thread) => {
    const at = Date.parse(thread.updatedAt)
    return (
      (repository === undefined || thread.repositoryId === repository.id) &&
      (query.get("all") === "true" || thread.isUnread) &&
      (query.get("participating") !== "true" || isParticipating(thread)) &&
      at >= since &&
      at < before
    )
  })
  const [newest] = matches
  const lastModified = newest === undefined ? {} : { "last-modified": new Date(newest.updatedAt).toUTCString() }
  const limited = { ...context, query: new URLSearchParams(query) }
  limited.query.set("per_page", String(Math.min(mostPerPage, pageQuery(context, mostPerPage).perPage)))
  const reply = paginate(limited, matches, (thread) => record(context, thread))
  return { ...reply, headers: { ...reply.headers, ...pollInterval, ...lastModified } }
}

const threadOf = (context: Context): NotificationThread => {
  const id = wholeParam(context, "thread_id")
  const thread = threadsOf(context).find((one) => one.id === id)
  if (thread === undefined) throw notFound()
  return thread
}

const readThread = (context: Context, thread: NotificationThread): void => {
  thread.isUnread = false
  thread.lastReadAt = context.stamp()
}

const markThread = (context: Context): Reply => {
  readThread(context, threadOf(context))
  return { status: 205 }
}

/** Removes a thread that is done. */
const finishThread = (context: Context): Reply => {
  const { notifications } = context.world
  notifications.splice(notifications.indexOf(threadOf(context)), 1)
  return noContent
}

/** Marks threads up to `last_read_at` as read. */
const markAll = (context: Context, repository?: Repository): Reply => {
  const until = Date.parse(optionalText(context.body, "last_read_at") ?? "9999-01-01T00:00:00Z")
  if (Number.isNaN(until)) throw unprocessable("last_read_at must be in ISO 8601 format")
  for (const thread of threadsOf(context)) {
    const isMeant = repository === undefined || thread.repositoryId === repository.id
    if (isMeant && Date.parse(thread.updatedAt) <= until) readThread(context, thread)
  }
  return { status: 205 }
}

const scopes = ["notifications", "repo"]

export const notificationRoutes: Routes = {
  "GET /notifications": { run: (context) => list(context), scopes },
  "PUT /notifications": { run: (context) => markAll(context), scopes },
  "GET /notifications/threads/{thread_id}": { run: (context) => ok(record(context, threadOf(context))), scopes },
  "PATCH /notifications/threads/{thread_id}": { run: markThread, scopes },
  "DELETE /notifications/threads/{thread_id}": { run: finishThread, scopes },
  "GET /repos/{owner}/{repo}/notifications": { run: (context) => list(context, repositoryOf(context)), scopes },
  "PUT /repos/{owner}/{repo}/notifications": { run: (context) => markAll(context, repositoryOf(context)), scopes }
}
