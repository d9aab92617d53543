/** Brings what was committed without waiting for the disk onto it: within a second, and before the database is closed. */
import { open } from "node:fs/promises"

import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

const LONGEST_UNSYNCED = "1 second"

/** What brings the log of one file onto the disk. */
export interface UnsyncedLog {
  /** Within a second; returns at once. */
  readonly syncSoon: () => Effect.Effect<void>
}

/** For the database `filename`, whose write-ahead log stands beside it; closing the scope syncs what is left. */
export const make = Effect.fnUntraced(function* (filename: string) {
  let waiting: Fiber.Fiber<void> | undefined

  /** On one of Node's own threads: SQLite would stop the event loop for it. */
  const sync = Effect.tryPromise(async () => {
    const log = await open(`${filename}-wal`, "r+")
    try {
      await log.datasync()
    } finally {
      await log.close()
    }
  }).pipe(
    Effect.catch(({ cause }) => Effect.logWarning(`${filename}: what was written last may not be on the disk`, cause))
  )

  yield* Effect.addFinalizer(() =>
    Effect.suspend(() => (waiting === undefined ? Effect.void : Effect.andThen(Fiber.interrupt(waiting), sync)))
  )

  const syncSoon = () =>
    Effect.sync(() => {
      waiting ??= Effect.runFork(
        Effect.suspend(() => {
          waiting = undefined
          return sync
        }).pipe(Effect.delay(LONGEST_UNSYNCED))
      )
    })
  const log: UnsyncedLog = { syncSoon }
  return log
})
