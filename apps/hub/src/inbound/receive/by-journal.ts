/**
 * For SQLite files: a delivery is answered once it is in a journal beside the database, and moved into the database
 * later. No response waits for the database, and another program that locks it does not stop deliveries.
 */
import { StorageError } from "@inlay/core-http/StorageError"
import type { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"

import * as Journal from "./journal/journal.ts"
import type { Reader } from "./journal/Reader.ts"
import * as Writer from "./journal/Writer.ts"
import type { Receiving } from "./receiving.ts"

interface OpenJournal {
  readonly writer: Writer.Writer
  readonly reader: Reader
}

const failure = (cause: unknown) => new StorageError({ operation: "inbox.add", cause })

/** @param directory the journal's directory */
export const make = (directory: string) =>
  Effect.gen(function* () {
    const services = yield* Effect.context<SqlClient | Database>()
    let journal: OpenJournal | undefined
    const open = Journal.resume(directory).pipe(
      Effect.flatMap(({ files, reader, firstNumber }) =>
        Effect.acquireRelease(
          Effect.sync(() => {
            const writer = Writer.make({ directory, firstNumber, begun: (file) => void files.push(file) })
            journal = { writer, reader }
            return writer
          }),
          (writer) => Effect.promise(writer.close)
        )
      ),
      Effect.provideContext(services),
      Effect.asVoid
    )
    const receiving: Receiving = {
      open,
      add: (row, finish) => {
        if (journal === undefined) return finish(failure(new Error("nothing is received yet")))
        journal.writer.add(row, (problem) => finish(problem && failure(problem)))
      },
      move: Effect.suspend(() => journal?.reader.round ?? Effect.succeed(0)),
      moveAll: Effect.suspend(() => journal?.reader.drain ?? Effect.void),
      unreadBytes: () => journal?.reader.unreadBytes() ?? 0,
      tidy: Effect.promise(async () => journal?.writer.rotate())
    }
    return receiving
  })
