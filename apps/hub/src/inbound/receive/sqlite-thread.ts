/**
 * The thread that writes what was received into SQLite's file, on a connection of its own: neither a commit nor the log's
 * way into the file stops the event loop. It never waits for the file's lock; whoever asked does, and asks again.
 */
import { DatabaseSync } from "node:sqlite"
import { isMainThread, parentPort, workerData } from "node:worker_threads"

import { digestOf, type NewRow } from "./rows.ts"

/** What the thread is started with. */
export interface Start {
  readonly inbox: { readonly filename: string }
}

/** Rows of one group; their bodies stand in `bodies`, one after another. */
export interface Group {
  readonly bodies: Uint8Array
  readonly rows: ReadonlyArray<Omit<NewRow, "body"> & { readonly bodyBytes: number }>
}

/** What SQLite said. */
export interface Failure {
  readonly message: string
  readonly errcode: number | undefined
}

/** By row what kept it from being written, or what kept all of them. */
export type Answer = { readonly rows: ReadonlyArray<Failure | undefined> } | { readonly all: Failure }

/** The module as a thread's entry. */
export const url = new URL(import.meta.url)

const INSERT = `INSERT INTO inbox (hook, digest, headers, body, source, received_millis, state, next_millis)
  VALUES (?, ?, ?, ?, ?, ?, 'new', ?) ON CONFLICT (hook, digest) DO NOTHING`

const SQLITE_CONSTRAINT = 19
/** As soon as no more comes, the log goes into the file; while more does, once it is so long. */
const QUIET_MILLIS = 100
const LOG_BYTES = 33_554_432
/** What the other connections wrote goes into the file as well. */
const CHECKPOINT_MILLIS = 2_000

const failureOf = (cause: unknown): Failure => ({
  message: cause instanceof Error ? cause.message : "cannot write",
  errcode:
    typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number"
      ? cause.errcode
      : undefined
})

const serve = ({ inbox: { filename } }: Start, port: NonNullable<typeof parentPort>): void => {
  const database = new DatabaseSync(filename, { timeout: 0 })
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0")
  const insert = database.prepare(INSERT)
  let unwritten = 0

  const insertAll = ({ bodies, rows }: Group): Answer => {
    let at = 0
    return {
      rows: rows.map(({ hook, headers, source, receivedMillis, bodyBytes }) => {
        const body = bodies.subarray(at, (at += bodyBytes))
        try {
          insert.run(hook, digestOf(body), headers, body, source, receivedMillis, receivedMillis)
          return undefined
        } catch (cause) {
          const failure = failureOf(cause)
          // Anything else concerns the whole transaction, which SQLite may have ended.
          if (((failure.errcode ?? 0) & 0xff) !== SQLITE_CONSTRAINT) throw cause
          return failure
        }
      })
    }
  }

  const write = (group: Group): Answer => {
    try {
      database.exec("BEGIN IMMEDIATE")
      const answer = insertAll(group)
      database.exec("COMMIT")
      return answer
    } catch (cause) {
      if (database.isTransaction) database.exec("ROLLBACK")
      return { all: failureOf(cause) }
    }
  }

  const checkpoint = (): void => {
    unwritten = 0
    try {
      database.exec("PRAGMA wal_checkpoint(PASSIVE)")
    } catch {
      // The log grows, and the next time it is tried again.
    }
  }

  let timer: NodeJS.Timeout
  const checkpointAfter = (millis: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      checkpoint()
      checkpointAfter(CHECKPOINT_MILLIS)
    }, millis)
  }

  port.on("message", (group: Group) => {
    port.postMessage(write(group))
    unwritten += group.bodies.length
    if (unwritten > LOG_BYTES) checkpoint()
    checkpointAfter(QUIET_MILLIS)
  })
  checkpointAfter(CHECKPOINT_MILLIS)
}

const isStart = (data: unknown): data is Start => typeof data === "object" && data !== null && "inbox" in data

if (!isMainThread && parentPort !== null && isStart(workerData)) serve(workerData, parentPort)
