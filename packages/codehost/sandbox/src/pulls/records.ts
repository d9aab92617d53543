// Builds the API records of pull requests.
// Source: schemas `pull-request-simple`, `pull-request`.

import { type Account, accountById } from "../accounts/accounts.ts"
import { associationOf } from "../issues/association.ts"
import type { PullIssue } from "../issues/issues.ts"
import {
  apiUrl,
  htmlUrl,
  issueNodeId,
  labelRecord,
  milestoneRecord,
  optionalUser,
  type Page,
  userRecord
} from "../issues/records.ts"
import { teamRecord } from "../issues/teams.ts"
import { minimalRepository } from "../records/repository.ts"
import { simpleTeam } from "../records/team.ts"
import type { Repository } from "../repositories/repositories.ts"
import { commitsOf, filesOf, sourceOf } from "./branches.ts"
import { mergedCommits } from "./mergeability.ts"

/** A page that also has the viewer, because repository records contain the viewer's permissions. */
export interface PullPage extends Page {
  readonly viewer: Account | undefined
}

const branchRecord = ({ urls, viewer, world }: PullPage, repository: Repository, ref: string, sha: string) => {
  const owner = accountById(world, repository.ownerId)
  return {
    label: `${owner.login}:${ref}`,
    ref,
    sha,
    user: userRecord({ urls, world }, owner.id),
    repo: minimalRepository(world, urls, repository, viewer)
  }
}

const linksOf = (page: PullPage, { number, pull }: PullIssue) => {
  const [url, issue] = [`${apiUrl(page)}/pulls/${number}`, `${apiUrl(page)}/issues/${number}`]
  return {
    self: { href: url },
    html: { href: `${htmlUrl(page)}/pull/${number}` },
    issue: { href: issue },
    comments: { href: `${issue}/comments` },
    review_comments: { href: `${url}/comments` },
    review_comment: { href: `${apiUrl(page)}/pulls/comments{/number}` },
    commits: { href: `${url}/commits` },
    statuses: { href: `${apiUrl(page)}/statuses/${pull.headSha}` }
  }
}

/** A pull request in a list. */
export const simplePull = (page: PullPage, issue: PullIssue) => {
  const { number, pull } = issue
  const links = linksOf(page, issue)
  const html = `${htmlUrl(page)}/pull/${number}`
  const assignees = issue.assigneeIds.map((id) => userRecord(page, id))
  return {
    url: links.self.href,
    id: pull.id,
    node_id: issueNodeId(page, issue),
    html_url: html,
    diff_url: `${html}.diff`,
    patch_url: `${html}.patch`,
    issue_url: links.issue.href,
    number,
    state: issue.state,
    locked: issue.locked,
    title: issue.title,
    user: userRecord(page, issue.authorId),
    body: issue.body,
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    closed_at: issue.closedAt,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeCommitSha,
    assignee: assignees[0] ?? null,
    assignees,
    requested_reviewers: pull.requestedIds.map((id) => userRecord(page, id)),
    requested_teams: pull.requestedTeams.map((slug) => teamRecord(page, slug)),
    // The API description does not allow null here.
    labels: issue.labels.map((label) => ({ ...labelRecord(page, label), description: label.description ?? "" })),
    milestone: issue.milestone === null ? null : milestoneRecord(page, issue.milestone),
    draft: pull.draft,
    commits_url: links.commits.href,
    review_comments_url: links.review_comments.href,
    review_comment_url: links.review_comment.href,
    comments_url: links.comments.href,
    statuses_url: links.statuses.href,
    head: branchRecord(page, sourceOf(page, pull), pull.headRef, pull.headSha),
    base: branchRecord(page, page.repository, pull.baseRef, pull.baseSha),
    _links: links,
    author_association: associationOf(page, issue.authorId),
    auto_merge: null,
    active_lock_reason: issue.lockReason
  }
}

/** Whether the pull request can be merged. Unknown if it is closed. */
const mergeability = ({ repository: { git } }: PullPage, { pull, state }: PullIssue, isKnown: boolean) => {
  if (state === "closed" || !isKnown) return { mergeable: null, rebaseable: null, mergeable_state: "unknown" }
  const mergeable = mergedCommits(git, pull.baseSha, pull.headSha) !== undefined
  const mergeableState = pull.draft ? "draft" : mergeable ? "clean" : "dirty"
  return { mergeable, rebaseable: mergeable, mergeable_state: mergeableState }
}

/** A single pull request. Directly after opening, the service does not know yet whether it can be merged. */
export const fullPull = (page: PullPage, issue: PullIssue, isMergeabilityKnown = true) => {
  const { pull } = issue
  const files = filesOf(page, pull)
  const sum = (name: "additions" | "deletions"): number => files.reduce((total, file) => total + file[name], 0)
  const organization = accountById(page.world, page.repository.ownerId)
  const teams = organization.teams.filter(({ slug }) => pull.requestedTeams.includes(slug))
  return {
    ...simplePull(page, issue),
    labels: issue.labels.map((label) => labelRecord(page, label)),
    requested_teams: teams.map((team) => simpleTeam(page.urls, organization, team)),
    merged: pull.mergedAt !== null,
    ...mergeability(page, issue, isMergeabilityKnown),
    merged_by: optionalUser(page, pull.mergedById),
    comments: issue.comments.length,
    review_comments: pull.reviewComments.length,
    maintainer_can_modify: pull.maintainerCanModify,
    commits: commitsOf(page, pull).length,
    additions: sum("additions"),
    deletions: sum("deletions"),
    changed_files: files.length
  }
}
