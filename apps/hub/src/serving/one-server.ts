/**
 * Ensures that only one server runs on a data directory: it keeps a transaction open on a separate lock file, which
 * ends with the process however that exits. Commands need no such lock, because they share the directory's database.
 * A server whose directory was moved away stops: nobody would find what it stores, and another could run beside it.
 */
import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename } from "node:path"
import { DatabaseSync } from "node:sqlite"

import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import { StorageError } from "@inlay/core-http/StorageError"
import { BUSY, codeOf } from "@inlay/sql-stores/sqlite/error-code"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"

import { hubError } from "../hub-error.ts"
import { prepareServer, serverNote } from "../storage/DataDirectory.ts"

const MAX_URL_CHARS = 200

const notedAddress = (directory: string): string | undefined => {
  try {
    const note: unknown = JSON.parse(readFileSync(serverNote(directory), "utf8"))
    const url = typeof note === "object" && note !== null && "url" in note ? note.url : undefined
    return typeof url === "string" && URL.canParse(url) ? ProviderText.line(url, MAX_URL_CHARS) : undefined
  } catch {
    return undefined
  }
}

const USE_IT = "Use that server (`inlay console` leads there), stop it, or give another directory with --data."

const isServed = (directory: string, operation: string, fix: string) => {
  const address = notedAddress(directory)
  return hubError(operation, {
    _tag: "Conflict",
    what: `The data directory ${directory} is already in use by a server${address === undefined ? "" : `, at ${address}`}.`,
    remedy: { to: "read", text: fix },
    nothing: "changed"
  })
}

const lock = (file: string): DatabaseSync | undefined => {
  const database = new DatabaseSync(file)
  try {
    database.exec("PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE")
    return database
  } catch (cause) {
    database.close()
    if (codeOf(cause) === BUSY) return undefined
    // As on a full disk: then nobody knows whether a server runs.
    throw new Error(`cannot lock ${basename(file)}: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause
    })
  }
}

/** Locks the file, unless another program has locked it. */
const hold = (file: string): Effect.Effect<DatabaseSync | undefined, StorageError> =>
  Effect.try({
    try: () => lock(file),
    catch: (cause) => new StorageError({ operation: `locking ${file}`, cause })
  })

/** A directory that this program holds. */
export interface Holding {
  /** Records this server's address. */
  readonly note: (url: string) => Effect.Effect<void>
  /** Fails once another directory, or none, is in this one's place. */
  readonly untilMoved: Effect.Effect<never, ProviderError>
}

const LOOK_EVERY = Duration.seconds(2)
/** After so many looks in a row. For a moment, a directory may also be away, as that of a network drive. */
const MISSED_LOOKS = 2

/** Identifies a file, whatever its name. Undefined if there is none. */
const fileId = (path: string): string | undefined => {
  const file = statSync(path, { bigint: true, throwIfNoEntry: false })
  return file && `${file.dev} ${file.ino}`
}

const wasMoved = (directory: string, operation: string) =>
  hubError(operation, {
    _tag: "Conflict",
    what: `The data directory ${directory} was moved, replaced or removed while this server used it.`,
    remedy: {
      to: "read",
      text: "What it stored is in the directory that it had. Put the right one in place, then start it again; stop a server before its directory is moved or restored."
    }
  })

/** The address of the server that holds a directory; `undefined` if none does. */
export const servingAddress = (directory: string): Effect.Effect<string | undefined, StorageError> =>
  Effect.map(Effect.flatMap(prepareServer(directory), hold), (database) => {
    database?.close()
    // If the directory is not held, any note was left behind by a server that was killed.
    return database === undefined ? notedAddress(directory) : undefined
  })

/**
 * Holds a directory until the scope ends. Fails if another server holds it.
 *
 * @param operation the operation that the directory is held for, as named in errors
 * @param fix what to do if another server holds it
 */
export const holdDirectory = Effect.fnUntraced(function* (directory: string, operation = "serve", fix = USE_IT) {
  const file = yield* prepareServer(directory)
  const id = fileId(file)
  const isInPlace = () => {
    try {
      return fileId(file) === id
    } catch {
      // Nobody knows, as while a network drive is away.
      return true
    }
  }
  yield* Effect.acquireRelease(
    Effect.flatMap(hold(file), (database) =>
      database === undefined ? Effect.fail(isServed(directory, operation, fix)) : Effect.succeed(database)
    ),
    (database) =>
      Effect.sync(() => {
        if (isInPlace()) rmSync(serverNote(directory), { force: true })
        database.close()
      })
  )
  let missedLooks = 0
  const holding: Holding = {
    untilMoved: Effect.sync(() => (missedLooks = isInPlace() ? 0 : missedLooks + 1)).pipe(
      Effect.repeat({ schedule: Schedule.spaced(LOOK_EVERY), while: (missed) => missed < MISSED_LOOKS }),
      Effect.andThen(wasMoved(directory, operation))
    ),
    note: (url) =>
      Effect.sync(() =>
        writeFileSync(serverNote(directory), JSON.stringify({ url, process: process.pid }), { mode: 0o600 })
      )
  }
  return holding
})
