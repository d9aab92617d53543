/**
 * The worker's trusted clock. Its last good time is stored with the preferences, so that a wrong system date neither
 * empties the cache nor leaves a ledger row open for a year.
 */
import { CLOCK_TOLERANCE_MILLIS, Ledger, type Row } from "@inlay/core-http/Ledger"
import type { Entry } from "@inlay/core-http/LookupCache"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Transport } from "@inlay/core-http/Transport"
import { confirming, make, TrustedClock, type Step } from "@inlay/core-http/TrustedClock"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Database } from "./database/Database.ts"
import { eachRecord } from "./database/requests.ts"
import { LAST_GOOD } from "./database/snapshot.ts"
import { readEntry, readRow } from "./records.ts"

const KEEP_EVERY_MILLIS = 60_000

/** May be damaged: the clock takes only what is a time. */
const lastGood: Effect.Effect<number | undefined, StorageError, Database> = Effect.flatMap(Database, ({ snapshot }) =>
  Effect.map(snapshot, ({ preferences }) => preferences.get(LAST_GOOD) as number | undefined)
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

const applyStep = ({ transact }: Database["Service"], step: Step) =>
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

/**
 * The trusted clock, as a service and as Effect's `Clock`. Until `resume`, it knows of no last good time: the services
 * over it are made while that is still being read.
 */
export const layer: Layer.Layer<TrustedClock, never, Database> = Layer.effectContext(
  Effect.flatMap(Database, (database) =>
    Effect.map(make({ lastGoodMillis: undefined, stepped: (step) => applyStep(database, step) }), (trustedClock) =>
      Context.make(TrustedClock, trustedClock).pipe(Context.add(Clock.Clock, trustedClock.clock))
    )
  )
)

/** Continues from the stored time. One that cannot be read counts as missing. Must run before any request is handled. */
export const resume: Effect.Effect<void, never, Database | TrustedClock> = Effect.flatMap(
  Effect.all([TrustedClock, Effect.orElseSucceed(lastGood, () => undefined)]),
  ([trustedClock, millis]) => trustedClock.resume(millis)
)

/** Stores the current time as the last good time, if it is trusted and the stored one is this old. */
const keepAfter = Effect.fnUntraced(function* (millis: number) {
  const { write } = yield* Database
  const { isTrusted, nowMillis } = yield* (yield* TrustedClock).trust
  if (!isTrusted) return
  yield* write<void>("clock.keep", "preferences", (preferences, give) => {
    const request: IDBRequest<number> = preferences.get(LAST_GOOD)
    request.onsuccess = () => {
      // Also if none is stored, or no number.
      if (!(nowMillis - request.result < millis)) preferences.put(nowMillis, LAST_GOOD)
      give()
    }
  })
})

/** Does so at most once a minute. */
export const keep: Effect.Effect<void, StorageError, Database | TrustedClock> = keepAfter(KEEP_EVERY_MILLIS)

/** The given ledger, which keeps the time of each purchase: later rows than that were made while the clock was doubted. */
export const ledger: Layer.Layer<Ledger, never, Ledger | TrustedClock | Database> = Layer.effect(
  Ledger,
  Effect.map(Effect.all([Ledger, Effect.context<Database | TrustedClock>()]), ([from, services]) => {
    const keeping = Effect.forkDetach(Effect.ignore(Effect.provideContext(keepAfter(0), services)))
    return { ...from, reserve: (reservation) => Effect.tap(from.reserve(reservation), keeping) }
  })
)

/** The given transport, whose answers also confirm the clock. */
export const transport: Layer.Layer<Transport, never, Transport | TrustedClock> = Layer.effect(
  Transport,
  Effect.map(Effect.all([Transport, TrustedClock]), ([from, clock]) => confirming(from, clock))
)
