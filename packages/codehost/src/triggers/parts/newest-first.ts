/** Polls a list that starts with the newest item. */
import type { Watcher } from "@inlay/agent-plugin/Trigger"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { newSince, readUntil } from "./cursors.ts"
import { readList } from "./lists.ts"
import type { Fact } from "./occurrences.ts"
import type { Poll } from "./trigger.ts"

interface NewestFirst<T, A, D> {
  readonly endpoint: (target: T) => string
  readonly item: Schema.Codec<A, unknown>
  readonly timeOf: (item: A) => string | null | undefined
  /** Whether few of the items count, so that the next poll need not read back to the last one that does. */
  readonly isSparse?: boolean
  /** Returns `undefined` for an item that does not count. */
  readonly toFact: (item: A, target: T, watcher: Watcher) => Fact<D> | undefined
}

export const newestFirst =
  <T, A, D>({ endpoint, item, timeOf, isSparse = false, toFact }: NewestFirst<T, A, D>): Poll<T, D> =>
  (target, { operation, cursor, watcher, occurrence }) =>
    Effect.map(readList({ operation, endpoint: endpoint(target), item, ...readUntil(cursor, timeOf) }), (read) => {
      const listedAt = read.items.map(({ value }) => timeOf(value))
      return newSince(cursor, {
        ...read,
        listedAt,
        ...(isSparse && { examinedAt: listedAt }),
        occurrences: read.items.flatMap(({ value, raw }) => {
          const fact = toFact(value, target, watcher)
          return fact === undefined ? [] : [occurrence(fact, raw)]
        })
      })
    })
