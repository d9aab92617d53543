import * as Effect from "effect/Effect"

import { PullRequestChanged } from "../schema/events/PullRequestEvent.ts"
import { PullRequest } from "../schema/PullRequest.ts"
import { fullName, inRepository } from "../wire/endpoint.ts"
import { changeFilters, changeId, changeInHistory, changeOf, isUnasked, type Change } from "./parts/changes.ts"
import { newAmong } from "./parts/cursors.ts"
import { flag } from "./parts/filters.ts"
import { HISTORY_SOURCE, pullRequestHistory } from "./parts/history.ts"
import { readList } from "./parts/lists.ts"
import type { Fact } from "./parts/occurrences.ts"
import { polledTogether } from "./parts/polled-together.ts"
import type { PolledRepository } from "./parts/targets.ts"
import { pullRequestData, pullRequestFilters, type About } from "./parts/threads.ts"
import { repositoryTrigger, type Poll } from "./parts/trigger.ts"

const fact = (change: Change, pull: PullRequest, about: About): Fact<PullRequestChanged> => ({
  // New commits are identified by the newest one, because a poll does not see when they were pushed.
  id: change.action === "synchronize" ? `${pull.id} synchronize ${pull.head.sha}` : changeId(pull.id, change, about.at),
  at: about.at,
  data: { ...pullRequestData(pull, about), ...change },
  causes: [pull.html_url, ...(change.action === "synchronize" ? [pull.head.sha] : [])]
})

const history = pullRequestHistory(
  (event) => changeInHistory(event) !== undefined,
  (event, pull, about) => {
    const change = changeInHistory(event)
    return change && fact(change, pull, about)
  }
)

const NEW_COMMITS: Change = { action: "synchronize", changed: ["commits"] }

/** Polls for open pull requests whose newest commit has changed since the previous poll. */
const commits: Poll<PolledRepository, PullRequestChanged> = (where, { operation, cursor, watcher, occurrence }) =>
  Effect.map(
    readList({ operation, endpoint: inRepository(where, "/pulls?state=open&per_page=100"), item: PullRequest }),
    ({ items, ...read }) =>
      newAmong(
        cursor,
        items.map(({ value: pull, raw }) => ({
          id: String(pull.id),
          state: pull.head.sha,
          // A pull request that was not listed before is new, not changed.
          isNews: (was) => was !== undefined,
          toOccurrence: () => {
            const about = { repository: fullName(where), actor: undefined, at: pull.updated_at, watcher }
            return occurrence(fact(NEW_COMMITS, pull, about), raw)
          }
        })),
        read
      )
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
      const about = { repository: repository.full_name, actor: sender?.login, at: pull.updated_at, watcher }
      return change && fact(change, pull, about)
    }
  },
  pollFrom: { source: HISTORY_SOURCE },
  poll: (where, polling) =>
    polledTogether(polling.cursor, {
      history: (cursor) => history(where, { ...polling, cursor }),
      commits: (cursor) => commits(where, { ...polling, cursor })
    })
})
