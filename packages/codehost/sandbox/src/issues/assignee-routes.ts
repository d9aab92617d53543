// Routes for accounts that can be assigned in a repository, and for the assignees of an issue.
// Source: https://docs.github.com/en/rest/issues/assignees

import { type Context, param, type Routes } from "../frame/context.ts"
import { notFound } from "../frame/errors.ts"
import { paginate } from "../frame/paging.ts"
import { noContent, type Reply } from "../frame/reply.ts"
import { actOf, pageOf, sortingPageOf } from "./access.ts"
import { assignable, findAssignable } from "./assignees.ts"
import { changeAssignees } from "./changes.ts"
import { issueOf } from "./finding.ts"
import { readNames } from "./input.ts"
import type { Issue } from "./issues.ts"
import { issueRecord, userRecord } from "./records.ts"

const list = (context: Context): Reply => {
  const page = pageOf(context)
  return paginate(context, assignable(page), ({ id }) => userRecord(page, id))
}

const check = (context: Context): Reply => {
  if (findAssignable(pageOf(context), param(context, "assignee")) === undefined) throw notFound()
  return noContent
}

/** Changes the assignees. Accounts that cannot be assigned are ignored here, whereas opening an issue refuses them. */
const reassign =
  (status: number, after: (issue: Issue, ids: ReadonlyArray<number>) => ReadonlyArray<number>) =>
  (context: Context): Reply => {
    const page = pageOf(context)
    const issue = issueOf(context, page)
    sortingPageOf(context)
    const names = readNames(context.body, "assignees", "login") ?? []
    const ids = names.flatMap((login) => findAssignable(page, login)?.id ?? [])
    changeAssignees(page, issue, actOf(context), after(issue, ids))
    return { status, body: issueRecord(page, issue) }
  }

const path = "/repos/{owner}/{repo}"
const read = "issues=read; pull_requests=read"
const write = "issues=write; pull_requests=write"

export const assigneeRoutes: Routes = {
  [`GET ${path}/assignees`]: { run: list, permission: read },
  [`GET ${path}/assignees/{assignee}`]: { run: check, permission: read },
  [`POST ${path}/issues/{issue_number}/assignees`]: {
    run: reassign(201, ({ assigneeIds }, ids) => [...assigneeIds, ...ids]),
    permission: write
  },
  [`DELETE ${path}/issues/{issue_number}/assignees`]: {
    run: reassign(200, ({ assigneeIds }, ids) => assigneeIds.filter((id) => !ids.includes(id))),
    permission: write
  }
}
