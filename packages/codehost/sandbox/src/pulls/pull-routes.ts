// Routes that list, read, open and update pull requests, and list their commits and files.
// Source: https://docs.github.com/en/rest/pulls/pulls

import { emitThreadEvent } from "../domain-events/threads.ts"
import type { Context, Routes } from "../frame/context.ts"
import { validationFailed } from "../frame/errors.ts"
import { optionalChoice, optionalFlag, optionalText, requiredText, requireFields } from "../frame/fields.ts"
import { mediaType } from "../frame/media.ts"
import { paginate } from "../frame/paging.ts"
import { created, ok, type Reply } from "../frame/reply.ts"
import { diffText, patchText } from "../git/diff.ts"
import { checkText, shownFiles } from "../git/limits.ts"
import { actOf, openPageOf } from "../issues/access.ts"
import { changeText, close, reopen } from "../issues/changes.ts"
import { recordEvent } from "../issues/events.ts"
import { readBody, readTitle } from "../issues/input.ts"
import type { PullIssue } from "../issues/issues.ts"
import { changedFileRecord, commitRecord, type Site, siteOf } from "../records/commit.ts"
import { pullToChange, pullPageOf, pullToRead } from "./access.ts"
import { commitsOf, filesOf, followBranches, sourceOf } from "./branches.ts"
import { listedPulls } from "./list.ts"
import { checkBranches, openPull } from "./opening.ts"
import { fullPull, type PullPage, simplePull } from "./records.ts"
import { checkReopening } from "./reopening.ts"

const list = (context: Context): Reply => {
  const page = pullPageOf(context)
  followBranches(page)
  return paginate(context, listedPulls(page, context.query), (issue) => simplePull(page, issue))
}

const get = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  const { param } = context.media
  if (param === "diff") {
    const files = checkText(filesOf(page, issue.pull), "PullRequest")
    return { status: 200, text: { content: diffText(files), type: mediaType(param) } }
  }
  if (param === "patch") {
    const content = commitsOf(page, issue.pull)
      .map((commit) => patchText(page.repository.git, commit))
      .join("\n")
    return { status: 200, text: { content, type: mediaType(param) } }
  }
  return ok(fullPull(page, issue))
}

const create = (context: Context): Reply => {
  const { body } = context
  const page = pullPageOf(context)
  openPageOf(context)
  requireFields(body, "head", "base")
  const title = readTitle(body, "PullRequest")
  if (title === undefined) throw validationFailed({ resource: "PullRequest", code: "missing_field", field: "title" })
  const issue = openPull(page, actOf(context), {
    title,
    body: readBody(body, "PullRequest") ?? null,
    head: requiredText(body, "head"),
    headRepo: optionalText(body, "head_repo"),
    base: requiredText(body, "base"),
    draft: optionalFlag(body, "draft") ?? false,
    maintainerCanModify: optionalFlag(body, "maintainer_can_modify") ?? true
  })
  const record = fullPull(page, issue, false)
  return created(record, record.url)
}

const checkBase = (page: PullPage, { pull, state }: PullIssue, base: string): void => {
  const problem = { resource: "PullRequest", field: "base", code: "invalid" } as const
  if (state === "closed")
    throw validationFailed({ ...problem, message: "Cannot change the base branch of a closed pull request." })
  checkBranches(page, sourceOf(page, pull), pull.headRef, base)
}

const update = (context: Context): Reply => {
  const { body } = context
  const { issue, page } = pullToChange(context)
  const { pull } = issue
  const [title, text] = [readTitle(body, "PullRequest"), readBody(body, "PullRequest")]
  const state = optionalChoice(body, "state", ["open", "closed"])
  const base = optionalText(body, "base") ?? pull.baseRef
  const maintainerCanModify = optionalFlag(body, "maintainer_can_modify")
  if (base !== pull.baseRef) checkBase(page, issue, base)
  if (state === "open") checkReopening(page, issue)
  const act = actOf(context)
  changeText(page, issue, act, { title, body: text })
  if (base !== pull.baseRef) {
    const changes = { base: { ref: { from: pull.baseRef }, sha: { from: pull.baseSha } } }
    pull.baseRef = base
    emitThreadEvent(page, issue, "edited", { changes })
    recordEvent(page, issue, act, "base_ref_changed")
    issue.updatedAt = act.at
  }
  if (maintainerCanModify !== undefined) pull.maintainerCanModify = maintainerCanModify
  if (state === "closed") close(page, issue, act, null)
  if (state === "open") reopen(page, issue, act)
  followBranches(page)
  return ok(fullPull(page, issue))
}

const siteFor = ({ repository, urls, world }: PullPage): Site => siteOf(world, urls, repository)

/** The service shows at most 250 commits. */
const mostCommits = 250

const commits = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  const site = siteFor(page)
  return paginate(context, commitsOf(page, issue.pull).slice(0, mostCommits), (commit) => commitRecord(site, commit))
}

const files = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  const site = siteFor(page)
  return paginate(context, shownFiles(filesOf(page, issue.pull)), (file) =>
    changedFileRecord(site, issue.pull.headSha, file)
  )
}

const path = "/repos/{owner}/{repo}/pulls"
const read = "pull_requests=read"
const write = "pull_requests=write"

export const pullRoutes: Routes = {
  [`GET ${path}`]: { run: list, permission: read },
  [`POST ${path}`]: { run: create, permission: write },
  [`GET ${path}/{pull_number}`]: { run: get, permission: read },
  [`PATCH ${path}/{pull_number}`]: { run: update, permission: write },
  [`GET ${path}/{pull_number}/commits`]: { run: commits, permission: read },
  [`GET ${path}/{pull_number}/files`]: { run: files, permission: read }
}
