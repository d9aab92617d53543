/**
 * Polls the list of a repository's issue events: labels, assignees, states, titles and review requests of all issues
 * and pull requests.
 */
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

/** An event with the issue that it belongs to. */
export interface HistoryItem {
  readonly event: HistoryEvent
  readonly issue: Issue
  readonly repository: string
  readonly watcher: Watcher
  readonly actor: string | undefined
}

const actorOf = ({ actor, assigner }: HistoryEvent): string | undefined => assigner?.login ?? actor?.login

export const HISTORY_SOURCE = "issue events"

/** Reads the pull request of an event, in its current state. */
export const pullRequestOf = (operation: string, where: PolledRepository, number: number) =>
  Effect.map(readOne(operation, inRepository(where, `/pulls/${number}`), PullRequest), ({ value }) => value)

/**
 * Makes a poll over the list of issue events.
 * @param isWanted selects events before anything else is read
 * @param toFact makes the fact to report, or `undefined` to report nothing
 */
export const historyPoll =
  <D extends { readonly actor?: string }>(
    trigger: string,
    isWanted: (event: HistoryEvent, issue: Issue) => boolean,
    toFact: (item: HistoryItem, where: PolledRepository) => Effect.Effect<Fact<D> | undefined, ProviderError, CodeHost>
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
          toFact({ event, issue, watcher, repository: `${where.owner}/${where.repo}`, actor: actorOf(event) }, where),
          (fact) => (fact === undefined ? [] : [occurrenceOf(trigger, { raw, ...fact })])
        )
      )
      return { ...polled, occurrences: facts.flat() }
    })
