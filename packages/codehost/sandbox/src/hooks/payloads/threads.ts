// Payloads of events about issues, pull requests, comments and reviews.
// Source: https://docs.github.com/en/webhooks/webhook-events-and-payloads

import { accountById } from "../../accounts/accounts.ts"
import type { DomainEvent } from "../../domain-events/domain-events.ts"
import type { EventDetail, Issue, PullIssue } from "../../issues/issues.ts"
import { commentRecord, issueRecord, labelRecord, milestoneRecord, type Page, reactions } from "../../issues/records.ts"
import { sourceOf } from "../../pulls/branches.ts"
import { fullPull, simplePull } from "../../pulls/records.ts"
import { reviewCommentRecord, reviewRecord } from "../../pulls/review-records.ts"
import { team } from "../../records/team.ts"
import type { Repository } from "../../repositories/repositories.ts"
import { eventRepository, pageAt, repositoryOf, userById, type Writer } from "./writer.ts"

const issueIn = (page: Page, issue: Issue) => {
  // API records have a member that events do not.
  const { closed_by: _, ...record } = issueRecord(page, issue)
  return record
}

const pullPage = (writer: Writer, repository: Repository) => ({ ...pageAt(writer, repository), viewer: undefined })

type Branches = Pick<ReturnType<typeof simplePull>, "head" | "base">

/** The base and head branch with their repositories in the form of events. */
const branchesIn = (writer: Writer, { base, head }: Branches, source: Repository, repository: Repository) => ({
  head: { ...head, repo: eventRepository(writer, source) },
  base: { ...base, repo: eventRepository(writer, repository) }
})

const pullIn = <A extends Branches>(
  writer: Writer,
  repository: Repository,
  { pull }: PullIssue,
  record: A
): Omit<A, keyof Branches> & ReturnType<typeof branchesIn> => ({
  ...record,
  ...branchesIn(writer, record, sourceOf(pageAt(writer, repository), pull), repository)
})

const fullPullIn = (writer: Writer, repository: Repository, issue: PullIssue) =>
  pullIn(writer, repository, issue, fullPull(pullPage(writer, repository), issue))

/** The pull request without the members that only the full record has. */
const simplePullIn = (writer: Writer, repository: Repository, issue: PullIssue) =>
  pullIn(writer, repository, issue, simplePull(pullPage(writer, repository), issue))

/** The members that depend on the kind of the history entry. */
const detailIn = (writer: Writer, page: Page, issue: Issue, detail: EventDetail | undefined) => {
  const { repository, tracker, world } = page
  switch (detail?.kind) {
    case "label": {
      const label = tracker.labels.get(detail.name.toLowerCase())
      return label === undefined ? {} : { label: labelRecord(page, label) }
    }
    case "assignee":
      return { assignee: userById(writer, detail.personId) }
    case "milestone": {
      const milestone = tracker.milestones.find(({ title }) => title === detail.title) ?? issue.milestone
      return milestone === null ? {} : { milestone: milestoneRecord(page, milestone) }
    }
    case "reviewer":
      return { requested_reviewer: userById(writer, detail.personId) }
    case "team": {
      const owner = accountById(world, repository.ownerId)
      const reviewingTeam = owner.teams.find(({ slug }) => slug === detail.slug)
      return reviewingTeam === undefined ? {} : { requested_team: team(writer.urls, owner, reviewingTeam) }
    }
    default:
      return {}
  }
}

export const issues = (writer: Writer, domainEvent: DomainEvent<"issues">) => {
  const { action, changes, detail, issue } = domainEvent.subject
  const page = pageAt(writer, repositoryOf(domainEvent))
  return {
    action,
    ...(changes === undefined ? {} : { changes }),
    issue: issueIn(page, issue),
    ...detailIn(writer, page, issue, detail)
  }
}

export const pullRequests = (writer: Writer, domainEvent: DomainEvent<"pull_request">) => {
  const { action, after, before, changes, detail, issue } = domainEvent.subject
  const repository = repositoryOf(domainEvent)
  return {
    action,
    number: issue.number,
    ...(changes === undefined ? {} : { changes }),
    ...(before === undefined ? {} : { before, after }),
    pull_request: fullPullIn(writer, repository, issue),
    ...detailIn(writer, pageAt(writer, repository), issue, detail)
  }
}

export const issueComments = (writer: Writer, domainEvent: DomainEvent<"issue_comment">) => {
  const { action, changes, comment, issue } = domainEvent.subject
  const page = pageAt(writer, repositoryOf(domainEvent))
  return {
    action,
    ...(changes === undefined ? {} : { changes }),
    issue: issueIn(page, issue),
    comment: commentRecord(page, issue, comment)
  }
}

export const reviews = (writer: Writer, domainEvent: DomainEvent<"pull_request_review">) => {
  const { action, changes, issue, review } = domainEvent.subject
  const repository = repositoryOf(domainEvent)
  const record = reviewRecord(pageAt(writer, repository), issue, review)
  return {
    action,
    ...(changes === undefined ? {} : { changes }),
    // Events write the state in lower case, and an empty body as null.
    review: {
      ...record,
      state: record.state.toLowerCase(),
      body: record.body === "" ? null : record.body,
      submitted_at: review.submittedAt
    },
    pull_request: simplePullIn(writer, repository, issue)
  }
}

export const reviewComments = (writer: Writer, domainEvent: DomainEvent<"pull_request_review_comment">) => {
  const { action, changes, comment, issue } = domainEvent.subject
  const repository = repositoryOf(domainEvent)
  const page = pageAt(writer, repository)
  const url = reviewCommentRecord(page, issue, comment).url
  return {
    action,
    ...(changes === undefined ? {} : { changes }),
    comment: {
      position: null,
      original_position: 0,
      original_line: null,
      line: null,
      start_line: null,
      original_start_line: null,
      start_side: null,
      side: comment.side,
      ...reviewCommentRecord(page, issue, comment),
      reactions: reactions(url)
    },
    pull_request: simplePullIn(writer, repository, issue)
  }
}

export const labels = (writer: Writer, domainEvent: DomainEvent<"label">) => {
  const { action, changes, label } = domainEvent.subject
  return {
    action,
    ...(changes === undefined ? {} : { changes }),
    label: labelRecord(pageAt(writer, repositoryOf(domainEvent)), label)
  }
}
