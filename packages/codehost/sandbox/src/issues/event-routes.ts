// Routes for the history of issues: of one issue, of a repository, and combined with comments (timeline).
// Source: https://docs.github.com/en/rest/issues/events, https://docs.github.com/en/rest/issues/timeline

import { type Context, type Routes, wholeParam } from "../frame/context.ts"
import { notFound } from "../frame/errors.ts"
import { paginate } from "../frame/paging.ts"
import { ok, type Reply } from "../frame/reply.ts"
import { reviewRecord } from "../pulls/review-records.ts"
import { pageOf } from "./access.ts"
import { eventRecord, eventWithIssue, timelineRecord } from "./events.ts"
import { issueOf } from "./finding.ts"
import { type Issue, isPull, type IssueEvent } from "./issues.ts"
import { commentRecord, type Page, userRecord } from "./records.ts"

const ofIssue = (context: Context): Reply => {
  const page = pageOf(context)
  return paginate(context, issueOf(context, page).events, (event) => eventRecord(page, event))
}

const everyEvent = ({ tracker }: Page): ReadonlyArray<{ readonly issue: Issue; readonly event: IssueEvent }> =>
  tracker.issues.flatMap((issue) => issue.events.map((event) => ({ issue, event })))

const ofRepository = (context: Context): Reply => {
  const page = pageOf(context)
  const newestFirst = everyEvent(page).toSorted((one, other) => other.event.id - one.event.id)
  return paginate(context, newestFirst, ({ event, issue }) => eventWithIssue(page, issue, event))
}

const get = (context: Context): Reply => {
  const page = pageOf(context)
  const id = wholeParam(context, "event_id")
  const match = everyEvent(page).find(({ event }) => event.id === id)
  if (match === undefined) throw notFound()
  return ok(eventWithIssue(page, match.issue, match.event))
}

interface Entry {
  readonly at: string
  readonly record: () => unknown
}

const reviewEntries = (page: Page, issue: Issue): ReadonlyArray<Entry> => {
  if (!isPull(issue)) return []
  return issue.pull.reviews.flatMap((review): ReadonlyArray<Entry> => {
    const at = review.submittedAt
    if (at === null) return []
    const record = () => {
      const fields = reviewRecord(page, issue, review)
      return { ...fields, event: "reviewed", state: fields.state.toLowerCase() }
    }
    return [{ at, record }]
  })
}

/** The timeline, oldest first. If timestamps are equal, history entries come before comments. */
const timeline = (context: Context): Reply => {
  const page = pageOf(context)
  const issue = issueOf(context, page)
  const events = issue.events.map((event): Entry => ({ at: event.at, record: () => timelineRecord(page, event) }))
  const comments = issue.comments.map((comment): Entry => {
    const actor = () => userRecord(page, comment.authorId)
    return {
      at: comment.createdAt,
      record: () => ({ ...commentRecord(page, issue, comment), event: "commented", actor: actor() })
    }
  })
  const entries = [...events, ...comments, ...reviewEntries(page, issue)]
  const inOrder = entries.toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
  return paginate(context, inOrder, ({ record }) => record())
}

const path = "/repos/{owner}/{repo}/issues"
const read = "issues=read; pull_requests=read"

export const eventRoutes: Routes = {
  [`GET ${path}/events`]: { run: ofRepository, permission: read },
  [`GET ${path}/events/{event_id}`]: { run: get, permission: read },
  [`GET ${path}/{issue_number}/events`]: { run: ofIssue, permission: read },
  [`GET ${path}/{issue_number}/timeline`]: { run: timeline, permission: read }
}
