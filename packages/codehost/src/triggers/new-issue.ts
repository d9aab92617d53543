import type { Watcher } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { IssueEvent } from "../schema/events/IssueEvent.ts"
import { Issue } from "../schema/Issue.ts"
import { inRepository } from "../wire/endpoint.ts"
import { newSince, readUntil } from "./parts/cursors.ts"
import { readList } from "./parts/lists.ts"
import { occurrenceOf, present } from "./parts/occurrences.ts"
import { issueData, threadFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const NewIssue = Schema.Struct({
  ...IssueEvent.fields,
  /** `owner/repo#number` of the issue before it was transferred into the repository. */
  transferred_from: Schema.optionalKey(Schema.String)
})
type NewIssue = typeof NewIssue.Type

/** @param transfer if the issue was transferred, from where and when; it keeps the date on which it was opened */
const opened = (
  repository: string,
  issue: Issue,
  watcher: Watcher,
  { raw, transfer }: { readonly raw?: unknown; readonly transfer?: { readonly from: string; readonly at: string } }
) =>
  occurrenceOf<NewIssue>("new_issue", {
    id: String(issue.id),
    at: transfer?.at ?? issue.created_at,
    data: {
      ...issueData(repository, issue, issue.user?.login, watcher),
      ...present({ transferred_from: transfer?.from })
    },
    causes: [issue.html_url],
    raw
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
      if (action !== "opened") return []
      const { old_issue, old_repository } = changes ?? {}
      const from = old_repository ? `${old_repository.full_name}${old_issue ? `#${old_issue.number}` : ""}` : undefined
      const transfer = from === undefined ? {} : { transfer: { from, at: receivedAt ?? issue.updated_at } }
      return [opened(repository.full_name, issue, watcher, transfer)]
    }
  },
  pollFrom: { source: "issues" },
  poll: (where, cursor, watcher) =>
    Effect.map(
      readList({
        operation: "codehost_new_issue",
        endpoint: inRepository(where, "/issues?state=all&sort=created&direction=desc&per_page=100"),
        item: Issue,
        ...readUntil(cursor, (issue: Issue) => issue.created_at)
      }),
      (read) => {
        const listedAt = read.items.map(({ value }) => value.created_at)
        return newSince(cursor, {
          ...read,
          listedAt,
          examinedAt: listedAt,
          // The service includes pull requests in this list.
          occurrences: read.items
            .filter(({ value }) => !value.pull_request)
            .map(({ value, raw }) => opened(`${where.owner}/${where.repo}`, value, watcher, { raw }))
        })
      }
    )
})
