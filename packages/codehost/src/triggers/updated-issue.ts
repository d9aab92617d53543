import * as Effect from "effect/Effect"

import { IssueChanged } from "../schema/events/IssueEvent.ts"
import { changeFilters, changeId, changeInHistory, changeOf, isUnasked } from "./parts/changes.ts"
import { HISTORY_SOURCE, historyPoll } from "./parts/history.ts"
import { occurrenceOf } from "./parts/occurrences.ts"
import { issueData, threadFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

export const updatedIssue = repositoryTrigger({
  id: "codehost_updated_issue",
  title: "Updated issue",
  category: "Issue and pull request",
  description:
    "An issue's title, body, labels, assignees or status has changed; its milestone counts only if the filter `changed` names it. A poll does not see changes to the body.",
  output: IssueChanged,
  filters: {
    ...threadFilters,
    ...changeFilters(["title", "body", "labels", "assignees", "status", "milestone"])
  },
  isOutside: isUnasked,
  on: {
    issues: ({ issue, repository, sender, ...payload }, watcher) => {
      const change = changeOf(payload.action ?? "", payload)
      if (change === undefined) return []
      return [
        occurrenceOf("updated_issue", {
          id: changeId(issue.id, change, issue.updated_at),
          at: issue.updated_at,
          data: { ...issueData(repository.full_name, issue, sender?.login, watcher), ...change },
          causes: [issue.html_url]
        })
      ]
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: historyPoll(
    "updated_issue",
    (event, issue) => !issue.pull_request && changeInHistory(event) !== undefined,
    ({ event, issue, repository, actor, watcher }) =>
      Effect.sync(() => {
        const change = changeInHistory(event)
        return (
          change && {
            id: changeId(issue.id, change, event.created_at),
            at: event.created_at,
            data: { ...issueData(repository, issue, actor, watcher), ...change },
            causes: [issue.html_url]
          }
        )
      })
  )
})
