// Routes that list, add and remove requested reviewers.
// Source: https://docs.github.com/en/rest/pulls/review-requests

import { findAccount } from "../accounts/accounts.ts"
import type { Context, Routes } from "../frame/context.ts"
import { optionalTexts, requireFields } from "../frame/fields.ts"
import { created, ok, type Reply } from "../frame/reply.ts"
import { actOf } from "../issues/access.ts"
import { userRecord } from "../issues/records.ts"
import { teamRecord } from "../issues/teams.ts"
import { pullToChange, pullToRead } from "./access.ts"
import { simplePull } from "./records.ts"
import { askReviewers, dropReviewers, reviewersNamed } from "./reviewers.ts"

const get = (context: Context): Reply => {
  const { issue, page } = pullToRead(context)
  return ok({
    users: issue.pull.requestedIds.map((id) => userRecord(page, id)),
    teams: issue.pull.requestedTeams.map((slug) => teamRecord(page, slug))
  })
}

const ask = (context: Context): Reply => {
  const { issue, page } = pullToChange(context)
  const [logins, slugs] = [
    optionalTexts(context.body, "reviewers") ?? [],
    optionalTexts(context.body, "team_reviewers") ?? []
  ]
  const reviewers = reviewersNamed(page, issue, logins, slugs)
  askReviewers(page, issue, actOf(context), reviewers)
  const record = simplePull(page, issue)
  return created(record, record.url)
}

/** Removes review requests. Accounts that were not requested are ignored. */
const drop = (context: Context): Reply => {
  const { issue, page } = pullToChange(context)
  requireFields(context.body, "reviewers")
  const people = (optionalTexts(context.body, "reviewers") ?? []).flatMap(
    (login) => findAccount(page.world, login)?.id ?? []
  )
  const teams = (optionalTexts(context.body, "team_reviewers") ?? []).map((slug) => slug.toLowerCase())
  dropReviewers(page, issue, actOf(context), { people, teams })
  return ok(simplePull(page, issue))
}

const path = "/repos/{owner}/{repo}/pulls/{pull_number}/requested_reviewers"

export const reviewerRoutes: Routes = {
  [`GET ${path}`]: { run: get, permission: "pull_requests=read" },
  [`POST ${path}`]: { run: ask, permission: "pull_requests=write" },
  [`DELETE ${path}`]: { run: drop, permission: "pull_requests=write" }
}
