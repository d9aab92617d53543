/** The list of a repository's issue events as a poll: labels, assignees, states, titles and review requests of all threads. */
import type { Polled, Watcher } from "@inlay/agent-plugin/Trigger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import type { CodeHost } from "../../client/CodeHost.ts"
import type { Issue } from "../../schema/Issue.ts"
import { PullRequest } from "../../schema/PullRequest.ts"
import { inRepository } from "../../wire/endpoint.ts"
import { HistoryEvent } from "../../wire/events/threads.ts"
import { newSince, readUntil } from "./cursors.ts"
import { readList, readOne } from "./lists.ts"
import { occurrenceOf, type Fact } from "./occurrences.ts"
import type { PolledRepository } from "./targets.ts"

/** An event with the issue that it is about. */
export interface Happened {
  readonly event: HistoryEvent
  readonly issue: Issue
  readonly repository: string
  readonly watcher: Watcher
  readonly actor: string | undefined
}

export const HISTORY_SOURCE = "issue events"

/** The pull request of an event, as it stands now. */
export const pullRequestOf = (operation: string, where: PolledRepository, number: number) =>
  Effect.map(readOne(operation, inRepository(where, `/pulls/${number}`), PullRequest), ({ value }) => value)

/**
 * @param isWanted chosen before anything more is read
 * @param tell gives nothing for what it does not tell of
 */
export const historyPoll =
  <D extends { readonly actor?: string }>(
    trigger: string,
    isWanted: (event: HistoryEvent, issue: Issue) => boolean,
    tell: (happening: Happened, where: PolledRepository) => Effect.Effect<Fact<D> | undefined, ProviderError, CodeHost>
  ) =>
  (
    where: PolledRepository,
    cursor: string | undefined,
    watcher: Watcher
  ): Effect.Effect<Polled<D>, ProviderError, CodeHost> =>
    Effect.gen(function* () {
      const read = yield* readList({
        operation: `codehost_${trigger}`,
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
      const issueEvents = occurrences.flatMap(({ data: event, raw }) =>
        event.issue && isWanted(event, event.issue) ? [{ event, issue: event.issue, raw }] : []
      )
      const facts = yield* Effect.forEach(issueEvents, ({ event, issue, raw }) =>
        Effect.map(
          tell({ event, issue, watcher, repository: `${where.owner}/${where.repo}`, actor: event.actor?.login }, where),
          (fact) => (fact === undefined ? [] : [occurrenceOf(trigger, { raw, ...fact })])
        )
      )
      return { ...polled, occurrences: facts.flat() }
    })
