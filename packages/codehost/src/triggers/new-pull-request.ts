import type { Watcher } from "@inlay/agent-plugin/Trigger"

import { PullRequestOpened } from "../schema/events/PullRequestEvent.ts"
import type { PullRequest } from "../schema/PullRequest.ts"
import { texts } from "./parts/filters.ts"
import { HISTORY_SOURCE } from "./parts/history.ts"
import { occurrenceOf, type Fact } from "./parts/occurrences.ts"
import { polledTogether } from "./parts/polled-together.ts"
import { pullRequestHistory, pullRequestList } from "./parts/pull-requests.ts"
import { pullRequestData, pullRequestFilters } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

const TRIGGER = "new_pull_request"

/**
 * Each action happens once per pull request: if a pull request becomes a draft again and is then marked as ready again,
 * no new event is reported.
 */
const fact = (
  action: "opened" | "ready_for_review",
  repository: string,
  pull: PullRequest,
  { actor, at, watcher }: { readonly actor: string | undefined; readonly at: string; readonly watcher: Watcher }
): Fact<PullRequestOpened> => ({
  id: `${pull.id} ${action}`,
  at,
  data: { ...pullRequestData(repository, pull, actor, watcher), action },
  causes: [pull.html_url]
})

const openedPulls = pullRequestList(TRIGGER, (pull, repository, watcher) =>
  fact("opened", repository, pull, { actor: pull.user?.login, at: pull.created_at, watcher })
)

const madeReady = pullRequestHistory(
  TRIGGER,
  ({ event }) => event === "ready_for_review",
  ({ event, repository, actor, watcher }, pull) =>
    fact("ready_for_review", repository, pull, { actor, at: event.created_at, watcher })
)

export const newPullRequest = repositoryTrigger<PullRequestOpened>({
  id: "codehost_new_pull_request",
  title: "New pull request",
  category: "Issue and pull request",
  description: "A pull request has been opened, or a draft has been made ready for review: one event each.",
  output: PullRequestOpened,
  filters: {
    ...pullRequestFilters,
    action: texts("action", "opened or ready_for_review", ({ action }) => action)
  },
  on: {
    pull_request: ({ action, pull_request: pull, repository, sender }, watcher) => {
      if (action !== "opened" && action !== "ready_for_review") return []
      const at = action === "opened" ? pull.created_at : pull.updated_at
      const actor = action === "opened" ? pull.user?.login : sender?.login
      return [occurrenceOf(TRIGGER, fact(action, repository.full_name, pull, { actor, at, watcher }))]
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: (where, cursor, watcher) =>
    polledTogether(cursor, {
      opened: (from) => openedPulls(where, from, watcher),
      ready: (from) => madeReady(where, from, watcher)
    })
})
