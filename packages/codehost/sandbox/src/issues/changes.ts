// Changes issues and records each change in their history. If nothing changes, nothing is recorded.

import { emit } from "../domain-events/domain-events.ts"
import { emitThreadEvent } from "../domain-events/threads.ts"
import { type Act, recordEvent } from "./events.ts"
import type { EventDetail, Issue, Label, Milestone, LockReason, StateReason } from "./issues.ts"
import type { Place } from "./trackers.ts"

const touch = ({ tracker }: Place, issue: Issue, { at }: Act): void => {
  issue.updatedAt = at
  tracker.invalidate()
}

const note = (place: Place, issue: Issue, act: Act, name: string, detail: EventDetail): void => {
  recordEvent(place, issue, act, name, detail)
  touch(place, issue, act)
}

export const changeText = (
  place: Place,
  issue: Issue,
  act: Act,
  {
    body = issue.body,
    title = issue.title
  }: { readonly title?: string | undefined; readonly body?: string | null | undefined }
): void => {
  if (title !== issue.title) note(place, issue, act, "renamed", { kind: "rename", from: issue.title, to: title })
  if (body !== issue.body) touch(place, issue, act)
  const changes = {
    ...(title === issue.title ? {} : { title: { from: issue.title } }),
    ...(body === issue.body ? {} : { body: { from: issue.body ?? "" } })
  }
  issue.title = title
  issue.body = body
  if (Object.keys(changes).length > 0) emitThreadEvent(place, issue, "edited", { changes })
}

export const changeLabels = (place: Place, issue: Issue, act: Act, labels: ReadonlyArray<Label>): void => {
  const removals = issue.labels.filter((label) => !labels.includes(label))
  const fresh = labels.filter((label) => !issue.labels.includes(label))
  issue.labels = [...new Set(labels)]
  const detail = ({ color, name }: Label): EventDetail => ({ kind: "label", name, color })
  for (const label of fresh) note(place, issue, act, "labeled", detail(label))
  for (const label of removals) note(place, issue, act, "unlabeled", detail(label))
}

export const changeAssignees = (place: Place, issue: Issue, act: Act, ids: ReadonlyArray<number>): void => {
  const removals = issue.assigneeIds.filter((id) => !ids.includes(id))
  const fresh = ids.filter((id) => !issue.assigneeIds.includes(id))
  issue.assigneeIds = [...new Set(ids)]
  for (const personId of fresh) note(place, issue, act, "assigned", { kind: "assignee", personId })
  for (const personId of removals) note(place, issue, act, "unassigned", { kind: "assignee", personId })
}

export const changeMilestone = (place: Place, issue: Issue, act: Act, milestone: Milestone | null): void => {
  if (issue.milestone === milestone) return
  const before = issue.milestone
  issue.milestone = milestone
  if (before !== null) note(place, issue, act, "demilestoned", { kind: "milestone", title: before.title })
  if (milestone !== null) note(place, issue, act, "milestoned", { kind: "milestone", title: milestone.title })
}

export const changeType = (place: Place, issue: Issue, act: Act, type: string | null): void => {
  if (issue.type === type) return
  const name = issue.type === null ? "issue_type_added" : type === null ? "issue_type_removed" : "issue_type_changed"
  issue.type = type
  note(place, issue, act, name, { kind: "none" })
}

/** `commitSha` is the commit that closed the issue. */
export const close = (
  place: Place,
  issue: Issue,
  act: Act,
  reason: StateReason | null,
  commitSha: string | null = null
): void => {
  if (issue.state === "open") {
    issue.state = "closed"
    issue.closedAt = act.at
    issue.closedById = act.actorId
    place.repository.openIssuesCount -= 1
  } else if (issue.stateReason === reason) {
    return
  }
  issue.stateReason = reason
  recordEvent(place, issue, act, "closed", { kind: "state", reason }, commitSha)
  touch(place, issue, act)
}

export const reopen = (place: Place, issue: Issue, act: Act): void => {
  if (issue.state === "open") return
  issue.state = "open"
  issue.stateReason = issue.pull === undefined ? "reopened" : null
  issue.closedAt = null
  issue.closedById = null
  place.repository.openIssuesCount += 1
  note(place, issue, act, "reopened", { kind: "state", reason: issue.stateReason })
}

export const lock = (place: Place, issue: Issue, act: Act, reason: LockReason | null): void => {
  issue.locked = true
  issue.lockReason = reason
  note(place, issue, act, "locked", { kind: "lock", reason })
}

export const unlock = (place: Place, issue: Issue, act: Act): void => {
  if (!issue.locked) return
  issue.locked = false
  issue.lockReason = null
  note(place, issue, act, "unlocked", { kind: "lock", reason: null })
}

export const addComment = (place: Place, issue: Issue, { actorId, at }: Act, body: string) => {
  const comment = { id: place.world.ids.next("comment"), body, authorId: actorId, createdAt: at, updatedAt: at }
  issue.comments.push(comment)
  touch(place, issue, { actorId, at })
  emit(place.world, "issue_comment", place.repository, { action: "created", issue, comment })
  return comment
}
