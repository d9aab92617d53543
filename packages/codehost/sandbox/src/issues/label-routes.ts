// Routes for the labels of a repository and of an issue.
// Source: https://docs.github.com/en/rest/issues/labels

import { emit } from "../domain-events/domain-events.ts"
import { type Context, param, repositoryOf, type Routes } from "../frame/context.ts"
import { notFound, Refusal } from "../frame/errors.ts"
import { nullableText, optionalText, requiredText } from "../frame/fields.ts"
import { paginate } from "../frame/paging.ts"
import { created, noContent, ok, type Reply } from "../frame/reply.ts"
import { actOf, pageOf, sortingPageOf } from "./access.ts"
import { changeLabels } from "./changes.ts"
import { issueOf, milestoneOf } from "./finding.ts"
import { readNames } from "./input.ts"
import type { Issue, Label } from "./issues.ts"
import { addLabel, changeLabel, findLabel, type LabelChange, labelsNamed, removeLabel } from "./labels.ts"
import { labelRecord, type Page } from "./records.ts"
import type { Place } from "./trackers.ts"

const labelOf = (context: Context, place: Place): Label => {
  const label = findLabel(place, param(context, "name"))
  if (label === undefined) throw notFound()
  return label
}

const listOf = (context: Context, page: Page, labels: Iterable<Label>): Reply =>
  paginate(context, [...labels], (label) => labelRecord(page, label))

const ofRepository = (context: Context): Reply => {
  const page = pageOf(context)
  return listOf(context, page, page.tracker.labels.values())
}

const get = (context: Context): Reply => {
  const page = pageOf(context)
  return ok(labelRecord(page, labelOf(context, page)))
}

const changeOf = ({ body }: Context): LabelChange => {
  const [color, description] = [optionalText(body, "color"), nullableText(body, "description")]
  return { ...(color === undefined ? {} : { color }), ...(description === undefined ? {} : { description }) }
}

const create = (context: Context): Reply => {
  const page = pageOf(context)
  repositoryOf(context, "push")
  const name = requiredText(context.body, "name")
  const label = addLabel(page, { ...changeOf(context), name })
  emit(page.world, "label", page.repository, { action: "created", label })
  const record = labelRecord(page, label)
  return created(record, record.url)
}

const update = (context: Context): Reply => {
  const page = pageOf(context)
  repositoryOf(context, "push")
  const label = labelOf(context, page)
  const name = optionalText(context.body, "new_name") ?? optionalText(context.body, "name")
  const before = { ...label }
  changeLabel(page, label, { ...changeOf(context), ...(name === undefined ? {} : { name }) })
  const changes = Object.fromEntries(
    (["name", "color", "description"] as const)
      .filter((field) => before[field] !== label[field])
      .map((field) => [field, { from: before[field] ?? "" }])
  )
  emit(page.world, "label", page.repository, { action: "edited", label, changes })
  return ok(labelRecord(page, label))
}

const remove = (context: Context): Reply => {
  const page = pageOf(context)
  repositoryOf(context, "push")
  const label = labelOf(context, page)
  removeLabel(page, label)
  emit(page.world, "label", page.repository, { action: "deleted", label })
  return noContent
}

const ofIssue = (context: Context): Reply => {
  const page = pageOf(context)
  return listOf(context, page, issueOf(context, page).labels)
}

const ofMilestone = (context: Context): Reply => {
  const page = pageOf(context)
  const milestone = milestoneOf(context, page)
  const labels = page.tracker.issues.filter((issue) => issue.milestone === milestone).flatMap((issue) => issue.labels)
  return listOf(context, page, new Set(labels))
}

/** Changes the labels of an issue and returns all labels that it has afterwards. */
const relabel =
  (after: (issue: Issue, labels: ReadonlyArray<Label>) => ReadonlyArray<Label>) =>
  (context: Context): Reply => {
    const page = pageOf(context)
    const issue = issueOf(context, page)
    sortingPageOf(context)
    const names = readNames(context.body, "labels", "name") ?? []
    changeLabels(page, issue, actOf(context), after(issue, labelsNamed(page, names)))
    return ok(issue.labels.map((label) => labelRecord(page, label)))
  }

const takeOff = (context: Context): Reply => {
  const page = pageOf(context)
  const issue = issueOf(context, page)
  sortingPageOf(context)
  const label = findLabel(page, param(context, "name"))
  if (label === undefined || !issue.labels.includes(label)) throw new Refusal(404, "Label does not exist")
  const rest = issue.labels.filter((one) => one !== label)
  changeLabels(page, issue, actOf(context), rest)
  return ok(rest.map((one) => labelRecord(page, one)))
}

const takeAllOff = (context: Context): Reply => {
  const page = pageOf(context)
  const issue = issueOf(context, page)
  sortingPageOf(context)
  changeLabels(page, issue, actOf(context), [])
  return noContent
}

const path = "/repos/{owner}/{repo}"
const read = "issues=read; pull_requests=read"
const write = "issues=write; pull_requests=write"

export const labelRoutes: Routes = {
  [`GET ${path}/labels`]: { run: ofRepository, permission: read },
  [`POST ${path}/labels`]: { run: create, permission: write },
  [`GET ${path}/labels/{name}`]: { run: get, permission: read },
  [`PATCH ${path}/labels/{name}`]: { run: update, permission: write },
  [`DELETE ${path}/labels/{name}`]: { run: remove, permission: write },
  [`GET ${path}/milestones/{milestone_number}/labels`]: { run: ofMilestone, permission: read },
  [`GET ${path}/issues/{issue_number}/labels`]: { run: ofIssue, permission: read },
  [`POST ${path}/issues/{issue_number}/labels`]: {
    run: relabel((issue, labels) => [...issue.labels, ...labels]),
    permission: write
  },
  [`PUT ${path}/issues/{issue_number}/labels`]: { run: relabel((_issue, labels) => labels), permission: write },
  [`DELETE ${path}/issues/{issue_number}/labels`]: { run: takeAllOff, permission: write },
  [`DELETE ${path}/issues/{issue_number}/labels/{name}`]: { run: takeOff, permission: write }
}
