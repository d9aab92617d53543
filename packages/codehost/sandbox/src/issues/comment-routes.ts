// Routes for comments on issues and pull requests.
// Source: https://docs.github.com/en/rest/issues/comments

import { emit } from "../domain-events/domain-events.ts"
import { type Context, type Routes, viewerOf, wholeParam } from "../frame/context.ts"
import { forbidden, notFound, validationFailed } from "../frame/errors.ts"
import { requiredText } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { actOf, openPageOf, pageOf } from "./access.ts"
import { addComment } from "./changes.ts"
import { issueOf } from "./finding.ts"
import { mayTriage } from "./input.ts"
import { checkConversation } from "./issue-routes.ts"
import type { Comment, Issue } from "./issues.ts"
import { choiceOf, sinceOf } from "./list.ts"
import { commentRecord, type Page } from "./records.ts"

interface CommentMatch {
  readonly issue: Issue
  readonly comment: Comment
}

const mostCharacters = 65_536

const bodyOf = (context: Context): string => {
  const body = requiredText(context.body, "body")
  const problem = { resource: "IssueComment", field: "data", code: "unprocessable" } as const
  if (body.trim() === "") throw validationFailed({ ...problem, message: "Body cannot be blank" })
  if (body.length > mostCharacters) {
    throw validationFailed({ ...problem, message: `Body is too long (maximum is ${mostCharacters} characters)` })
  }
  return body
}

const ofIssue = (context: Context): Reply => {
  const page = pageOf(context)
  const issue = issueOf(context, page)
  const since = sinceOf(context.query, "IssueComment") ?? ""
  const comments = issue.comments.filter(({ updatedAt }) => updatedAt >= since)
  return paginate(context, comments, (comment) => commentRecord(page, issue, comment))
}

const ofRepository = (context: Context): Reply => {
  const page = pageOf(context)
  const since = sinceOf(context.query, "IssueComment") ?? ""
  const sort = choiceOf(context.query, "sort", ["created", "updated"], "IssueComment")
  const key = ({ comment }: CommentMatch): string => (sort === "created" ? comment.createdAt : comment.updatedAt)
  const matches = page.tracker.issues
    .flatMap((issue) => issue.comments.map((comment) => ({ issue, comment })))
    .filter(({ comment }) => comment.updatedAt >= since)
    .toSorted((one, other) => key(one).localeCompare(key(other)) || one.comment.id - other.comment.id)
  // Without `sort`, the direction is ignored.
  const isDescending = context.query.has("sort") && context.query.get("direction") !== "asc"
  return paginate(context, isDescending ? matches.toReversed() : matches, ({ comment, issue }) =>
    commentRecord(page, issue, comment)
  )
}

const create = (context: Context): Reply => {
  const page = openPageOf(context)
  const issue = issueOf(context, page)
  checkConversation(context, page, issue)
  const record = commentRecord(page, issue, addComment(page, issue, actOf(context), bodyOf(context)))
  return created(record, record.url)
}

const find = (context: Context, { tracker }: Page): CommentMatch => {
  const id = wholeParam(context, "comment_id")
  for (const issue of tracker.issues) {
    const comment = issue.comments.find((one) => one.id === id)
    if (comment !== undefined) return { issue, comment }
  }
  throw notFound()
}

const get = (context: Context): Reply => {
  const page = pageOf(context)
  const { comment, issue } = find(context, page)
  return ok(commentRecord(page, issue, comment))
}

/** The comment in the path. Fails with 403 unless the caller is its author or has the triage role. */
const own = (context: Context, page: Page): CommentMatch => {
  const match = find(context, page)
  if (match.comment.authorId !== viewerOf(context).id && !mayTriage(context, page)) {
    throw forbidden("Must have admin rights to Repository.")
  }
  return match
}

const update = (context: Context): Reply => {
  const page = openPageOf(context)
  const { comment, issue } = own(context, page)
  const changes = { body: { from: comment.body } }
  comment.body = bodyOf(context)
  comment.updatedAt = context.stamp()
  emit(page.world, "issue_comment", page.repository, { action: "edited", issue, comment, changes })
  return ok(commentRecord(page, issue, comment))
}

const remove = (context: Context): Reply => {
  const page = openPageOf(context)
  const { comment, issue } = own(context, page)
  issue.comments.splice(issue.comments.indexOf(comment), 1)
  page.tracker.invalidate()
  emit(page.world, "issue_comment", page.repository, { action: "deleted", issue, comment })
  return noContent
}

const path = "/repos/{owner}/{repo}/issues"
const read = "issues=read; pull_requests=read"
const write = "issues=write; pull_requests=write"

export const commentRoutes: Routes = {
  [`GET ${path}/comments`]: { run: ofRepository, permission: read },
  [`GET ${path}/comments/{comment_id}`]: { run: get, permission: read },
  [`PATCH ${path}/comments/{comment_id}`]: { run: update, permission: write },
  [`DELETE ${path}/comments/{comment_id}`]: { run: remove, permission: write },
  [`GET ${path}/{issue_number}/comments`]: { run: ofIssue, permission: read },
  [`POST ${path}/{issue_number}/comments`]: { run: create, permission: write }
}
