import { IssueChanged } from "../schema/events/IssueEvent.ts"
import type { Issue } from "../schema/Issue.ts"
import { changeFilters, changeId, changeInHistory, changeOf, isUnasked, type Change } from "./parts/changes.ts"
import { HISTORY_SOURCE, issueHistory } from "./parts/history.ts"
import type { Fact } from "./parts/occurrences.ts"
import { issueData, threadFilters, type About } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const factOf = (change: Change | undefined, issue: Issue, about: About): Fact<IssueChanged> | undefined =>
  change && {
    id: changeId(issue.id, change, about.at),
    at: about.at,
    data: { ...issueData(issue, about), ...change },
    causes: [issue.html_url]
  }

export const updatedIssue = repositoryTrigger<IssueChanged>({
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
      const about = { repository: repository.full_name, actor: sender?.login, at: issue.updated_at, watcher }
      return factOf(changeOf(payload.action ?? "", payload), issue, about)
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: issueHistory(
    (event) => changeInHistory(event) !== undefined,
    (event, issue, about) => factOf(changeInHistory(event), issue, about)
  )
})
