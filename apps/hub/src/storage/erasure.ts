/**
 * Erases one person or company: cached answers about them or that mention them, and their identifiers in the ledger.
 * The amounts spent stay, without saying on whom. No copy remains in the database's files.
 */
import { mention, searchable } from "@inlay/agent-plugin/mentions"
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import { CLOCK_TOLERANCE_MILLIS } from "@inlay/core-http/Ledger"
import { asksBy } from "@inlay/core-http/LookupCache"
import type { StorageError } from "@inlay/core-http/StorageError"
import { nowMillis } from "@inlay/sql-stores/call-end"
import { Database } from "@inlay/sql-stores/Database"
import { LOOKUP_COLUMNS, readEntry, type LookupRecord } from "@inlay/sql-stores/rows"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { AccountRows } from "./AccountRows.ts"
import { keysOf } from "./damage.ts"

/** How many of each were erased, or would be. */
export interface ErasedCounts {
  readonly answers: number
  /** Ledger rows that no longer say whom they were about. */
  readonly purchases: number
  /** Damaged rows that mention the subject. */
  readonly damaged: number
}

export class Erasure extends Context.Service<
  Erasure,
  {
    readonly erase: (subject: SubjectTrace) => Effect.Effect<ErasedCounts, StorageError>
    /**
     * Waits until the lookups that are under way now, in any program, have ended and stored what they store. Only their
     * answers say whom they are about. Returns how many are still under way after `LONGEST_WAIT`.
     */
    readonly awaitLookups: Effect.Effect<number, StorageError>
  }
>()("@inlay/hub/Erasure") {}

const PAGE = 500

/** Longer than a lookup takes by default. */
const LONGEST_WAIT = Duration.minutes(1)
const AGAIN = Duration.millis(100)

/** The longest part of a text by which a database finds it in any case: both lower the letters of ASCII alone. */
const asciiPart = (text: string): string =>
  searchable(text)
    .split(/[^ -~]+/)
    .reduce((longest, part) => (part.length > longest.length ? part : longest))

const make = Effect.map(
  Effect.all([SqlClient.SqlClient, Database, AccountRows]),
  ([sql, { alone, dialect }, accounts]) => {
    /** The position of one text in another, 0 if absent. Both databases have the function, under different names. */
    const position = sql.literal(dialect === "postgres" ? "strpos" : "instr")

    const holding = (table: "lookups" | "damaged", column: "body" | "content", texts: ReadonlyArray<string>) =>
      Effect.gen(function* () {
        const pattern = mention(texts)
        const mayMention = sql.or(texts.map((text) => sql`${position}(lower(${sql(column)}), ${asciiPart(text)}) > 0`))
        const ids: Array<number> = []
        for (let after = 0; ;) {
          const rows = yield* sql<{
            readonly id: number
            readonly text: unknown
          }>`SELECT id, ${sql(column)} AS text FROM ${sql(table)} WHERE id > ${after} AND ${mayMention}
            ORDER BY id LIMIT ${PAGE}`
          for (const { id, text } of rows) if (pattern.test(searchable(String(text)))) ids.push(id)
          const last = rows.at(-1)
          if (last === undefined || rows.length < PAGE) return ids
          after = last.id
          yield* Effect.yieldNow
        }
      })

    /**
     * Finds keys of the subject, of a question by its identifiers, or of a page of its site: an SQL condition that
     * preselects, and the exact check.
     */
    const conditionOf = ({ keys, texts }: SubjectTrace) => {
      const pattern = mention(texts)
      const parts = [...keys.map((key) => JSON.stringify(key).slice(1, -1)), ...texts]
      return {
        condition: sql.or([sql.in("key", keys), ...parts.map((part) => sql`${position}(key, ${part}) > 0`)]),
        isOf: ({ key }: { readonly key: string }) =>
          keys.some((own) => key === own || asksBy(key, own)) || pattern.test(key)
      }
    }

    const erase = Effect.fnUntraced(function* (subject: SubjectTrace) {
      const { keys, texts } = subject
      const { condition, isOf } = conditionOf(subject)
      const rows = (yield* sql<{
        readonly id: number
        readonly key: string
      }>`SELECT lookup_id AS id, key FROM lookup_keys WHERE ${condition}`).filter(isOf)
      const naming = yield* holding("lookups", "body", texts)
      const answers = [...new Set([...rows.map(({ id }) => id), ...naming])]
      // The subject of an answer may also have been bought under its other identifiers. An answer found only by its
      // question may be about somebody else.
      const all = new Set([...keys, ...rows.map(({ key }) => key)])
      for (const { id, key: at } of rows) {
        if (keys.some((own) => asksBy(at, own))) continue
        const [record] = yield* sql<LookupRecord>`SELECT ${sql.literal(LOOKUP_COLUMNS)} FROM lookups WHERE id = ${id}`
        for (const key of (record && readEntry(record)?.keys) ?? []) all.add(key)
      }
      for (const id of answers) yield* sql`DELETE FROM lookups WHERE id = ${id}`
      const mentions = yield* sql<{ readonly key: string }>`SELECT DISTINCT key FROM ledger_keys WHERE ${condition}`
      for (const { key } of mentions.filter(isOf)) all.add(key)
      const purchaseRows = yield* sql<{
        readonly row_id: string
      }>`DELETE FROM ledger_keys WHERE ${sql.in("key", [...all])} RETURNING row_id`
      const purchases = [...new Set(purchaseRows.map(({ row_id }) => row_id))]
      for (const id of purchases) {
        yield* sql`UPDATE ledger SET keys = ${yield* keysOf(sql, id)} WHERE id = ${id}`
      }
      const damagedRows = yield* holding("damaged", "content", [...texts, ...[...all].map((key) => key.toLowerCase())])
      for (const id of damagedRows) yield* sql`DELETE FROM damaged WHERE id = ${id}`
      return { answers: answers.length, purchases: purchases.length, damaged: damagedRows.length }
    })

    /** The lookups that are under way, as their rows in the ledger. The row of a program that died expires. */
    const underWay = Effect.flatMap(Clock.currentTimeMillis, (now) =>
      Effect.map(
        // The first condition is the index's own (`ledger_undecided`), without which SQLite reads the whole ledger.
        sql<{ readonly id: string }>`SELECT id FROM ledger WHERE state IN ('open', 'unknown') AND state = 'open'
          AND ${now} BETWEEN at_millis - ${CLOCK_TOLERANCE_MILLIS} AND lease_ends_millis - 1`,
        (rows) => rows.map(({ id }) => id)
      )
    )

    const awaitLookups = Effect.gen(function* () {
      let remaining = yield* underWay
      const end = (yield* nowMillis) + Duration.toMillis(LONGEST_WAIT)
      while (remaining.length > 0 && (yield* nowMillis) < end) {
        yield* Effect.sleep(AGAIN)
        const current = new Set(yield* underWay)
        remaining = remaining.filter((id) => current.has(id))
      }
      return remaining.length
    })

    return Erasure.of({
      awaitLookups: storeOperation("erasure", awaitLookups),
      erase: (subject) => Effect.tap(storeOperation("erasure", alone("erasure", erase(subject))), () => accounts.scrub)
    })
  }
)

export const layer = Layer.effect(Erasure, make)
