/**
 * The worker's trusted clock. Its last good time is stored with the preferences, so that a wrong system date neither
 * empties the cache nor leaves a ledger row open for a year.
 */
import { CLOCK_TOLERANCE_MILLIS, type Row } from "@inlay/core-http/Ledger"
import type { Entry } from "@inlay/core-http/LookupCache"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import { confirming, make, TrustedClock, type Step } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Database } from "./database/Database.ts"
import { eachRecord, put } from "./database/requests.ts"
import { LAST_GOOD } from "./database/snapshot.ts"
import { readEntry, readRow } from "./records.ts"

const KEEP_EVERY_MILLIS = 60_000

const lastGood: Effect.Effect<number | undefined, StorageError, Database> = Effect.flatMap(Database, ({ snapshot }) =>
  Effect.map(snapshot, ({ preferences }) => {
    const millis = preferences.get(LAST_GOOD)
    return typeof millis === "number" ? millis : undefined
  })
)

/** Replaces every record of a store for which `change` returns a new one. */
const changeEach = <A>(store: IDBObjectStore, change: (record: A) => A | undefined): void =>
  eachRecord(store.openCursor(), (at) => {
    const newValue = change(at.value)
    if (newValue !== undefined) at.update(newValue)
  })

/**
 * Moves a row that lies in the future to the present. A row made while the clock was doubted moves forward with it, so
 * that it counts for the right day.
 */
const redatedRow = (storedRow: Row, { doubtedSinceMillis, fromMillis, toMillis }: Step): Row | undefined => {
  const row = readRow(storedRow)
  const forward = toMillis > fromMillis && row.atMillis > doubtedSinceMillis && row.atMillis <= fromMillis
  if (!forward && !(row.atMillis > toMillis + CLOCK_TOLERANCE_MILLIS)) return undefined
  const by = forward ? toMillis - fromMillis : toMillis - row.atMillis
  const uncachedUntilMillis = row.uncachedUntilMillis === null ? null : row.uncachedUntilMillis + by
  return { ...row, atMillis: row.atMillis + by, leaseEndsMillis: row.leaseEndsMillis + by, uncachedUntilMillis }
}

const redatedEntry = (entry: Entry, { toMillis }: Step): Entry | undefined => {
  if (!(entry.fetchedAtMillis > toMillis + CLOCK_TOLERANCE_MILLIS)) return undefined
  return {
    ...entry,
    fetchedAtMillis: toMillis,
    expiresAtMillis: entry.expiresAtMillis - entry.fetchedAtMillis + toMillis
  }
}

const keepAt = (millis: number) =>
  Effect.flatMap(Database, ({ write }) => write("clock.keep", "preferences", put(millis, LAST_GOOD)))

const applyStep = (step: Step) =>
  Effect.flatMap(Database, ({ transact }) =>
    transact<void>("clock.step", ["preferences", "ledger", "answers"], "readwrite", (transaction, give) => {
      transaction.objectStore("preferences").put(step.toMillis, LAST_GOOD)
      changeEach<Row>(transaction.objectStore("ledger"), (row) => redatedRow(row, step))
      changeEach<{ readonly entry: Entry }>(transaction.objectStore("answers"), (record) => {
        const currentEntry = readEntry(record.entry)
        const entry = currentEntry && redatedEntry(currentEntry, step)
        return entry && { ...record, entry }
      })
      give()
    })
  )

/**
 * The trusted clock, as a service and as Effect's `Clock`. Until `resume`, it knows of no last good time: the services
 * over it are made while that is still being read.
 */
export const layer: Layer.Layer<TrustedClock, never, Database> = Layer.effectContext(
  Effect.gen(function* () {
    const database = yield* Database
    const trustedClock = yield* make({
      lastGoodMillis: undefined,
      stepped: (step) => Effect.provideService(applyStep(step), Database, database)
    })
    return Context.make(TrustedClock, trustedClock).pipe(Context.add(Clock.Clock, trustedClock.clock))
  })
)

/** Continues from the stored time. One that cannot be read counts as missing. Must run before any request is handled. */
export const resume: Effect.Effect<void, never, Database | TrustedClock> = Effect.gen(function* () {
  const trustedClock = yield* TrustedClock
  yield* trustedClock.resume(yield* Effect.orElseSucceed(lastGood, () => undefined))
})

/** Stores the current time as the last good time, if it is trusted and a minute has passed. */
export const keep: Effect.Effect<void, StorageError, Database | TrustedClock> = Effect.gen(function* () {
  const { isTrusted, nowMillis } = yield* Effect.flatMap(TrustedClock, ({ trust }) => trust)
  const keptMillis = (yield* lastGood) ?? 0
  if (isTrusted && nowMillis - keptMillis >= KEEP_EVERY_MILLIS) yield* keepAt(nowMillis)
})

/** The given transport, whose answers also confirm the clock. */
export const transport: Layer.Layer<Transport, never, Transport | TrustedClock> = Layer.effect(
  Transport,
  Effect.map(Effect.all([Transport, TrustedClock]), ([from, clock]) => confirming(from, clock))
)
