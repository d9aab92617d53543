import * as Schema from "effect/Schema"

import { IssueEvent } from "../schema/events/IssueEvent.ts"
import { Issue } from "../schema/Issue.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { newestFirst } from "./parts/newest-first.ts"
import { present, type Fact } from "./parts/occurrences.ts"
import { issueData, threadFilters, type About } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewIssue = Schema.Struct({
  ...IssueEvent.fields,
  /** `owner/repo#number` of the issue before it was transferred into the repository. */
  transferred_from: Schema.optionalKey(Schema.String)
})
type NewIssue = typeof NewIssue.Type

/** @param from where the issue was transferred from; it keeps the date on which it was opened */
const opened = (issue: Issue, about: Omit<About, "actor">, from?: string): Fact<NewIssue> => ({
  id: String(issue.id),
  at: about.at,
  data: { ...issueData(issue, { ...about, actor: issue.user?.login }), ...present({ transferred_from: from }) },
  causes: [issue.html_url]
})

export const newIssue = repositoryTrigger<NewIssue>({
  id: "codehost_new_issue",
  title: "New issue",
  category: "Issue and pull request",
  description:
    "Somebody has opened an issue in the repository, or transferred one into it (webhooks only). Pull requests do not count.",
  output: NewIssue,
  filters: threadFilters,
  on: {
    issues: ({ action, issue, repository, changes }, watcher, receivedAt) => {
      if (action !== "opened") return undefined
      const { old_issue, old_repository } = changes ?? {}
      const from = old_repository ? `${old_repository.full_name}${old_issue ? `#${old_issue.number}` : ""}` : undefined
      const at = from === undefined ? issue.created_at : (receivedAt ?? issue.updated_at)
      return opened(issue, { repository: repository.full_name, at, watcher }, from)
    }
  },
  pollFrom: { source: "issues" },
  poll: newestFirst({
    endpoint: (where) => inRepository(where, "/issues?state=all&sort=created&direction=desc&per_page=100"),
    item: Issue,
    timeOf: (issue) => issue.created_at,
    // The service includes pull requests in this list.
    isSparse: true,
    toFact: (issue, where, watcher) =>
      issue.pull_request ? undefined : opened(issue, { repository: fullName(where), at: issue.created_at, watcher })
  })
})
