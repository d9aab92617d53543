// Routes that merge a pull request or update its branch from the base.
// Source: https://docs.github.com/en/rest/pulls/pulls#merge-a-pull-request

import { type Context, repositoryOf, type Routes, viewerOf } from "../frame/context.ts"
import { conflict, forbidden, notFound, Refusal, unprocessable } from "../frame/errors.ts"
import { optionalChoice, optionalText } from "../frame/fields.ts"
import { accepted, noContent, ok, type Reply } from "../frame/reply.ts"
import { writeCommit } from "../git/store.ts"
import { actOf } from "../issues/access.ts"
import { close } from "../issues/changes.ts"
import { type Act, recordEvent } from "../issues/events.ts"
import type { PullIssue } from "../issues/issues.ts"
import { apiUrl } from "../issues/records.ts"
import { closedByWords } from "../issues/text.ts"
import { protectionOf } from "../policies/protection.ts"
import { hasRole, type Repository, roleOf } from "../repositories/repositories.ts"
import { pullToRead } from "./access.ts"
import { commitsBetween, fetchFrom, followBranches, sourceOf } from "./branches.ts"
import { mergedCommits } from "./mergeability.ts"
import { writeMerge } from "./merging.ts"
import { type MergeMethod, mergeMethods } from "./pulls.ts"
import type { PullPage } from "./records.ts"

const notAllowed = (message: string): Refusal => new Refusal(405, message)

const methodNames: Readonly<Record<MergeMethod, string>> = {
  merge: "Merge commits are",
  squash: "Squash merges are",
  rebase: "Rebase merges are"
}

const allows = (repository: Repository, method: MergeMethod): boolean =>
  ({ merge: repository.allowMergeCommit, squash: repository.allowSquashMerge, rebase: repository.allowRebaseMerge })[
    method
  ]

const check = (
  { repository }: PullPage,
  { pull, state }: PullIssue,
  method: MergeMethod,
  sha: string | undefined
): void => {
  if (state === "closed") throw notAllowed("Pull Request is not mergeable")
  if (pull.draft) throw notAllowed("Pull Request is still a draft")
  if (!allows(repository, method)) throw notAllowed(`${methodNames[method]} not allowed on this repository.`)
  if (sha !== undefined && sha !== pull.headSha) {
    throw conflict("Head branch was modified. Review and try the merge again.")
  }
}

/** Closes the issues named in the pull request's body. Only for merges into the default branch. */
const closeLinkedIssues = (page: PullPage, issue: PullIssue, act: Act, sha: string): void => {
  if (issue.pull.baseRef !== page.repository.defaultBranch) return
  for (const number of closedByWords(issue.body)) {
    const other = page.tracker.find(number)
    if (other?.state === "open" && other.pull === undefined) close(page, other, act, "completed", sha)
  }
}

/** Refuses a merge that violates a branch rule. Rules that require a pull request are satisfied by the merge itself. */
const checkRules = (context: Context, repository: Repository, branch: string): void => {
  const protection = protectionOf(context, repository, branch)
  if (protection === undefined || protection.message.includes("through a pull request")) return
  throw notAllowed(protection.message)
}

const merge = (context: Context): Reply => {
  const { body } = context
  const { issue, page } = pullToRead(context)
  const repository = repositoryOf(context, "push")
  const { pull } = issue
  const method = optionalChoice(body, "merge_method", mergeMethods) ?? "merge"
  const text = { title: optionalText(body, "commit_title"), message: optionalText(body, "commit_message") }
  check(page, issue, method, optionalText(body, "sha"))
  checkRules(context, repository, pull.baseRef)
  const act = actOf(context)
  const commit = writeMerge(page, issue, method, act, text)
  if (commit === undefined) throw notAllowed("Pull Request is not mergeable")
  repository.git.refs.set(`refs/heads/${pull.baseRef}`, commit.sha)
  repository.pushedAt = act.at
  repository.updatedAt = act.at
  Object.assign(pull, { mergedAt: act.at, mergedById: act.actorId, mergeCommitSha: commit.sha })
  page.tracker.contributors.add(issue.authorId)
  recordEvent(page, issue, act, "merged", { kind: "none" }, commit.sha)
  close(page, issue, act, null)
  closeLinkedIssues(page, issue, act, commit.sha)
  if (repository.deleteBranchOnMerge && pull.headRepositoryId === repository.id) {
    repository.git.refs.delete(`refs/heads/${pull.headRef}`)
    recordEvent(page, issue, act, "head_ref_deleted")
  }
  return ok({ sha: commit.sha, merged: true, message: "Pull Request successfully merged" })
}

const isMerged = (context: Context): Reply => {
  if (pullToRead(context).issue.pull.mergedAt === null) throw notFound()
  return noContent
}

const updateBranch = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  const { number, pull } = issue
  const source = sourceOf(page, pull)
  if (!hasRole(roleOf(page.world, source, viewerOf(context)), "push")) {
    throw forbidden("Must have push access to the head repository.")
  }
  const expected = optionalText(context.body, "expected_head_sha")
  if (expected !== undefined && expected !== pull.headSha) {
    throw unprocessable("expected head sha didn’t match current head ref.")
  }
  const { git } = page.repository
  if (commitsBetween(git, pull.headSha, pull.baseSha).length === 0) {
    throw unprocessable("There are no new commits on the base branch.")
  }
  const tree = mergedCommits(git, pull.headSha, pull.baseSha)
  if (tree === undefined) throw unprocessable("merge conflict between base and head")
  const { at } = actOf(context)
  const author = { name: "GitHub", email: "noreply@github.com", date: at }
  const message = `Merge branch '${pull.baseRef}' into ${pull.headRef}`
  const commit = writeCommit(git, { tree, parents: [pull.headSha, pull.baseSha], author, committer: author, message })
  fetchFrom(source.git, git)
  source.git.refs.set(`refs/heads/${pull.headRef}`, commit.sha)
  followBranches(page)
  return accepted({ message: "Updating pull request branch.", url: `${apiUrl(page)}/pulls/${number}` })
}

const path = "/repos/{owner}/{repo}/pulls/{pull_number}"

export const mergeRoutes: Routes = {
  [`GET ${path}/merge`]: { run: isMerged, permission: "contents=read" },
  [`PUT ${path}/merge`]: { run: merge, permission: "contents=write" },
  [`PUT ${path}/update-branch`]: { run: updateBranch, permission: "pull_requests=write" }
}
