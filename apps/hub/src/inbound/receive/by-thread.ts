/** Groups of rows by a thread of their own, for SQLite's file. It is started with the first, and anew where it ended. */
import { Worker } from "node:worker_threads"

import { Database } from "@inlay/sql-stores/Database"
import { sqlError } from "@inlay/sql-stores/sqlite/Sqlite"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"

import type { WriteGroup } from "./groups.ts"
import type { NewRow } from "./rows.ts"
import type { Answer, Failure, Group, Start } from "./sqlite-thread.ts"

/** Pages in the log from which the server's own connection brings them into the file: the thread does so long before. */
const LOG_PAGES = 16_000

const errorOf = ({ message, errcode }: Failure): SqlError =>
  sqlError("execute")(Object.assign(new Error(message), errcode !== undefined && { errcode }))

const groupOf = (rows: ReadonlyArray<NewRow>): Group => {
  const bodies = new Uint8Array(rows.reduce((sum, { body }) => sum + body.length, 0))
  let at = 0
  for (const { body } of rows) {
    bodies.set(body, at)
    at += body.length
  }
  return { bodies, rows: rows.map(({ body, ...row }) => ({ ...row, bodyBytes: body.length })) }
}

/** One question after another. */
const ask = (thread: Worker, group: Group) =>
  Effect.callback<Answer>((resume) => {
    const finish = (answer: Answer) => {
      thread.off("message", finish).off("error", failed).off("exit", ended)
      resume(Effect.succeed(answer))
    }
    const failed = (error: unknown) =>
      finish({ all: { message: error instanceof Error ? error.message : "the thread failed", errcode: undefined } })
    const ended = () => finish({ all: { message: "the thread that writes has ended", errcode: undefined } })
    thread.on("message", finish).on("error", failed).on("exit", ended)
    thread.postMessage(group, [group.bodies.buffer as ArrayBuffer])
  })

/** @param filename of the database */
export const make = Effect.fnUntraced(function* (filename: string) {
  const sql = yield* SqlClient.SqlClient
  const { besides } = yield* Database
  let thread: Worker | undefined

  const start = Effect.gen(function* () {
    const { url } = yield* Effect.promise(() => import("./sqlite-thread.ts"))
    const data: Start = { inbox: { filename } }
    const started = new Worker(url, { workerData: data })
    // Who asks hears of its failures.
    started.on("error", () => {})
    started.once("exit", () => {
      if (thread === started) thread = undefined
    })
    started.unref()
    yield* sql`PRAGMA wal_autocheckpoint = ${sql.literal(String(LOG_PAGES))}`
    thread = started
    return started
  })

  yield* Effect.addFinalizer(() => Effect.promise(async () => thread?.terminate()))

  const attempt = (using: Worker, rows: ReadonlyArray<NewRow>) =>
    // A group goes over to the thread: asked again, it is made anew.
    Effect.flatMap(
      Effect.suspend(() => ask(using, groupOf(rows))),
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
