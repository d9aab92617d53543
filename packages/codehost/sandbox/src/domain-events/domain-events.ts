// A queue of events in the simulated world. Code that changes something adds an event; hooks and notifications are sent
// from it later.

import type { Run } from "../actions/runs.ts"
import type { Card } from "../cards/cards.ts"
import type { Discussion, DiscussionComment } from "../discussions/discussions.ts"
import type { Comment, EventDetail, Issue, Label, PullIssue } from "../issues/issues.ts"
import type { Field, Item, Project, Value } from "../projects/projects.ts"
import type { Review, ReviewComment } from "../pulls/pulls.ts"
import type { Release } from "../releases/releases.ts"
import type { Repository, Role } from "../repositories/repositories.ts"

/** Values of changed fields before the change, in the form that hooks send. */
export type Before = Readonly<Record<string, unknown>>

interface OnThread {
  readonly action: string
  readonly detail?: EventDetail
  readonly changes?: Before
}

/** A ref that was created, moved or deleted. A SHA is null if the ref did not exist before, or no longer exists. */
export interface RefChange {
  readonly ref: string
  readonly before: string | null
  readonly after: string | null
}

/** The data of each event, by the event name that hooks use. */
interface Subjects {
  readonly create: RefChange
  readonly delete: RefChange
  readonly discussion: { readonly action: string; readonly discussion: Discussion }
  readonly discussion_comment: {
    readonly action: string
    readonly discussion: Discussion
    readonly comment: DiscussionComment
  }
  readonly fork: { readonly fork: Repository }
  readonly issue_comment: {
    readonly action: string
    readonly issue: Issue
    readonly comment: Comment
    readonly changes?: Before
  }
  readonly issues: OnThread & { readonly issue: Issue }
  readonly label: { readonly action: string; readonly label: Label; readonly changes?: Before }
  readonly member: { readonly action: string; readonly personId: number; readonly role: Role; readonly from?: Role }
  readonly project_card: { readonly action: string; readonly card: Card; readonly fromColumnId?: number }
  readonly projects_v2_item: {
    readonly action: string
    readonly project: Project
    readonly item: Item
    readonly change?: { readonly field: Field; readonly from: Value | undefined; readonly to: Value | undefined }
  }
  readonly pull_request: OnThread & { readonly issue: PullIssue; readonly before?: string; readonly after?: string }
  readonly pull_request_review: {
    readonly action: string
    readonly issue: PullIssue
    readonly review: Review
    readonly changes?: Before
  }
  readonly pull_request_review_comment: {
    readonly action: string
    readonly issue: PullIssue
    readonly comment: ReviewComment
    readonly changes?: Before
  }
  readonly push: RefChange
  readonly release: { readonly action: string; readonly release: Release; readonly changes?: Before }
  readonly repository: { readonly action: string; readonly changes?: Before }
  readonly star: { readonly action: string; readonly starredAt: string | null }
  readonly watch: { readonly action: string }
  readonly workflow_job: { readonly action: string; readonly run: Run }
  readonly workflow_run: { readonly action: string; readonly run: Run }
}

export type EventName = keyof Subjects

export type DomainEvent<Name extends EventName = EventName> = {
  readonly [N in Name]: {
    readonly event: N
    readonly subject: Subjects[N]
    /** Null if the event belongs to an organization rather than a repository. */
    readonly repository: Repository | null
    /** If absent, the sender is whoever makes the request. */
    readonly senderId?: number
  }
}[Name]

export interface WithDomainEvents {
  readonly domainEvents: Array<DomainEvent>
}

/** Queues an event. It is sent to hooks and notifications when the request is done. */
export const emit = <Name extends EventName>(
  { domainEvents }: WithDomainEvents,
  event: Name,
  repository: Repository | null,
  subject: Subjects[Name],
  senderId?: number
): void => {
  const domainEvent = { event, repository, subject, ...(senderId === undefined ? {} : { senderId }) }
  domainEvents.push(domainEvent as DomainEvent)
}

/** The action of an event, or null if its kind has no actions. */
export const actionOf = ({ subject }: DomainEvent): string | null => ("action" in subject ? subject.action : null)
