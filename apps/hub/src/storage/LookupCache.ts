/** Paid answers in SQLite: an entry stands under each of its keys, and goes when no key leads to it any more. A damaged one is none. */
import { LookupCache, type Entry } from "@inlay/core-http/LookupCache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { readEntry, type LookupRecord } from "./rows.ts"
import { stored } from "./stored.ts"

const make = Effect.map(SqlClient.SqlClient, (sql) => {
  const store = Effect.fnUntraced(function* (entry: Entry) {
    yield* sql`DELETE FROM lookups WHERE expires_at_millis <= ${entry.fetchedAtMillis}`
    const [inserted] = yield* sql<{ readonly id: number }>`INSERT INTO lookups ${sql.insert({
      scope: entry.scope,
      operation: entry.operation,
      keys: JSON.stringify(entry.keys),
      match: entry.match,
      status: entry.status,
      body: JSON.stringify(entry.body ?? null),
      fetched_at_millis: entry.fetchedAtMillis,
      expires_at_millis: entry.expiresAtMillis
    })} RETURNING id`
    const id = inserted?.id ?? 0
    // A miss never hides a match that is still good.
    const keepsMatches = entry.match
      ? sql``
      : sql`WHERE NOT EXISTS (SELECT 1 FROM lookups WHERE id = lookup_keys.lookup_id AND match = 1
              AND expires_at_millis > ${entry.fetchedAtMillis})`
    for (const key of new Set(entry.keys)) {
      yield* sql`INSERT INTO lookup_keys ${sql.insert({
        scope: entry.scope,
        operation: entry.operation,
        key,
        lookup_id: id
      })} ON CONFLICT DO UPDATE SET lookup_id = excluded.lookup_id ${keepsMatches}`
    }
    yield* sql`DELETE FROM lookups WHERE scope = ${entry.scope} AND operation = ${entry.operation}
      AND NOT EXISTS (SELECT 1 FROM lookup_keys WHERE lookup_id = lookups.id)`
  })

  return LookupCache.of({
    find: ({ scope, operation, keys }, nowMillis) =>
      keys.length === 0
        ? Effect.succeed([])
        : stored(
            "cache.find",
            Effect.map(
              sql<LookupRecord>`SELECT * FROM lookups WHERE expires_at_millis > ${nowMillis} AND id IN (
                  SELECT lookup_id FROM lookup_keys WHERE ${sql.and([
                    sql`scope = ${scope}`,
                    sql`operation = ${operation}`,
                    sql.in("key", keys)
                  ])}
                ) ORDER BY fetched_at_millis`,
              (records) => records.flatMap((record) => readEntry(record) ?? [])
            )
          ),
    store: (entry) => stored("cache.store", sql.withTransaction(store(entry))),
    clear: (scope) =>
      stored(
        "cache.clear",
        sql`DELETE FROM lookups WHERE scope = ${scope} OR substr(scope, 1, length(${scope}) + 1) = ${`${scope}@`}`
      )
  })
})

export const layer: Layer.Layer<LookupCache, never, SqlClient.SqlClient> = Layer.effect(LookupCache, make)
