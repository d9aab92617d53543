/**
 * The thread that copies a database's write-ahead log into its file. It has a connection of its own, makes a checkpoint
 * for every message, and answers each with a message. It imports nothing of Inlay, because a bundle would take longer
 * to start.
 */
import { DatabaseSync } from "node:sqlite"
import { isMainThread, parentPort, workerData } from "node:worker_threads"

/** This module, as the entry of a thread. */
export const url = new URL(import.meta.url)

/** The data with which the thread is started. */
export interface Start {
  readonly checkpointsOf: string
}

/**
 * A passive checkpoint does not block writers, but never reaches the end of a log that keeps growing, and a log can
 * only restart at its end. From this many pages on, writers wait for the last pages, which takes a few milliseconds.
 */
const LONG_LOG_PAGES = 16_384
/** How long that waits for readers of an older state. */
const LONGEST_WAIT_MILLIS = 100

const runIn = (filename: string, port: NonNullable<typeof parentPort>): void => {
  const database = new DatabaseSync(filename)
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0")
  const passive = database.prepare("PRAGMA wal_checkpoint(PASSIVE)")
  const full = database.prepare("PRAGMA wal_checkpoint(FULL)")
  const version = database.prepare("PRAGMA user_version")
  /** Returns whether the whole log is in the file now. */
  const copy = (): boolean => {
    const { log, checkpointed } = passive.get() ?? {}
    if (Number(log) <= LONG_LOG_PAGES) return checkpointed === log
    database.exec(`PRAGMA busy_timeout = ${LONGEST_WAIT_MILLIS}`)
    return full.get()?.["busy"] === 0
  }
  /**
   * Makes the first commit after the checkpoint. That commit restarts the log, for which SQLite waits for the disk, so
   * it is better made here than on the event loop. If another connection is already writing, its commit does it.
   */
  const beginAnew = (): void => {
    database.exec("PRAGMA busy_timeout = 0; BEGIN IMMEDIATE")
    try {
      database.exec(`PRAGMA user_version = ${Number(version.get()?.["user_version"])}; COMMIT`)
    } finally {
      if (database.isTransaction) database.exec("ROLLBACK")
    }
  }
  port.on("message", () => {
    try {
      if (copy()) beginAnew()
    } catch {
      // The log keeps growing, and the next commit triggers another attempt.
    }
    port.postMessage(undefined)
  })
}

const isStart = (data: unknown): data is Start => typeof data === "object" && data !== null && "checkpointsOf" in data

if (!isMainThread && parentPort !== null && isStart(workerData)) runIn(workerData.checkpointsOf, parentPort)
