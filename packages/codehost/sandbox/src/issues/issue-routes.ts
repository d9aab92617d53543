// Routes that list, read, open, update and lock issues, including pull requests.
// Source: https://docs.github.com/en/rest/issues/issues

import { type Context, type Routes, viewerOf } from "../frame/context.ts"
import { forbidden, gone } from "../frame/errors.ts"
import { optionalChoice, requireFields } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { checkReopening } from "../pulls/reopening.ts"
import { actOf, openPageOf, pageOf, sortingPageOf } from "./access.ts"
import * as change from "./changes.ts"
import type { Act } from "./events.ts"
import { issueOf } from "./finding.ts"
import { type IssueInput, mayTriage, readInput } from "./input.ts"
import { type Issue, lockReasons } from "./issues.ts"
import { labelsNamed } from "./labels.ts"
import { listIssues } from "./list.ts"
import { open } from "./opening.ts"
import { issueRecord, type Page } from "./records.ts"

const list = (context: Context): Reply => {
  const page = pageOf(context)
  if (!page.repository.hasIssues) throw gone("Issues are disabled for this repo")
  return paginate(context, listIssues(context, page.tracker), (issue) => issueRecord(page, issue))
}

const get = (context: Context): Reply => {
  const page = pageOf(context)
  return ok(issueRecord(page, issueOf(context, page)))
}

/** Sets labels, assignees, milestone and type. Fields that are missing in the input stay unchanged. */
const sort = (page: Page, issue: Issue, act: Act, input: IssueInput): void => {
  if (input.labels !== undefined) change.changeLabels(page, issue, act, labelsNamed(page, input.labels))
  if (input.assigneeIds !== undefined) change.changeAssignees(page, issue, act, input.assigneeIds)
  if (input.milestone !== undefined) change.changeMilestone(page, issue, act, input.milestone)
  if (input.type !== undefined) change.changeType(page, issue, act, input.type)
}

const create = (context: Context): Reply => {
  const page = openPageOf(context)
  if (!page.repository.hasIssues) throw gone("Issues has been disabled in this repository.")
  requireFields(context.body, "title")
  const input = readInput(context, page)
  const act = actOf(context)
  const issue = open(page, act, { title: input.title ?? "", body: input.body ?? null })
  sort(page, issue, act, input)
  const record = issueRecord(page, issue)
  return created(record, record.url)
}

/** Changes the state. A closed issue can be given another reason; pull requests have no reason. */
const changeState = (page: Page, issue: Issue, act: Act, { state, stateReason }: IssueInput): void => {
  if (state === "open") return change.reopen(page, issue, act)
  if (state !== "closed") return
  const reason = stateReason === "reopened" ? undefined : stateReason
  const usual = issue.state === "closed" ? issue.stateReason : "completed"
  change.close(page, issue, act, issue.pull === undefined ? (reason ?? usual) : null)
}

const update = (context: Context): Reply => {
  const page = pageOf(context)
  const issue = issueOf(context, page)
  sortingPageOf(context, issue.authorId)
  const input = readInput(context, page)
  if (input.state === "open") checkReopening(page, issue)
  const act = actOf(context)
  change.changeText(page, issue, act, input)
  sort(page, issue, act, input)
  changeState(page, issue, act, input)
  return ok(issueRecord(page, issue))
}

const lock = (context: Context): Reply => {
  const page = pageOf(context)
  const issue = issueOf(context, page)
  sortingPageOf(context)
  const reason = optionalChoice(context.body, "lock_reason", lockReasons)
  change.lock(page, issue, actOf(context), reason ?? null)
  return noContent
}

const unlock = (context: Context): Reply => {
  const page = pageOf(context)
  const issue = issueOf(context, page)
  sortingPageOf(context)
  change.unlock(page, issue, actOf(context))
  return noContent
}

/** Refuses callers who may not write in a locked conversation. */
export const checkConversation = (context: Context, page: Page, issue: Issue): void => {
  viewerOf(context)
  if (issue.locked && !mayTriage(context, page)) throw forbidden("Unable to create comment because issue is locked.")
}

const path = "/repos/{owner}/{repo}/issues"
const read = "issues=read; pull_requests=read"
const write = "issues=write; pull_requests=write"

export const issueRoutes: Routes = {
  [`GET ${path}`]: { run: list, permission: read },
  [`POST ${path}`]: { run: create, permission: "issues=write" },
  [`GET ${path}/{issue_number}`]: { run: get, permission: read },
  [`PATCH ${path}/{issue_number}`]: { run: update, permission: write },
  [`PUT ${path}/{issue_number}/lock`]: { run: lock, permission: write },
  [`DELETE ${path}/{issue_number}/lock`]: { run: unlock, permission: write }
}
