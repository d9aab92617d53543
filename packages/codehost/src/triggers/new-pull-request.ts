import { PullRequestOpened } from "../schema/events/PullRequestEvent.ts"
import { PullRequest } from "../schema/PullRequest.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { texts } from "./parts/filters.ts"
import { HISTORY_SOURCE, pullRequestHistory } from "./parts/history.ts"
import { newestFirst } from "./parts/newest-first.ts"
import type { Fact } from "./parts/occurrences.ts"
import { polledTogether } from "./parts/polled-together.ts"
import type { PolledRepository } from "./parts/targets.ts"
import { pullRequestData, pullRequestFilters, type About } from "./parts/threads.ts"
import { repositoryTrigger } from "./parts/trigger.ts"

/**
 * Each action happens once per pull request: if a pull request becomes a draft again and is then marked as ready again,
 * no new event is reported.
 */
const fact = (pull: PullRequest, action: "opened" | "ready_for_review", about: About): Fact<PullRequestOpened> => ({
  id: `${pull.id} ${action}`,
  at: about.at,
  data: { ...pullRequestData(pull, about), action },
  causes: [pull.html_url]
})

const opened = (pull: PullRequest, about: Pick<About, "repository" | "watcher">) =>
  fact(pull, "opened", { ...about, actor: pull.user?.login, at: pull.created_at })

const openedPulls = newestFirst({
  endpoint: (where: PolledRepository) =>
    inRepository(where, "/pulls?state=all&sort=created&direction=desc&per_page=100"),
  item: PullRequest,
  timeOf: (pull) => pull.created_at,
  toFact: (pull, where, watcher) => opened(pull, { repository: fullName(where), watcher })
})

const madeReady = pullRequestHistory(
  ({ event }) => event === "ready_for_review",
  (_event, pull, about) => fact(pull, "ready_for_review", about)
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
      const about = { repository: repository.full_name, watcher }
      if (action === "opened") return opened(pull, about)
      if (action !== "ready_for_review") return undefined
      return fact(pull, action, { ...about, actor: sender?.login, at: pull.updated_at })
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: (where, polling) =>
    polledTogether(polling.cursor, {
      opened: (cursor) => openedPulls(where, { ...polling, cursor }),
      ready: (cursor) => madeReady(where, { ...polling, cursor })
    })
})
