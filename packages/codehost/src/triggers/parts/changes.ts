/**
 * Changes of issues and pull requests, read from webhook events and from the list of a repository's issue events. The
 * same change gets the same id in both. https://docs.github.com/en/rest/using-the-rest-api/issue-event-types
 */
import type { PayloadOf } from "../../wire/events/payloads.ts"
import type { HistoryEvent } from "../../wire/events/records.ts"
import { choice, texts, type Filters } from "./filters.ts"
import { present, secondOf } from "./occurrences.ts"

/** What the actions of webhook events change, in the terms of the specification. */
const CHANGED: Readonly<Record<string, string>> = {
  labeled: "labels",
  unlabeled: "labels",
  assigned: "assignees",
  unassigned: "assignees",
  closed: "status",
  reopened: "status",
  converted_to_draft: "status",
  ready_for_review: "status",
  synchronize: "commits",
  milestoned: "milestone",
  demilestoned: "milestone"
}

const changedBy = (action: string): string | undefined => (Object.hasOwn(CHANGED, action) ? CHANGED[action] : undefined)

/** Kinds of change that are reported only if the filter `changed` names them. */
const BY_REQUEST = ["milestone"]

/** Events in the list whose name differs from the action of the webhook event. */
const ACTIONS: Readonly<Record<string, string>> = { renamed: "edited", convert_to_draft: "converted_to_draft" }

/** A change of an issue or pull request. */
export interface Change {
  readonly action: string
  readonly changed: ReadonlyArray<string>
  readonly label?: string
  readonly assignee?: string
  readonly milestone?: string
  readonly previous_title?: string
}

type Details = Pick<PayloadOf<"issues">, "label" | "assignee" | "milestone" | "changes">

const EDITABLE = ["title", "body", "base"] as const

const editedParts = (changes: Details["changes"]): ReadonlyArray<string> =>
  EDITABLE.filter((part) => changes?.[part] !== null && changes?.[part] !== undefined)

/** Reads a change from a webhook event. Returns `undefined` for actions that no trigger reports. */
export const changeOf = (action: string, { label, assignee, milestone, changes }: Details): Change | undefined => {
  const kindOfChange = changedBy(action)
  const isOf = (kind: string) => kindOfChange === kind
  const changed = action === "edited" ? editedParts(changes) : kindOfChange === undefined ? [] : [kindOfChange]
  if (changed.length === 0 && action !== "edited") return undefined
  return {
    action,
    changed,
    ...present({
      label: isOf("labels") ? label?.name : undefined,
      assignee: isOf("assignees") ? assignee?.login : undefined,
      milestone: isOf("milestone") ? milestone?.title : undefined,
      previous_title: changes?.title?.from
    })
  }
}

/** Reads a change from the list of issue events. */
export const changeInHistory = ({ event, label, assignee, milestone, rename }: HistoryEvent): Change | undefined => {
  const action = (Object.hasOwn(ACTIONS, event) ? ACTIONS[event] : undefined) ?? event
  if (event === "renamed") return { action, changed: ["title"], ...present({ previous_title: rename?.from }) }
  const changed = changedBy(action)
  if (changed === undefined) return undefined
  return {
    action,
    changed: [changed],
    ...present({ label: label?.name, assignee: assignee?.login, milestone: milestone?.title })
  }
}

/**
 * The id of a change: the record, the change and the time. Two labels that are added in the same second are two
 * changes.
 */
export const changeId = (
  recordId: number,
  { action, changed, label, assignee, milestone }: Change,
  at: string
): string =>
  [recordId, action, action === "edited" ? (changed[0] ?? "") : (label ?? assignee ?? milestone ?? ""), secondOf(at)]
    .filter((part) => part !== "")
    .join(" ")

/** Filters for changes. */
export const changeFilters = (words: ReadonlyArray<string>): Filters<Change> => ({
  changed: choice("change", words, ({ changed }) => changed),
  action: texts("action", "The service's word: edited, labeled, closed, ...", ({ action }) => action)
})

/** Returns why a change is not reported unless a filter names its kind, or `undefined` if it is reported. */
export const isUnasked = (
  filterValues: Readonly<Record<string, unknown>>,
  { changed, action }: Change
): string | undefined =>
  filterValues["changed"] === undefined &&
  filterValues["action"] === undefined &&
  changed.length > 0 &&
  changed.every((kind) => BY_REQUEST.includes(kind))
    ? `The change (${action}) is reported only if the filter changed names ${changed.join(", ")}.`
    : undefined
