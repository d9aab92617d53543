/** Converts a statement's failure to `StorageError`, the error of every store. */
import type { Remedy } from "@inlay/core-http/Remedy"
import { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"

import { NewerTables } from "./dialect.ts"
import * as SqliteError from "./sqlite/error-code.ts"

const WAIT = "Close that program or wait until it ends, then run this again."

const REPAIR =
  "Close other Inlay programs, then run `inlay doctor --repair`: it sets the damaged file aside unchanged and starts a new one."

/** Whether SQLite reports that its file is damaged or is not a database. */
const isDamage = ({ reason: { cause } }: SqlError): boolean => SqliteError.DAMAGED.has(SqliteError.codeOf(cause))

const CONNECTION =
  "Check that the database is running and that its address, user and password are correct, then run this again."

const CERTIFICATE =
  "Name the file of its authority's certificate as sslrootcert in the database's address, and the server as its certificate does, then run this again."

const FILE = "Check that its folder exists and that the file may be read and written, then run this again."

const codeOf = ({ reason: { cause } }: SqlError): string =>
  typeof cause === "object" && cause !== null && "code" in cause ? String(cause.code) : ""

/** Returns whether Node.js, which has many codes for it, does not trust the certificate of the server. */
const isOfCertificate = (error: SqlError): boolean => /CERT|SIGNATURE|ISSUER/.test(codeOf(error))

/** Returns whether the error is that of a file, and not of a server. */
const isOfFile = (error: SqlError): boolean => codeOf(error) === "ERR_SQLITE_ERROR"

/** The codes by which PostgreSQL says what is wrong. Those of Node.js begin with an E. */
const SERVER_CODE = /^(?!E)[0-9A-Z]{5}$/

/** What to do about a refusal of a PostgreSQL server, by the beginning of its code. */
const SERVER_REMEDIES: ReadonlyArray<readonly [code: string, text: string]> = [
  ["3D000", "Create the database, or correct its name in the address, then run this again."],
  ["25006", "The database server takes no writes, as a replica does. Name its primary server, or wait until it does."],
  [
    "42501",
    "Make the user of the database's address the owner of the database and of its tables, then run this again."
  ],
  [
    "53300",
    "Each program of Inlay uses up to 10 connections. Allow more of them at the database server, or end other programs, then run this again."
  ],
  ["53", "Give the database server more disk space or memory, then run this again."],
  ["57014", "Allow statements of the database's user more time (statement_timeout), then run this again."],
  ["", "Look into the log of the database server, then run this again."]
]

const serverRemedyOf = (code: string): string | undefined =>
  SERVER_CODE.test(code) ? SERVER_REMEDIES.find(([beginning]) => code.startsWith(beginning))?.[1] : undefined

const remedyOf = (error: SqlError): Remedy | undefined => {
  if (error.reason.cause instanceof NewerTables) return error.reason.cause.remedy
  switch (error.reason._tag) {
    case "LockTimeoutError":
      return { to: "read", text: WAIT }
    case "ConnectionError":
    case "AuthenticationError":
      return { to: "read", text: isOfFile(error) ? FILE : isOfCertificate(error) ? CERTIFICATE : CONNECTION }
    default: {
      const text = isDamage(error) ? REPAIR : serverRemedyOf(codeOf(error))
      return text === undefined ? undefined : { to: "read", text }
    }
  }
}

/** Returns the database's own message, without the prefix that PostgreSQL's driver adds. */
export const databaseWords = ({ reason: { _tag, cause, message } }: SqlError): string => {
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
  const words = databaseWords(error)
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

/** Runs a store's operation, whose other errors stay. `operation` is its name in errors, such as `ledger.reserve`. */
export const storeOperation = <A, E, R>(
  operation: string,
  effect: Effect.Effect<A, E, R>
): Effect.Effect<A, Exclude<E, SqlError> | StorageError, R> =>
  Effect.mapError(effect, (error) =>
    isSqlError(error) ? storageError(operation)(error) : (error as Exclude<E, SqlError>)
  )
