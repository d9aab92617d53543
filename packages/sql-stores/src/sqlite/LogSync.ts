/**
 * Brings what was committed to a database's write-ahead log to the disk, on one of Node's own threads. SQLite itself
 * would block the event loop for it, on a busy disk for a second.
 */
import { fdatasync } from "node:fs"
import { open, type FileHandle } from "node:fs/promises"
import { promisify } from "node:util"

import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"

const LONGEST_UNSYNCED = "1 second"

interface OpenFile {
  readonly handle: FileHandle
}

/**
 * Closes the files of stores that are dropped without being closed, as clients with promises are. Node ends a program
 * in which a `FileHandle` is collected before it is closed, and this keeps the handle until then.
 */
const dropped = new FinalizationRegistry<FileHandle>((handle) => void handle.close().catch(() => {}))

const openLog = async (path: string): Promise<OpenFile> => {
  const file: OpenFile = { handle: await open(path, "r+") }
  dropped.register(file, file.handle, file)
  return file
}

const closeLog = (file: OpenFile): Promise<void> => {
  dropped.unregister(file)
  return file.handle.close()
}

/** In Yarn's Plug'n'Play, handles cannot sync, but their descriptors can. */
const syncLog = ({ handle }: OpenFile): Promise<void> =>
  process.versions["pnp"] === undefined ? handle.datasync() : promisify(fdatasync)(handle.fd)

/** Brings the log of one file to the disk. */
export interface LogSync {
  /** Resolves once everything that was committed before is on the disk. Concurrent callers share one sync. */
  readonly sync: () => Promise<void>
  /** Syncs within a second, and before the scope is closed. Returns at once. */
  readonly syncSoon: Effect.Effect<void>
  /**
   * Whether a sync has failed. The operating system forgets what it could not write, so a later success would prove
   * nothing: the log has to be copied into the file first.
   */
  readonly hasFailed: () => boolean
  /** To be called after the log was copied into the file and the file was brought to the disk. */
  readonly recovered: () => void
}

/**
 * Makes the sync for the database `filename`, whose log is next to it while it is open. Closing the scope syncs the
 * rest.
 */
export const make = Effect.fnUntraced(function* (filename: string) {
  let file: Promise<OpenFile> | undefined
  let hasFailed = false
  let underWay: Promise<void> | undefined
  let next: Promise<void> | undefined
  let soon: Fiber.Fiber<void> | undefined

  const close = async (): Promise<void> => {
    const closing = file
    file = undefined
    await closing?.then(closeLog).catch(() => {})
  }

  const datasync = async (): Promise<void> => {
    if (hasFailed) throw new Error(`${filename}: the log could not be synced to disk`)
    try {
      file ??= openLog(`${filename}-wal`)
      await syncLog(await file)
    } catch (cause) {
      hasFailed = true
      await close()
      throw cause
    }
  }

  const begin = (): Promise<void> => {
    underWay = datasync().finally(() => {
      underWay = undefined
    })
    return underWay
  }
  const beginNext = (): Promise<void> => {
    next = undefined
    return begin()
  }
  // A sync that is in progress may have begun before the commit, so another one follows it.
  const sync = (): Promise<void> => (next ??= underWay?.then(beginNext, beginNext)) ?? begin()

  const syncLast = Effect.tryPromise(sync).pipe(
    Effect.catch(({ cause }) => Effect.logWarning(`${filename}: the latest writes may not be on disk`, cause))
  )
  const syncSoon = Effect.sync(() => {
    soon ??= Effect.runFork(
      Effect.suspend(() => {
        soon = undefined
        return syncLast
      }).pipe(Effect.delay(LONGEST_UNSYNCED))
    )
  })

  yield* Effect.addFinalizer(() =>
    Effect.gen(function* () {
      if (soon !== undefined) yield* Effect.andThen(Fiber.interrupt(soon), syncLast)
      yield* Effect.promise(async () => {
        await (next ?? underWay)?.catch(() => {})
        await close()
      })
    })
  )
  const logSync: LogSync = {
    sync,
    syncSoon,
    hasFailed: () => hasFailed,
    recovered: () => {
      hasFailed = false
    }
  }
  return logSync
})
