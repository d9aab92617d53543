/**
 * The history of accounts' rate limits: the lowest remaining value of each limit in every five minutes. Servers write
 * it when they check the limits. Nothing is written while a provider gets no requests and its window is over.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import type { KnownLimit } from "./Limits.ts"

const STEP_MILLIS = Duration.toMillis(Duration.minutes(5))
/** How far back the history goes, in hours. */
export const HISTORY_HOURS = 7 * 24
/** Rows in one statement: databases limit the number of values. */
const BATCH = 100
/** How many of the history's spans one statement reads. */
const SPANS_AT_ONCE = 24

/** The remaining requests of a limit over time. */
interface LimitSeries extends Pick<KnownLimit, "account" | "resource" | "window"> {
  /** For each time of the history; null if nothing was known. */
  readonly remaining: ReadonlyArray<number | null>
  readonly limit: ReadonlyArray<number | null>
}

interface LimitHistoryView {
  /** Unix times in milliseconds, oldest first: the starts of equal time spans. */
  readonly times: ReadonlyArray<number>
  readonly series: ReadonlyArray<LimitSeries>
}

export class LimitHistory extends Context.Service<
  LimitHistory,
  {
    /** Records the limits that are known now. */
    readonly note: (limits: ReadonlyArray<KnownLimit>) => Effect.Effect<void, StorageError>
    /**
     * The last hours, in about 288 spans at most.
     * @param hours at most `HISTORY_HOURS`
     */
    readonly last: (hours: number) => Effect.Effect<LimitHistoryView, StorageError>
    /** Removes what is too old, and what was dated in the future by a wrong clock. */
    readonly sweep: Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/LimitHistory") {}

interface Row {
  readonly account: string
  readonly resource: string
  readonly limit_window: string
  readonly span: number
  readonly most: number | null
  readonly remaining: number
}

const keyOf = (row: Pick<Row, "account" | "resource" | "limit_window">) =>
  JSON.stringify([row.account, row.resource, row.limit_window])

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, { write, repeatable }]) => {
  const noteBatch = (limits: ReadonlyArray<KnownLimit>, atMillis: number) => {
    const [first, ...others] = limits.map(({ account, resource, window, limit, remaining }) => ({
      account,
      resource,
      limit_window: window,
      at_millis: atMillis,
      most: limit ?? null,
      remaining
    }))
    if (first === undefined) return Effect.void
    const least = sql`CASE WHEN excluded.remaining < limit_history.remaining THEN excluded.remaining
      ELSE limit_history.remaining END`
    const insert = sql`INSERT INTO limit_history ${sql.insert([first, ...others])}
      ON CONFLICT (account, resource, limit_window, at_millis) DO UPDATE SET most = excluded.most, remaining = ${least}`
    return write(insert.unprepared)
  }

  const read = Effect.fnUntraced(function* (hours: number) {
    const now = yield* Clock.currentTimeMillis
    const stepMillis = STEP_MILLIS * Math.ceil(hours / 24)
    const last = Math.floor(now / stepMillis)
    const first = last - Math.ceil((hours * 3_600_000) / stepMillis) + 1
    /** Some spans are read at a time, with turns for other work in between. */
    const slice = (from: number) =>
      repeatable(sql<Row>`SELECT account, resource, limit_window,
        at_millis / ${sql.literal(String(stepMillis))} AS span, max(most) AS most, min(remaining) AS remaining
        FROM limit_history WHERE at_millis >= ${from * stepMillis}
          AND at_millis < ${Math.min((from + SPANS_AT_ONCE) * stepMillis, now + 1)}
        GROUP BY account, resource, limit_window, at_millis / ${sql.literal(String(stepMillis))}`)
    const spans = Array.from({ length: last - first + 1 }, (_, index) => first + index)
    const slices = yield* Effect.forEach(
      spans.filter((_, index) => index % SPANS_AT_ONCE === 0),
      (from) => Effect.andThen(Effect.yieldNow, slice(from))
    )
    const byKey = [...Map.groupBy(slices.flat(), keyOf)].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const series = byKey.flatMap(([, own]): ReadonlyArray<LimitSeries> => {
      const [one] = own
      if (one === undefined) return []
      const bySpan = new Map(own.map((row) => [row.span, row]))
      return [
        {
          account: one.account,
          resource: one.resource,
          window: one.limit_window,
          remaining: spans.map((span) => bySpan.get(span)?.remaining ?? null),
          limit: spans.map((span) => bySpan.get(span)?.most ?? null)
        }
      ]
    })
    return { times: spans.map((span) => span * stepMillis), series }
  })

  return LimitHistory.of({
    note: Effect.fnUntraced(function* (limits) {
      const at = Math.floor((yield* Clock.currentTimeMillis) / STEP_MILLIS) * STEP_MILLIS
      for (let from = 0; from < limits.length; from += BATCH) {
        yield* storeOperation("limits.note", noteBatch(limits.slice(from, from + BATCH), at))
      }
    }),
    last: (hours) => storeOperation("limits.history", read(hours)),
    sweep: Effect.flatMap(Clock.currentTimeMillis, (now) =>
      storeOperation(
        "limits.sweep",
        Effect.asVoid(
          write(
            sql`DELETE FROM limit_history WHERE at_millis < ${now - HISTORY_HOURS * 3_600_000} OR at_millis > ${now}`
          )
        )
      )
    )
  })
})

export const layer: Layer.Layer<LimitHistory, never, SqlClient.SqlClient | Database> = Layer.effect(LimitHistory, make)
