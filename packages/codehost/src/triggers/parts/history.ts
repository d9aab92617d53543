/**
 * Polls the list of a repository's issue events: labels, assignees, states, titles and review requests of all issues
 * and pull requests.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { CodeHost } from "../../client/CodeHost.ts"
import type { Issue } from "../../schema/Issue.ts"
import { PullRequest } from "../../schema/PullRequest.ts"
import { fullName, inRepository } from "../../wire/endpoint.ts"
import { HistoryEvent } from "../../wire/events/records.ts"
import { newSince, readUntil } from "./cursors.ts"
import { readList, readOne } from "./lists.ts"
import type { Fact } from "./occurrences.ts"
import type { PolledRepository } from "./targets.ts"
import type { About } from "./threads.ts"
import type { Poll } from "./trigger.ts"

export const HISTORY_SOURCE = "issue events"

/** Returns the fact of an event and its issue or pull request, or `undefined` if it does not count. */
type ToFact<R, D> = (event: HistoryEvent, record: R, about: About) => Fact<D> | undefined

const historyOf =
  <R, D>(
    isOfKind: (issue: Issue) => boolean,
    isWanted: (event: HistoryEvent) => boolean,
    readRecord: (operation: string, where: PolledRepository, issue: Issue) => Effect.Effect<R, ProviderError, CodeHost>,
    toFact: ToFact<R, D>
  ): Poll<PolledRepository, D> =>
  (where, { operation, cursor, watcher, occurrence }) =>
    Effect.gen(function* () {
      const read = yield* readList({
        operation,
        endpoint: inRepository(where, "/issues/events?per_page=100"),
        item: HistoryEvent,
        ...readUntil(cursor, (event: HistoryEvent) => event.created_at)
      })
      const { occurrences, ...polled } = newSince(cursor, {
        ...read,
        occurrences: read.items.map(({ value, raw }) => ({
          key: String(value.id),
          at: value.created_at,
          data: value,
          raw
        }))
      })
      const reported = yield* Effect.forEach(occurrences, ({ data: event, raw }) => {
        const { issue, created_at: at, actor, assigner } = event
        if (!issue || !isOfKind(issue) || !isWanted(event)) return Effect.succeed([])
        const about = { repository: fullName(where), actor: assigner?.login ?? actor?.login, at, watcher }
        return Effect.map(readRecord(operation, where, issue), (record) => {
          const fact = toFact(event, record, about)
          return fact === undefined ? [] : [occurrence(fact, raw)]
        })
      })
      return { ...polled, occurrences: reported.flat() }
    })

/**
 * Polls the history of issues.
 * @param isWanted selects events before anything else is read
 */
export const issueHistory = <D>(isWanted: (event: HistoryEvent) => boolean, toFact: ToFact<Issue, D>) =>
  historyOf(
    (issue) => !issue.pull_request,
    isWanted,
    (_operation, _where, issue) => Effect.succeed(issue),
    toFact
  )

/** Polls the history of pull requests. Each pull request is read in its current state. */
export const pullRequestHistory = <D>(isWanted: (event: HistoryEvent) => boolean, toFact: ToFact<PullRequest, D>) =>
  historyOf(
    (issue) => Boolean(issue.pull_request),
    isWanted,
    (operation, where, { number }) =>
      Effect.map(readOne(operation, inRepository(where, `/pulls/${number}`), PullRequest), ({ value }) => value),
    toFact
  )
