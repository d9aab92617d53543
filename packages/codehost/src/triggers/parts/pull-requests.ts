/** Polls of pull requests: newly opened ones, ones with new events in the history, and ones with new commits. */
import type { Polled, Watcher } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { CodeHost } from "../../client/CodeHost.ts"
import type { Issue } from "../../schema/Issue.ts"
import { PullRequest } from "../../schema/PullRequest.ts"
import { inRepository } from "../../wire/endpoint.ts"
import type { HistoryEvent } from "../../wire/events/threads.ts"
import { newAmong, newSince, readUntil } from "./cursors.ts"
import { historyPoll, pullRequestOf, type HistoryItem } from "./history.ts"
import { readList } from "./lists.ts"
import { occurrenceOf, type Fact } from "./occurrences.ts"
import type { PolledRepository } from "./targets.ts"

type Actor = { readonly actor?: string }
type Poll<D> = (
  where: PolledRepository,
  cursor: string | undefined,
  watcher: Watcher
) => Effect.Effect<Polled<D>, ProviderError, CodeHost>

/** Polls for pull requests that were opened since the previous poll. */
export const pullRequestList =
  <D extends Actor>(
    trigger: string,
    toFact: (pull: PullRequest, repository: string, watcher: Watcher) => Fact<D>
  ): Poll<D> =>
  (where, cursor, watcher) =>
    Effect.map(
      readList({
        operation: `codehost_${trigger}`,
        endpoint: inRepository(where, "/pulls?state=all&sort=created&direction=desc&per_page=100"),
        item: PullRequest,
        ...readUntil(cursor, (pull: PullRequest) => pull.created_at)
      }),
      (read) =>
        newSince(cursor, {
          ...read,
          occurrences: read.items.map(({ value, raw }) =>
            occurrenceOf(trigger, { raw, ...toFact(value, `${where.owner}/${where.repo}`, watcher) })
          )
        })
    )

/** Polls the history of pull requests. Each pull request is read in its current state. */
export const pullRequestHistory = <D extends Actor>(
  trigger: string,
  isWanted: (event: HistoryEvent) => boolean,
  toFact: (item: HistoryItem, pull: PullRequest) => Fact<D> | undefined
): Poll<D> =>
  historyPoll(
    trigger,
    (event, issue: Issue) => Boolean(issue.pull_request) && isWanted(event),
    (item, where) =>
      Effect.map(pullRequestOf(`codehost_${trigger}`, where, item.issue.number), (pull) => toFact(item, pull))
  )

/** Polls for open pull requests whose newest commit has changed since the previous poll. */
export const newCommits =
  <D extends Actor>(
    trigger: string,
    toFact: (pull: PullRequest, repository: string, watcher: Watcher) => Fact<D>
  ): Poll<D> =>
  (where, cursor, watcher) =>
    Effect.map(
      readList({
        operation: `codehost_${trigger}`,
        endpoint: inRepository(where, "/pulls?state=open&per_page=100"),
        item: PullRequest
      }),
      ({ items, ...read }) =>
        newAmong(
          cursor,
          items.map(({ value, raw }) => ({
            id: String(value.id),
            state: value.head.sha,
            // A pull request that was not listed before is new, not changed.
            isNews: (was) => was !== undefined,
            toOccurrence: () =>
              occurrenceOf(trigger, { raw, ...toFact(value, `${where.owner}/${where.repo}`, watcher) })
          })),
          read
        )
    )
