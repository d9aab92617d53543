/**
 * The threads that write what was received into SQLite's file, each on a connection of its own: neither a commit nor the
 * log's way into the file stops the event loop. The one that writes never waits for the file's lock; whoever asked does, and
 * asks again. The other one copies the log into the file while more is written, which then waits for the last pages alone.
 */
import { DatabaseSync } from "node:sqlite"
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads"

import { digestOf } from "./rows.ts"

/** What a thread is started with. */
export interface Start {
  readonly task: "write" | "copy"
  readonly filename: string
}

/** A row without its body, of which it has the length. */
export type Line = readonly [hook: string, headers: string, source: string, receivedMillis: number, bodyBytes: number]

/** Rows of one group; their bodies stand in `bodies`, one after another. */
export interface Group {
  readonly bodies: Uint8Array
  readonly rows: ReadonlyArray<Line>
}

/** What SQLite said. */
export interface Failure {
  readonly message: string
  readonly errcode: number | undefined
}

/** By row what kept it from being written, or what kept all of them. */
export type Answer = { readonly rows: ReadonlyArray<Failure | undefined> } | { readonly all: Failure }

type Port = NonNullable<typeof parentPort>

/** The module as a thread's entry. */
export const url = new URL(import.meta.url)

const INSERT = `INSERT INTO inbox (hook, digest, headers, body, source, received_millis, state, next_millis)
  VALUES (?, ?, ?, ?, ?, ?, 'new', ?) ON CONFLICT (hook, digest) DO NOTHING`

const SQLITE_CONSTRAINT = 19
/** As soon as no more comes, the log goes into the file; while more does, after so many bytes of bodies. */
const QUIET_MILLIS = 100
const COPIED_BYTES = 16_777_216
/** What the other connections wrote goes into the file as well. */
const CHECKPOINT_MILLIS = 2_000

const failureOf = (cause: unknown): Failure => ({
  message: cause instanceof Error ? cause.message : "cannot write",
  errcode:
    typeof cause === "object" && cause !== null && "errcode" in cause && typeof cause.errcode === "number"
      ? cause.errcode
      : undefined
})

const open = (filename: string): DatabaseSync => {
  const database = new DatabaseSync(filename, { timeout: 0 })
  database.exec("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA wal_autocheckpoint = 0")
  return database
}

/** Writes the log into the file as far as nobody needs it; once that is all of it, the next commit begins it anew. */
const checkpoint = (database: DatabaseSync): void => {
  try {
    database.exec("PRAGMA wal_checkpoint(PASSIVE)")
  } catch {
    // The log grows, and the next time it is tried again.
  }
}

const write = (filename: string, port: Port): void => {
  const database = open(filename)
  const insert = database.prepare(INSERT)

  const insertAll = ({ bodies, rows }: Group): Answer => {
    let at = 0
    return {
      rows: rows.map(([hook, headers, source, receivedMillis, bodyBytes]) => {
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

  const writeGroup = (group: Group): Answer => {
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

  const data: Start = { task: "copy", filename }
  const copier = new Worker(url, { workerData: data })
  let uncopiedBytes = 0
  let state: "idle" | "copying" | "ended" = "idle"
  const copyLog = (): void => {
    if (state === "copying") return
    uncopiedBytes = 0
    if (state === "ended") return checkpoint(database)
    state = "copying"
    copier.postMessage(undefined, [])
  }
  copier
    .on("message", () => {
      state = "idle"
      checkpoint(database)
    })
    .on("error", () => {})
    .on("exit", () => {
      state = "ended"
    })

  let timer: NodeJS.Timeout
  const copyAfter = (millis: number): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      copyLog()
      copyAfter(CHECKPOINT_MILLIS)
    }, millis)
  }

  port.on("message", (group: Group) => {
    port.postMessage(writeGroup(group))
    uncopiedBytes += group.bodies.length
    if (uncopiedBytes > COPIED_BYTES) copyLog()
    copyAfter(QUIET_MILLIS)
  })
  copyAfter(CHECKPOINT_MILLIS)
}

const copy = (filename: string, port: Port): void => {
  const database = open(filename)
  port.on("message", () => {
    checkpoint(database)
    // What came meanwhile is little.
    checkpoint(database)
    port.postMessage(undefined)
  })
}

const isStart = (data: unknown): data is Start => typeof data === "object" && data !== null && "task" in data

if (!isMainThread && parentPort !== null && isStart(workerData)) {
  const tasks = { write, copy }
  tasks[workerData.task](workerData.filename, parentPort)
}
