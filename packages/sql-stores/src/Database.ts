/**
 * The differences between SQLite and PostgreSQL that stores have to know about. Everything else is SQL that both
 * understand: `ON CONFLICT (columns)`, `RETURNING`, no functions of only one of them, times as integer milliseconds,
 * flags as 0 and 1, columns by name and never `SELECT *`, and in `DO UPDATE` every column with its table's name.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

/** The database under the stores, with the operations that differ between SQLite and PostgreSQL. */
export class Database extends Context.Service<
  Database,
  {
    readonly dialect: "sqlite" | "postgres"
    /**
     * Runs statements, and nothing else, in one transaction. SQLite commits concurrent writes together, PostgreSQL each
     * separately. Inside a transaction, the statements become part of it.
     * @param scopes names that no other `write` or `alone` of any process holds at the same time. PostgreSQL needs them
     * if the statements read what they base a decision on; SQLite has one writer for everything
     */
    readonly write: <A, E, R>(
      statements: Effect.Effect<A, E, R>,
      ...scopes: ReadonlyArray<string>
    ) => Effect.Effect<A, E | SqlError, R>
    /**
     * As `write`, for rows whose loss does no harm. SQLite makes them visible to every process at once, but does not
     * wait for the disk: a crash of the program loses none, a power failure at most those of the last second.
     * PostgreSQL treats them as `write` does.
     */
    readonly writeSoon: <A, E, R>(statements: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>
    /**
     * Runs a transaction that may do more than run statements. No other process holds the scope at the same time. What
     * it does besides must bear being done again: PostgreSQL repeats it, as a `write`, if a deadlock undid it.
     */
    readonly alone: <A, E, R>(scope: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>
    /**
     * For effects that may run twice, such as a read or an update that sets a value: runs the effect again if the
     * connection was lost, for as long as a call waits for a database. Without this, `write` is repeated only if
     * nothing of it was done.
     */
    readonly repeatable: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Removes copies of deleted rows, as far as the program can: SQLite's log is emptied. PostgreSQL's `VACUUM`, its
     * log and its backups are up to the server.
     */
    readonly scrub: Effect.Effect<void, SqlError>
  }
>()("@inlay/sql-stores/Database") {}
