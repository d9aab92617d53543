// Builds the API records of issues and their data.

import { accountById } from "../accounts/accounts.ts"
import { nodeId } from "../records/node-id.ts"
import { repositoryPage, repositoryUrl } from "../records/repository.ts"
import type { Urls } from "../records/urls.ts"
import { simpleUser } from "../records/user.ts"
import { associationOf } from "./association.ts"
import type { Comment, Issue, Label, Milestone } from "./issues.ts"
import type { Place } from "./trackers.ts"
import { typeRecord } from "./types.ts"

/** A repository with its issues, and the URLs that its records contain. */
export interface Page extends Place {
  readonly urls: Urls
}

export const apiUrl = ({ repository, urls, world }: Page): string => repositoryUrl(world, urls, repository)

export const htmlUrl = ({ repository, urls, world }: Page): string => repositoryPage(world, urls, repository)

export const userRecord = ({ urls, world }: Pick<Page, "urls" | "world">, id: number) =>
  simpleUser(urls, accountById(world, id))

export const optionalUser = (page: Page, id: number | null) => (id === null ? null : userRecord(page, id))

export const labelRecord = (page: Page, { color, description, id, isDefault, name }: Label) => ({
  id,
  node_id: nodeId("LA", id, page.repository.id),
  url: `${apiUrl(page)}/labels/${encodeURIComponent(name)}`,
  name,
  color,
  default: isDefault,
  description
})

export const milestoneRecord = (page: Page, milestone: Milestone) => {
  const url = `${apiUrl(page)}/milestones/${milestone.number}`
  const counts = page.tracker.counts(milestone)
  return {
    url,
    html_url: `${htmlUrl(page)}/milestone/${milestone.number}`,
    labels_url: `${url}/labels`,
    id: milestone.id,
    node_id: nodeId("MI", milestone.id, page.repository.id),
    number: milestone.number,
    title: milestone.title,
    description: milestone.description,
    creator: userRecord(page, milestone.creatorId),
    open_issues: counts.open,
    closed_issues: counts.closed,
    state: milestone.state,
    created_at: milestone.createdAt,
    updated_at: milestone.updatedAt,
    due_on: milestone.dueOn,
    closed_at: milestone.closedAt
  }
}

/** Reactions are not simulated, so all counts are zero. */
export const reactions = (url: string) => ({
  url: `${url}/reactions`,
  total_count: 0,
  "+1": 0,
  "-1": 0,
  laugh: 0,
  hooray: 0,
  confused: 0,
  heart: 0,
  rocket: 0,
  eyes: 0
})

const pullLinks = (page: Page, { number, pull }: Issue) =>
  pull === undefined
    ? {}
    : {
        draft: pull.draft,
        pull_request: {
          url: `${apiUrl(page)}/pulls/${number}`,
          html_url: `${htmlUrl(page)}/pull/${number}`,
          diff_url: `${htmlUrl(page)}/pull/${number}.diff`,
          patch_url: `${htmlUrl(page)}/pull/${number}.patch`,
          merged_at: pull.mergedAt
        }
      }

export const issueHtmlUrl = (page: Page, { number, pull }: Issue): string =>
  `${htmlUrl(page)}/${pull === undefined ? "issues" : "pull"}/${number}`

export const issueNodeId = ({ repository }: Page, { id, pull }: Issue): string =>
  pull === undefined ? nodeId("I", id, repository.id) : nodeId("PR", pull.id, repository.id)

export const issueRecord = (page: Page, issue: Issue) => {
  const url = `${apiUrl(page)}/issues/${issue.number}`
  const assignees = issue.assigneeIds.map((id) => userRecord(page, id))
  return {
    url,
    repository_url: apiUrl(page),
    labels_url: `${url}/labels{/name}`,
    comments_url: `${url}/comments`,
    events_url: `${url}/events`,
    html_url: issueHtmlUrl(page, issue),
    id: issue.id,
    node_id: issueNodeId(page, issue),
    number: issue.number,
    title: issue.title,
    user: userRecord(page, issue.authorId),
    labels: issue.labels.map((label) => labelRecord(page, label)),
    state: issue.state,
    locked: issue.locked,
    assignees,
    milestone: issue.milestone === null ? null : milestoneRecord(page, issue.milestone),
    comments: issue.comments.length,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    assignee: assignees[0] ?? null,
    author_association: associationOf(page, issue.authorId),
    type: typeRecord(issue.type),
    active_lock_reason: issue.lockReason,
    ...pullLinks(page, issue),
    body: issue.body,
    closed_by: optionalUser(page, issue.closedById),
    reactions: reactions(url),
    timeline_url: `${url}/timeline`,
    performed_via_github_app: null,
    state_reason: issue.stateReason,
    sub_issues_summary: { total: 0, completed: 0, percent_completed: 0 },
    issue_dependencies_summary: { blocked_by: 0, total_blocked_by: 0, blocking: 0, total_blocking: 0 }
  }
}

export const commentRecord = (page: Page, issue: Issue, comment: Comment) => {
  const url = `${apiUrl(page)}/issues/comments/${comment.id}`
  return {
    url,
    html_url: `${issueHtmlUrl(page, issue)}#issuecomment-${comment.id}`,
    issue_url: `${apiUrl(page)}/issues/${issue.number}`,
    id: comment.id,
    node_id: nodeId("IC", comment.id, page.repository.id),
    user: userRecord(page, comment.authorId),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    author_association: associationOf(page, comment.authorId),
    reactions: reactions(url),
    performed_via_github_app: null
  }
}
