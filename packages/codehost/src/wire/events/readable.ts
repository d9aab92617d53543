/** Which payloads are unreadable: of a kind that triggers report, but of another shape than the documented one. */
import { isEventName, payloadOf, type EventName } from "./payloads.ts"

const OF_BOTH = [
  ..."opened edited labeled unlabeled assigned unassigned closed reopened".split(" "),
  ..."milestoned demilestoned".split(" ")
]

/** The actions that triggers report. Events without actions are not listed. */
const ACTIONS: Readonly<Partial<Record<EventName, ReadonlyArray<unknown>>>> = {
  issues: OF_BOTH,
  pull_request: [...OF_BOTH, "synchronize", "ready_for_review", "converted_to_draft", "review_requested"],
  issue_comment: ["created"],
  pull_request_review_comment: ["created"],
  pull_request_review: ["submitted"],
  discussion: ["created"],
  discussion_comment: ["created"],
  star: ["created"],
  member: ["added"],
  release: ["published"],
  repository: ["created"],
  workflow_run: ["completed"],
  workflow_job: ["completed"],
  projects_v2_item: ["edited"],
  project_card: ["created", "moved"]
}

/** Whether an event is of no kind that triggers report, or has the documented shape. */
export const isReadable = ({ name, body }: { readonly name: string; readonly body: unknown }): boolean =>
  !isEventName(name) || ACTIONS[name]?.includes(Object(body)["action"]) === false || payloadOf(name, body) !== undefined
