import type { Watcher } from "@inlay/agent-plugin/Trigger"

import { PullRequestChanged } from "../schema/events/PullRequestEvent.ts"
import type { PullRequest } from "../schema/PullRequest.ts"
import { changeFilters, changeId, changeInHistory, changeOf, isUnasked, type Change } from "./parts/changes.ts"
import { flag } from "./parts/filters.ts"
import { HISTORY_SOURCE } from "./parts/history.ts"
import { occurrenceOf, type Fact } from "./parts/occurrences.ts"
import { polledTogether } from "./parts/polled-together.ts"
import { newCommits, pullRequestHistory } from "./parts/pull-requests.ts"
import { pullRequestData, pullRequestFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const TRIGGER = "updated_pull_request"

const fact = (
  change: Change,
  repository: string,
  pull: PullRequest,
  { actor, at, watcher }: { readonly actor: string | undefined; readonly at: string; readonly watcher: Watcher }
): Fact<PullRequestChanged> => ({
  // New commits are identified by the newest one, because a poll does not see when they were pushed.
  id: change.action === "synchronize" ? `${pull.id} synchronize ${pull.head.sha}` : changeId(pull.id, change, at),
  at,
  data: { ...pullRequestData(repository, pull, actor, watcher), ...change },
  causes: [pull.html_url, ...(change.action === "synchronize" ? [pull.head.sha] : [])]
})

const history = pullRequestHistory(
  TRIGGER,
  (event) => changeInHistory(event) !== undefined,
  ({ event, repository, actor, watcher }, pull) => {
    const change = changeInHistory(event)
    return change && fact(change, repository, pull, { actor, at: event.created_at, watcher })
  }
)

const commits = newCommits(TRIGGER, (pull, repository, watcher) =>
  fact({ action: "synchronize", changed: ["commits"] }, repository, pull, {
    actor: undefined,
    at: pull.updated_at,
    watcher
  })
)

export const updatedPullRequest = repositoryTrigger<PullRequestChanged>({
  id: "codehost_updated_pull_request",
  title: "Updated pull request",
  category: "Issue and pull request",
  description:
    "A pull request has changed: title, body, base, commits, labels, assignees, or its status (draft, ready for review, closed, merged, reopened). A poll does not see changes to body and base.",
  output: PullRequestChanged,
  filters: {
    ...pullRequestFilters,
    ...changeFilters(["title", "body", "base", "commits", "labels", "assignees", "status", "milestone"]),
    merged: flag("It was merged.", "It was not merged.", ({ merged }: PullRequestChanged) => merged)
  },
  isOutside: isUnasked,
  on: {
    pull_request: ({ pull_request: pull, repository, sender, ...payload }, watcher) => {
      const change = changeOf(payload.action ?? "", payload)
      if (change === undefined) return []
      const about = { actor: sender?.login, at: pull.updated_at, watcher }
      return [occurrenceOf(TRIGGER, fact(change, repository.full_name, pull, about))]
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: (where, cursor, watcher) =>
    polledTogether(cursor, {
      history: (from) => history(where, from, watcher),
      commits: (from) => commits(where, from, watcher)
    })
})
