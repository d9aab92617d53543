// Routes for the milestones of a repository.
// Source: https://docs.github.com/en/rest/issues/milestones

import { type Context, repositoryOf, type Routes } from "../frame/context.ts"
import { validationFailed } from "../frame/errors.ts"
import { nullableText, optionalChoice, optionalText, requiredText } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { actOf, pageOf } from "./access.ts"
import { changeMilestone } from "./changes.ts"
import { milestoneOf } from "./finding.ts"
import type { Milestone } from "./issues.ts"
import { choiceOf } from "./list.ts"
import { milestoneRecord, type Page } from "./records.ts"

const list = (context: Context): Reply => {
  const page = pageOf(context)
  const state = choiceOf(context.query, "state", ["open", "closed", "all"], "Milestone")
  const sort = choiceOf(context.query, "sort", ["due_on", "completeness"], "Milestone")
  const completeness = (milestone: Milestone): number => {
    const { closed, open } = page.tracker.counts(milestone)
    return open + closed === 0 ? 0 : closed / (open + closed)
  }
  // Milestones without a due date come last.
  const dueMillis = ({ dueOn }: Milestone): number => (dueOn === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueOn))
  const key = sort === "due_on" ? dueMillis : completeness
  const milestones = page.tracker.milestones
    .filter((milestone) => state === "all" || milestone.state === state)
    .toSorted((one, other) => key(one) - key(other) || one.number - other.number)
  const inOrder = context.query.get("direction") === "desc" ? milestones.toReversed() : milestones
  return paginate(context, inOrder, (milestone) => milestoneRecord(page, milestone))
}

const get = (context: Context): Reply => {
  const page = pageOf(context)
  return ok(milestoneRecord(page, milestoneOf(context, page)))
}

const checkTitle = ({ tracker }: Page, title: string, milestone?: Milestone): void => {
  const problem = { resource: "Milestone", field: "title" } as const
  if (title.trim() === "") throw validationFailed({ ...problem, code: "missing_field" })
  if (tracker.milestones.some((one) => one.title === title && one !== milestone)) {
    throw validationFailed({ ...problem, code: "already_exists" })
  }
}

/** The due date in the format of records. */
const dueOnOf = ({ body }: Context): string | null | undefined => {
  const text = nullableText(body, "due_on")
  if (text === undefined || text === null) return text
  const millis = Date.parse(text)
  if (Number.isNaN(millis)) throw validationFailed({ resource: "Milestone", field: "due_on", code: "invalid" })
  return new Date(millis).toISOString().replace(/\.\d+Z$/u, "Z")
}

const setState = (milestone: Milestone, state: "open" | "closed", at: string): void => {
  if (milestone.state === state) return
  milestone.state = state
  milestone.closedAt = state === "closed" ? at : null
}

const create = (context: Context): Reply => {
  const page = pageOf(context)
  repositoryOf(context, "triage")
  const title = requiredText(context.body, "title")
  checkTitle(page, title)
  const description = nullableText(context.body, "description") ?? null
  const state = optionalChoice(context.body, "state", ["open", "closed"]) ?? "open"
  const dueOn = dueOnOf(context) ?? null
  const { actorId, at } = actOf(context)
  const milestone: Milestone = {
    id: page.world.ids.next("milestone"),
    number: Math.max(0, ...page.tracker.milestones.map(({ number }) => number)) + 1,
    title,
    description,
    state: "open",
    creatorId: actorId,
    createdAt: at,
    updatedAt: at,
    closedAt: null,
    dueOn
  }
  setState(milestone, state, at)
  page.tracker.milestones.push(milestone)
  const record = milestoneRecord(page, milestone)
  return created(record, record.url)
}

const update = (context: Context): Reply => {
  const page = pageOf(context)
  repositoryOf(context, "triage")
  const milestone = milestoneOf(context, page)
  const title = optionalText(context.body, "title") ?? milestone.title
  checkTitle(page, title, milestone)
  const description = nullableText(context.body, "description")
  const dueOn = dueOnOf(context)
  const state = optionalChoice(context.body, "state", ["open", "closed"]) ?? milestone.state
  const at = context.stamp()
  milestone.title = title
  if (description !== undefined) milestone.description = description
  if (dueOn !== undefined) milestone.dueOn = dueOn
  setState(milestone, state, at)
  milestone.updatedAt = at
  return ok(milestoneRecord(page, milestone))
}

const remove = (context: Context): Reply => {
  const page = pageOf(context)
  repositoryOf(context, "triage")
  const milestone = milestoneOf(context, page)
  const act = actOf(context)
  page.tracker.milestones.splice(page.tracker.milestones.indexOf(milestone), 1)
  for (const issue of page.tracker.issues) {
    if (issue.milestone === milestone) changeMilestone(page, issue, act, null)
  }
  return noContent
}

const path = "/repos/{owner}/{repo}/milestones"
const read = "issues=read; pull_requests=read"
const write = "issues=write; pull_requests=write"

export const milestoneRoutes: Routes = {
  [`GET ${path}`]: { run: list, permission: read },
  [`POST ${path}`]: { run: create, permission: write },
  [`GET ${path}/{milestone_number}`]: { run: get, permission: read },
  [`PATCH ${path}/{milestone_number}`]: { run: update, permission: write },
  [`DELETE ${path}/{milestone_number}`]: { run: remove, permission: write }
}
