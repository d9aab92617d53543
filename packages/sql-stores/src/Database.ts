/**
 * What SQLite and PostgreSQL do differently, as far as stores must know of it. Everything else they say in SQL that both
 * understand: `ON CONFLICT (columns)`, `RETURNING`, no functions of one of them, moments as integer milliseconds, flags
 * as 0 and 1, columns by name and never `SELECT *`, and in `DO UPDATE` every column with its table's name.
 */
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"

/** The database under the stores: what SQLite and PostgreSQL do in different ways. */
export class Database extends Context.Service<
  Database,
  {
    readonly dialect: "sqlite" | "postgres"
    /**
     * Runs statements and nothing else, in one transaction: SQLite commits those of a moment together, PostgreSQL each for
     * itself. Inside a transaction they are a part of it.
     * @param scopes names that no other `write` or `alone` of any process has meanwhile. PostgreSQL needs them wherever
     * statements read what they decide by; SQLite has one writer for everything
     */
    readonly write: <A, E, R>(
      statements: Effect.Effect<A, E, R>,
      ...scopes: ReadonlyArray<string>
    ) => Effect.Effect<A, E | SqlError, R>
    /**
     * As `write`, for rows that nobody is worse off without. SQLite commits them for every process at once, but not to the
     * disk: a crash of the program loses none, a power failure at most those of the last second. PostgreSQL makes no difference.
     */
    readonly writeSoon: <A, E, R>(statements: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>
    /** A transaction that may do more than run statements; no other process has the scope meanwhile. */
    readonly alone: <A, E, R>(scope: string, effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | SqlError, R>
    /**
     * For what may be run twice, such as a read or a row that is set to a value: runs it again where the connection was lost,
     * as long as a call waits for a database. `write` alone is run again only where nothing of it was done.
     */
    readonly repeatable: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /**
     * Leaves no copy of deleted rows, as far as that is the program's to do: SQLite's log is emptied. PostgreSQL's own
     * `VACUUM`, its log and its backups are the server's.
     */
    readonly scrub: Effect.Effect<void, SqlError>
  }
>()("@inlay/hub/Database") {}
