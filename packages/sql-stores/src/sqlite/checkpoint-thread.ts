/**
 * The thread that copies a database's write-ahead log into its file, on a connection of its own, whenever it gets a message,
 * and answers with one. It imports nothing of Inlay's: a bundle would give it more to start than this.
 */
import { DatabaseSync } from "node:sqlite"
import { isMainThread, parentPort, workerData } from "node:worker_threads"

/** The module as a thread's entry. */
export const url = new URL(import.meta.url)

/** What it is started with. */
export interface Start {
  readonly checkpointsOf: string
}

/**
 * A checkpoint that holds nobody up never comes to the end of a log to which more is written meanwhile, and a log begins
 * anew at its end alone. From so many pages on, writes wait for the last of them; that takes some milliseconds.
 */
const LONG_LOG_PAGES = 16_384
/** So long that waits for those who read an older state. */
const LONGEST_WAIT_MILLIS = 100

const runIn = (filename: string, port: NonNullable<typeof parentPort>): void => {
  const database = new DatabaseSync(filename)
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0")
  const passive = database.prepare("PRAGMA wal_checkpoint(PASSIVE)")
  const full = database.prepare("PRAGMA wal_checkpoint(FULL)")
  const version = database.prepare("PRAGMA user_version")
  /** Whether all of the log is in the file now. */
  const copy = (): boolean => {
    const { log, checkpointed } = passive.get() ?? {}
    if (Number(log) <= LONG_LOG_PAGES) return checkpointed === log
    database.exec(`PRAGMA busy_timeout = ${LONGEST_WAIT_MILLIS}`)
    return full.get()?.["busy"] === 0
  }
  /**
   * The first commit after that begins the log anew, and SQLite waits for the disk in between: better here than there. Where
   * somebody writes already it is theirs to do.
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
      // The log grows, and after the next commit it is tried again.
    }
    port.postMessage(undefined)
  })
}

const isStart = (data: unknown): data is Start => typeof data === "object" && data !== null && "checkpointsOf" in data

if (!isMainThread && parentPort !== null && isStart(workerData)) runIn(workerData.checkpointsOf, parentPort)
