import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { IssueEvent } from "../schema/events/IssueEvent.ts"
import { changeId } from "./parts/changes.ts"
import { texts } from "./parts/filters.ts"
import { HISTORY_SOURCE, historyPoll } from "./parts/history.ts"
import { occurrenceOf } from "./parts/occurrences.ts"
import { issueData, threadFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const LabeledIssue = Schema.Struct({
  ...IssueEvent.fields,
  /** The label that was applied. */
  label: Schema.String
})
type LabeledIssue = typeof LabeledIssue.Type

const idOf = (issueId: number, label: string, at: string) =>
  changeId(issueId, { action: "labeled", changed: [], label }, at)

export const newLabelOnIssue = repositoryTrigger<LabeledIssue>({
  id: "codehost_new_label_on_issue",
  title: "New label on issue",
  category: "Issue and pull request",
  description: "A label has been applied to an issue. A new label in the repository's list does not count.",
  output: LabeledIssue,
  filters: { ...threadFilters, label: texts("label", "The label that was applied", ({ label }) => label) },
  on: {
    issues: ({ action, issue, label, repository, sender }, watcher) => {
      if (action !== "labeled" || !label) return []
      return [
        occurrenceOf("new_label_on_issue", {
          id: idOf(issue.id, label.name, issue.updated_at),
          at: issue.updated_at,
          data: { ...issueData(repository.full_name, issue, sender?.login, watcher), label: label.name },
          causes: [issue.html_url]
        })
      ]
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: historyPoll(
    "new_label_on_issue",
    ({ event }, issue) => event === "labeled" && !issue.pull_request,
    ({ event, issue, repository, actor, watcher }) =>
      Effect.succeed(
        event.label
          ? {
              id: idOf(issue.id, event.label.name, event.created_at),
              at: event.created_at,
              data: { ...issueData(repository, issue, actor, watcher), label: event.label.name },
              causes: [issue.html_url]
            }
          : undefined
      )
  )
})
