/** Groups of rows by a thread of their own, for SQLite's file. It is started with the first, and anew where it ended. */
import { Worker } from "node:worker_threads"

import { Database } from "@inlay/sql-stores/Database"
import { sqlError } from "@inlay/sql-stores/sqlite/Sqlite"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import { MAX_BYTES, type WriteGroup } from "./groups.ts"
import type { NewRow } from "./rows.ts"
import type { Answer, Failure, Group, Start } from "./sqlite-thread.ts"

/**
 * Pages in the log from which the server's own connection brings them into the file, and holds the event loop meanwhile
 * (200 to 300 ms for 65,536): the thread does so long before. A burst of some ten thousand deliveries alone fills 65,536.
 */
const LOG_PAGES = 262_144

const errorOf = ({ message, errcode }: Failure): SqlError =>
  sqlError("execute")(Object.assign(new Error(message), errcode !== undefined && { errcode }))

/** A group as the thread takes it: its bodies in memory that both see, for one group is written at a time. */
const groupOf = (rows: ReadonlyArray<NewRow>, memory: SharedArrayBuffer): Group => {
  const bytes = rows.reduce((sum, { body }) => sum + body.length, 0)
  const bodies = new Uint8Array(bytes > memory.byteLength ? new SharedArrayBuffer(bytes) : memory, 0, bytes)
  let at = 0
  for (const { body } of rows) {
    bodies.set(body, at)
    at += body.length
  }
  return {
    bodies,
    rows: rows.map(({ hook, headers, source, receivedMillis, body }) => [
      hook,
      headers,
      source,
      receivedMillis,
      body.length
    ])
  }
}

const ENDED: Answer = { all: { message: "the thread that writes has ended", errcode: undefined } }

/** One question after another. */
const ask = (thread: Worker, group: Group) =>
  Effect.callback<Answer>((resume) => {
    const finish = (answer: Answer) => {
      thread.off("message", finish).off("exit", ended)
      resume(Effect.succeed(answer))
    }
    const ended = () => finish(ENDED)
    thread.on("message", finish).on("exit", ended)
    thread.postMessage(group, [])
  })

/** @param filename of the database */
export const make = Effect.fnUntraced(function* (filename: string) {
  const sql = yield* SqlClient.SqlClient
  const { besides } = yield* Database
  const memory = new SharedArrayBuffer(MAX_BYTES)
  let thread: Worker | undefined

  const start = Effect.gen(function* () {
    yield* sql`PRAGMA wal_autocheckpoint = ${sql.literal(String(LOG_PAGES))}`
    const { url } = yield* Effect.promise(() => import("./sqlite-thread.ts"))
    const data: Start = { task: "write", filename }
    const started = new Worker(url, { workerData: data })
    thread = started
    // It ends by its failures, and who asks hears of that.
    started.on("error", () => {})
    started.once("exit", () => {
      if (thread === started) thread = undefined
    })
    started.unref()
    return started
  })

  yield* Effect.addFinalizer(() => Effect.promise(async () => thread?.terminate()))

  const attempt = (using: Worker, rows: ReadonlyArray<NewRow>) =>
    Effect.flatMap(
      // While this waited for another program, the thread may have ended.
      Effect.suspend(() => (thread === using ? ask(using, groupOf(rows, memory)) : Effect.succeed(ENDED))),
      (answer) =>
        "all" in answer
          ? Effect.fail(errorOf(answer.all))
          : Effect.succeed(answer.rows.map((failure) => failure && errorOf(failure)))
    )

  const write: WriteGroup<NewRow> = (rows) =>
    Effect.flatMap(
      Effect.suspend(() => (thread === undefined ? start : Effect.succeed(thread))),
      (using) => besides(attempt(using, rows))
    )
  return write
})
