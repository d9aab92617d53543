/**
 * The cache of paid answers in the database. An entry is stored under each of its keys, and is deleted once no key
 * points to it. A damaged entry is treated as missing.
 */
import { LookupCache, placed, type Entry, type IsOther } from "@inlay/core-http/LookupCache"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { Database } from "./Database.ts"
import { LOOKUP_COLUMNS, readEntry, readStanding, type LookupRecord, type StandingRecord } from "./rows.ts"
import { storeOperation } from "./store-operation.ts"

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) => {
  const isAt = ({ scope, operation, keys }: Pick<Entry, "scope" | "operation" | "keys">) =>
    sql.and([sql`scope = ${scope}`, sql`operation = ${operation}`, sql.in("key", keys)])

  /** Stores an answer, and points the given keys to it. */
  const put = Effect.fnUntraced(function* (entry: Entry, keys: ReadonlyArray<string>) {
    const { scope, operation } = entry
    const [row] = yield* sql<{ readonly id: number }>`INSERT INTO lookups ${sql.insert({
      scope,
      operation,
      keys: JSON.stringify(entry.keys),
      match: entry.match ? 1 : 0,
      status: entry.status,
      body: JSON.stringify(entry.body ?? null),
      fetched_at_millis: entry.fetchedAtMillis,
      expires_at_millis: entry.expiresAtMillis
    })} RETURNING id`
    const [first, ...others] = [...new Set(keys)].map((key) => ({ scope, operation, key, lookup_id: row?.id ?? 0 }))
    if (first === undefined) return
    yield* sql`DELETE FROM lookup_keys WHERE ${isAt({ scope, operation, keys })}`
    yield* sql`INSERT INTO lookup_keys ${sql.insert([first, ...others])}`
  })

  const store = Effect.fnUntraced(function* (entry: Entry, soleKeys: ReadonlyArray<string>, isOther?: IsOther) {
    yield* sql`DELETE FROM lookups WHERE expires_at_millis <= ${entry.fetchedAtMillis}`
    if (entry.keys.length === 0) return
    const records =
      yield* sql<StandingRecord>`SELECT lookup_keys.key, lookups.id, lookups.keys, match, status, body, expires_at_millis
      FROM lookup_keys JOIN lookups ON lookups.id = lookup_id WHERE ${sql.and([
        sql`lookup_keys.scope = ${entry.scope}`,
        sql`lookup_keys.operation = ${entry.operation}`,
        sql.in("key", entry.keys)
      ])}`
    const standing = new Map(records.map((record) => [record.key, readStanding(record)]))
    const { mark, ...own } = placed(entry, soleKeys, (key) => standing.get(key), isOther)
    if (own.keys.length > 0) yield* put(own.entry, own.keys)
    if (mark !== undefined) yield* put(mark.entry, mark.keys)
    if (records.length === 0) return
    yield* sql`DELETE FROM lookups WHERE ${sql.in("id", [...new Set(records.map(({ id }) => id))])}
      AND NOT EXISTS (SELECT 1 FROM lookup_keys WHERE lookup_id = lookups.id)`
  })

  return LookupCache.of({
    find: ({ scope, operation, keys }, nowMillis) =>
      keys.length === 0
        ? Effect.succeed([])
        : storeOperation(
            "cache.find",
            Effect.map(
              repeatable(
                sql<LookupRecord>`SELECT ${sql.literal(LOOKUP_COLUMNS)} FROM lookups WHERE expires_at_millis > ${nowMillis} AND id IN (
                  SELECT lookup_id FROM lookup_keys WHERE ${isAt({ scope, operation, keys })}
                ) ORDER BY fetched_at_millis`
              ),
              (records) => records.flatMap((record) => readEntry(record) ?? [])
            )
          ),
    store: (entry, soleKeys = [], isOther) =>
      storeOperation("cache.store", repeatable(write(store(entry, soleKeys, isOther), `cache ${entry.scope}`))),
    clear: (scope) =>
      storeOperation(
        "cache.clear",
        repeatable(
          sql`DELETE FROM lookups WHERE scope = ${scope} OR substr(scope, 1, length(${scope}) + 1) = ${`${scope}@`}`
        )
      )
  })
})

/** The cache in the tables of a migrated database. */
export const layer: Layer.Layer<LookupCache, never, SqlClient.SqlClient | Database> = Layer.effect(LookupCache, make)
