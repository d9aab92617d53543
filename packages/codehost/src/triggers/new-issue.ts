import type { Watcher } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"

import { IssueEvent } from "../schema/events/IssueEvent.ts"
import { Issue } from "../schema/Issue.ts"
import { inRepository } from "../wire/endpoint.ts"
import { issuePayload } from "../wire/events/threads.ts"
import { newSince, readUntil } from "./parts/cursors.ts"
import { readList } from "./parts/lists.ts"
import { occurrenceOf } from "./parts/occurrences.ts"
import { issueData, threadFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const opened = (repository: string, issue: Issue, watcher: Watcher, raw?: unknown) =>
  occurrenceOf("new_issue", {
    id: String(issue.id),
    at: issue.created_at,
    data: issueData(repository, issue, issue.user?.login, watcher),
    causes: [issue.html_url],
    raw
  })

export const newIssue = repositoryTrigger({
  id: "codehost_new_issue",
  title: "New issue",
  category: "Issue and pull request",
  description: "Somebody has opened an issue in the repository. Pull requests do not count.",
  output: IssueEvent,
  filters: threadFilters,
  events: ["issues"],
  match: ({ name, body }, watcher) => {
    const read = name === "issues" ? issuePayload(body) : undefined
    return read?.action === "opened" ? [opened(read.repository.full_name, read.issue, watcher)] : []
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
            .map(({ value, raw }) => opened(`${where.owner}/${where.repo}`, value, watcher, raw))
        })
      }
    )
})
