/** Converts a statement's failure to `StorageError`, the error of every store. */
import type { Remedy } from "@inlay/core-http/Remedy"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

import { NewerTables } from "./dialect.ts"

const WAIT = "Close that program or wait until it ends, then run this again."

const REPAIR =
  "Close other Inlay programs, then run `inlay doctor --repair`: it sets the damaged file aside unchanged and starts a new one."

/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED: ReadonlySet<number> = new Set([11, 26])

/** Returns whether SQLite reports that its file is damaged or is not a database. */
export const isDamage = ({ reason: { cause } }: SqlError): boolean =>
  typeof cause === "object" &&
  cause !== null &&
  "errcode" in cause &&
  typeof cause.errcode === "number" &&
  DAMAGED.has(cause.errcode & 0xff)

const CONNECTION =
  "Check that the database is running and that its address, user and password are correct, then run this again."

const FILE = "Check that its folder exists and that the file may be read and written, then run this again."

/** Returns whether the error is that of a file, and not of a server. */
const isOfFile = ({ reason: { cause } }: SqlError): boolean =>
  typeof cause === "object" && cause !== null && "code" in cause && cause.code === "ERR_SQLITE_ERROR"

const remedyOf = (error: SqlError): Remedy | undefined => {
  if (error.reason.cause instanceof NewerTables) return error.reason.cause.remedy
  switch (error.reason._tag) {
    case "LockTimeoutError":
      return { to: "read", text: WAIT }
    case "ConnectionError":
    case "AuthenticationError":
      return { to: "read", text: isOfFile(error) ? FILE : CONNECTION }
    default:
      return isDamage(error) ? { to: "read", text: REPAIR } : undefined
  }
}

/** Returns the database's own message, without the prefix that PostgreSQL's driver adds. */
const wordsOf = ({ reason: { _tag, cause, message } }: SqlError): string => {
  if (message === undefined || !message.startsWith("PgConnection: ")) return message ?? _tag
  const inner = cause instanceof AggregateError ? cause.errors[0] : cause
  return inner instanceof Error && inner.message !== "" ? inner.message : message.slice("PgConnection: ".length)
}

/**
 * Converts a database error to a store's error. It says what is damaged or locked, and adds a remedy if there is one.
 *
 * @param operation what failed, such as `ledger.reserve`
 */
export const storageError = (operation: string) => (error: SqlError) => {
  const remedy = remedyOf(error)
  const words = wordsOf(error)
  return new StorageError({
    operation,
    cause: new Error(isDamage(error) ? `the database is damaged (${words})` : words, { cause: error }),
    ...(remedy !== undefined && { remedy })
  })
}

/** Returns the database error that an error is, or that a store's operation converted; otherwise `undefined`. */
export const sqlErrorOf = (error: unknown): SqlError | undefined => {
  const origin = error instanceof StorageError && error.cause instanceof Error ? error.cause.cause : error
  return isSqlError(origin) ? origin : undefined
}

/** Runs a store's operation. `operation` is its name in errors, such as `ledger.reserve`. */
export const storeOperation = <A, R>(operation: string, effect: Effect.Effect<A, SqlError, R>) =>
  Effect.mapError(effect, storageError(operation))
