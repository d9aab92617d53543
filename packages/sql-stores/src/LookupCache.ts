/**
 * The cache of paid answers in the database. An entry is stored under each of its keys, and is deleted once no key
 * points to it. A damaged entry is treated as missing. What a stored account has bought is stored only while the account
 * is there, and under the name that it has by then.
 */
import { LookupCache, placementOf, type Entry, type IsOther } from "@inlay/core-http/LookupCache"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { Database } from "./Database.ts"
import {
  LOOKUP_COLUMNS,
  readEntry,
  readStored,
  wholeMillis,
  type LookupRecord,
  type StoredEntryRecord
} from "./rows.ts"
import { storeOperation } from "./store-operation.ts"

/** A stored account as it was when a run took it. */
export interface Buyer {
  /** Its id when it was connected. An account keeps this however it changes; a later one of its name has another. */
  readonly origin: string
  /** Its scope, which every scope of its answers begins with: `plugin/name`. */
  readonly scope: string
}

/**
 * Where a run notes the stored account that it uses, so that its answers are stored only while that account exists. By
 * default, and for accounts of the environment, answers are always stored.
 */
export const BuyerOfRun = Context.Reference<{ buyer?: Buyer } | undefined>("@inlay/sql-stores/BuyerOfRun", {
  defaultValue: () => undefined
})

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { dialect, write, repeatable }]) => {
  /** Whoever removes or renames the account waits until the answer is stored, and then finds it. */
  const locked = sql.literal(dialect === "postgres" ? "FOR KEY SHARE" : "")

  /** Leaves out rows that others are changing, such as those of another account that is being renamed. */
  const unlocked = sql.literal(dialect === "postgres" ? "FOR UPDATE SKIP LOCKED" : "")

  /** The scope that answers of the buyer have now; undefined if the account is gone. */
  const scopeNow = ({ origin }: Buyer) =>
    Effect.map(
      sql<{ readonly scope: string }>`SELECT plugin || '/' || name AS scope FROM accounts
        WHERE coalesce(origin, id) = ${origin} ${locked}`,
      ([row]) => row?.scope
    )

  /** The scope under which an answer is stored now; undefined if its account is gone. */
  const currentScope = Effect.fnUntraced(function* (scope: string) {
    const buyer = (yield* BuyerOfRun)?.buyer
    if (buyer === undefined) return scope
    // On PostgreSQL, a statement that waited for a change of the account does not see its new row; the next one does.
    const now = (yield* scopeNow(buyer)) ?? (yield* scopeNow(buyer))
    return now === undefined ? undefined : now + scope.slice(buyer.scope.length)
  })

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
      expires_at_millis: wholeMillis(entry.expiresAtMillis)
    })} RETURNING id`
    const [first, ...others] = [...new Set(keys)].map((key) => ({ scope, operation, key, lookup_id: row?.id ?? 0 }))
    if (first === undefined) return
    yield* sql`DELETE FROM lookup_keys WHERE ${isAt({ scope, operation, keys })}`
    yield* sql`INSERT INTO lookup_keys ${sql.insert([first, ...others])}`
  })

  const store = Effect.fnUntraced(function* (answer: Entry, soleKeys: ReadonlyArray<string>, isOther?: IsOther) {
    // The account first, as whoever renames or removes it does: in another order, both could wait for each other.
    const scope = answer.keys.length === 0 ? undefined : yield* currentScope(answer.scope)
    yield* sql`DELETE FROM lookups WHERE id IN (
      SELECT id FROM lookups WHERE expires_at_millis <= ${answer.fetchedAtMillis} ${unlocked})`
    if (scope === undefined) return
    const entry = { ...answer, scope }
    const records =
      yield* sql<StoredEntryRecord>`SELECT key, id, keys, match, status, body, expires_at_millis FROM lookups
      JOIN (SELECT key, lookup_id FROM lookup_keys WHERE ${isAt(entry)}) AS places ON id = lookup_id`
    const stored = new Map(records.map((record) => [record.key, readStored(record)]))
    const { mark, ...own } = placementOf(entry, soleKeys, (key) => stored.get(key), isOther)
    if (own.keys.length > 0) yield* put(own.entry, own.keys)
    if (mark !== undefined) yield* put(mark.entry, mark.keys)
    if (records.length === 0) return
    yield* sql`DELETE FROM lookups WHERE ${sql.in("id", [...new Set(records.map(({ id }) => id))])}
      AND NOT EXISTS (SELECT 1 FROM lookup_keys WHERE lookup_id = lookups.id)`
  })

  return LookupCache.of({
    find: (question, nowMillis) =>
      storeOperation(
        "cache.find",
        Effect.map(
          repeatable(
            sql<LookupRecord>`SELECT ${sql.literal(LOOKUP_COLUMNS)} FROM lookups WHERE expires_at_millis > ${nowMillis} AND id IN (
              SELECT lookup_id FROM lookup_keys WHERE ${isAt(question)}
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
