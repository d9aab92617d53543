/**
 * Erasing one person or company: kept answers about them, or that name them, and their identifiers in the ledger. What was
 * spent stays, without saying on whom. No copy stays in the database's files.
 */
import { mention } from "@inlay/agent-plugin/mentions"
import type { SubjectTrace } from "@inlay/agent-plugin/Plugin"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import { AccountRows } from "./Accounts.ts"
import { readEntry, type LookupRecord } from "./rows.ts"
import { stored } from "./stored.ts"

/** How many of each were erased, or would be. */
export interface Erased {
  readonly answers: number
  /** Rows of the ledger that no longer say whom they were about. */
  readonly purchases: number
  /** Damaged rows that were set aside. */
  readonly damaged: number
}

export class Erasure extends Context.Service<
  Erasure,
  { readonly erase: (subject: SubjectTrace) => Effect.Effect<Erased, StorageError> }
>()("@inlay/hub/Erasure") {}

const PAGE = 500

const make = Effect.map(Effect.all([SqlClient.SqlClient, AccountRows]), ([sql, accounts]) => {
  const holding = (table: "lookups" | "damaged", column: "body" | "content", texts: ReadonlyArray<string>) =>
    Effect.gen(function* () {
      const pattern = mention(texts)
      const ids: Array<number> = []
      for (let after = 0; ;) {
        const rows = yield* sql<{
          readonly id: number
          readonly text: unknown
        }>`SELECT id, lower(${sql(column)}) AS text
          FROM ${sql(table)} WHERE id > ${after} AND ${sql.or(texts.map((text) => sql`instr(lower(${sql(column)}), ${text}) > 0`))}
          ORDER BY id LIMIT ${PAGE}`
        for (const { id, text } of rows) if (pattern.test(String(text).toLowerCase())) ids.push(id)
        const last = rows.at(-1)
        if (last === undefined || rows.length < PAGE) return ids
        after = last.id
        yield* Effect.yieldNow
      }
    })

  const erase = Effect.fnUntraced(function* ({ keys, texts }: SubjectTrace) {
    const about = yield* sql<LookupRecord & { readonly id: number }>`SELECT * FROM lookups WHERE id IN (
      SELECT lookup_id FROM lookup_keys WHERE ${sql.in("key", keys)})`
    const naming = yield* holding("lookups", "body", texts)
    // Whoever the answer is about may have been bought by another of its identifiers.
    const all = [...new Set([...keys, ...about.flatMap((record) => readEntry(record)?.keys ?? [])])]
    const answers = [...new Set([...about.map(({ id }) => id), ...naming])]
    for (const id of answers) yield* sql`DELETE FROM lookups WHERE id = ${id}`
    const bought = yield* sql<{
      readonly row_id: string
    }>`DELETE FROM ledger_keys WHERE ${sql.in("key", all)} RETURNING row_id`
    const purchases = [...new Set(bought.map(({ row_id }) => row_id))]
    for (const id of purchases) {
      yield* sql`UPDATE ledger SET keys = (SELECT json_group_array(key) FROM ledger_keys WHERE row_id = ledger.id)
        WHERE id = ${id}`
    }
    const damaged = yield* holding("damaged", "content", [...texts, ...all.map((key) => key.toLowerCase())])
    for (const id of damaged) yield* sql`DELETE FROM damaged WHERE id = ${id}`
    return { answers: answers.length, purchases: purchases.length, damaged: damaged.length }
  })

  return Erasure.of({
    erase: (subject) => Effect.tap(stored("erasure", sql.withTransaction(erase(subject))), () => accounts.scrub)
  })
})

export const layer: Layer.Layer<Erasure, never, SqlClient.SqlClient | AccountRows> = Layer.effect(Erasure, make)
