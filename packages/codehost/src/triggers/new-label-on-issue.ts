import * as Schema from "effect/Schema"

import { IssueEvent } from "../schema/events/IssueEvent.ts"
import type { Issue } from "../schema/Issue.ts"
import { changeId } from "./parts/changes.ts"
import { texts } from "./parts/filters.ts"
import { HISTORY_SOURCE, issueHistory } from "./parts/history.ts"
import type { Fact } from "./parts/occurrences.ts"
import { issueData, threadFilters, type About } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const LabeledIssue = Schema.Struct({
  ...IssueEvent.fields,
  /** The label that was applied. */
  label: Schema.String
})
type LabeledIssue = typeof LabeledIssue.Type

const labeled = (issue: Issue, label: string, about: About): Fact<LabeledIssue> => ({
  id: changeId(issue.id, { action: "labeled", changed: [], label }, about.at),
  at: about.at,
  data: { ...issueData(issue, about), label },
  causes: [issue.html_url]
})

export const newLabelOnIssue = repositoryTrigger<LabeledIssue>({
  id: "codehost_new_label_on_issue",
  title: "New label on issue",
  category: "Issue and pull request",
  description: "A label has been applied to an issue. A new label in the repository's list does not count.",
  output: LabeledIssue,
  filters: { ...threadFilters, label: texts("label", "The label that was applied", ({ label }) => label) },
  on: {
    issues: ({ action, issue, label, repository, sender }, watcher) => {
      if (action !== "labeled" || !label) return undefined
      const about = { repository: repository.full_name, actor: sender?.login, at: issue.updated_at, watcher }
      return labeled(issue, label.name, about)
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: issueHistory(
    ({ event }) => event === "labeled",
    ({ label }, issue, about) => (label?.name ? labeled(issue, label.name, about) : undefined)
  )
})
