// Records the history of issues and builds its API records.

import { emitHistoryEvent } from "../domain-events/threads.ts"
import { nodeId } from "../records/node-id.ts"
import type { EventDetail, Issue, IssueEvent } from "./issues.ts"
import { apiUrl, issueRecord, type Page, userRecord } from "./records.ts"
import { teamRecord } from "./teams.ts"
import type { Place } from "./trackers.ts"

/** The account that changed something, and the time of the change. */
export interface Act {
  readonly actorId: number
  readonly at: string
}

/** Adds an entry to the history and queues its hook event. */
export const recordEvent = (
  place: Place,
  issue: Issue,
  { actorId, at }: Act,
  name: string,
  detail: EventDetail = { kind: "none" },
  commitSha: string | null = null
): void => {
  issue.events.push({ id: place.world.ids.next("event"), name, actorId, at, commitSha, detail })
  emitHistoryEvent(place, issue, name, detail)
}

const detailRecord = (page: Page, { actorId, detail }: IssueEvent): Readonly<Record<string, unknown>> => {
  switch (detail.kind) {
    case "none":
      return {}
    case "label":
      return { label: { name: detail.name, color: detail.color } }
    case "assignee":
      return { assignee: userRecord(page, detail.personId) }
    case "milestone":
      return { milestone: { title: detail.title } }
    case "rename":
      return { rename: { from: detail.from, to: detail.to } }
    case "state":
      return {}
    case "lock":
      return { lock_reason: detail.reason }
    case "reviewer":
      return { review_requester: userRecord(page, actorId), requested_reviewer: userRecord(page, detail.personId) }
    case "team":
      return { review_requester: userRecord(page, actorId), requested_team: teamRecord(page, detail.slug) }
    case "dismissal":
      return {
        dismissed_review: { state: detail.state, review_id: detail.reviewId, dismissal_message: detail.message }
      }
  }
}

const eventBase = (page: Page, event: IssueEvent) => ({
  id: event.id,
  node_id: nodeId("EV", event.id, page.repository.id),
  url: `${apiUrl(page)}/issues/events/${event.id}`,
  actor: userRecord(page, event.actorId),
  event: event.name,
  commit_id: event.commitSha,
  commit_url: event.commitSha === null ? null : `${apiUrl(page)}/commits/${event.commitSha}`,
  created_at: event.at,
  ...detailRecord(page, event),
  performed_via_github_app: null
})

/** An event in a list of events. If it is an assignment, its actor is the assignee, and its assigner who assigned. */
export const eventRecord = (page: Page, event: IssueEvent) => ({
  ...eventBase(page, event),
  ...(event.detail.kind === "assignee"
    ? { actor: userRecord(page, event.detail.personId), assigner: userRecord(page, event.actorId) }
    : {})
})

/** An event in the timeline: with the reason for closing. */
export const timelineRecord = (page: Page, event: IssueEvent) => ({
  ...eventBase(page, event),
  ...(event.detail.kind === "state" ? { state_reason: event.detail.reason } : {})
})

/** An event in the list of a repository: with its issue. */
export const eventWithIssue = (page: Page, issue: Issue, event: IssueEvent) => ({
  ...eventRecord(page, event),
  issue: issueRecord(page, issue)
})
