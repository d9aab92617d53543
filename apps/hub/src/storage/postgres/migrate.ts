/**
 * Migrates the tables of a PostgreSQL database to the latest version. Each step runs in a transaction under an advisory
 * lock, so any number of programs that start together apply it once. A step only adds, so a program of the previous
 * version keeps working.
 */
import { knownVersion, statementsFrom } from "@inlay/sql-stores/dialect"
import { latest } from "@inlay/sql-stores/migrations"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import type { SqlClient } from "effect/sql/SqlClient"
import { isSqlError } from "effect/sql/SqlError"

const OLDEST_SERVER = 14
/** Other programs may take their time with the same steps, and a step with large tables, whatever the administrator set. */
const TAKE_TIME = "SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)"
/**
 * How long a step waits for its table, which a backup may be reading for hours: whoever uses the table next waits behind
 * the step. They get their turn before it tries again.
 */
const WAIT_BRIEFLY = "SET LOCAL lock_timeout = '1s'"
/** After this, a program that starts says what it waits for. */
const LONG = "3 seconds"
const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('inlay migrations', 0))::text"

interface State {
  /** 180004 is 18.4. */
  readonly server: number
  readonly encoding: string
  readonly hasVersion: boolean
  /** How many tables the schema has, whoever made them. */
  readonly tables: number
  /**
   * Whether tables lack their foreign keys. A dump ends with those: it was cut off, or the server refused rows that
   * others refer to. So rows may be missing, or the keys by which no lookup is paid for twice.
   */
  readonly isPart: boolean
}

const stateOf = (sql: SqlClient) =>
  Effect.map(
    sql<State>`SELECT current_setting('server_version_num')::int AS server,
      current_setting('server_encoding') AS encoding,
      to_regclass('inlay_tables') IS NOT NULL AS "hasVersion",
      (SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()) AS tables,
      (SELECT count(DISTINCT conrelid) < 4 FROM pg_catalog.pg_constraint WHERE contype = 'f' AND conrelid IN
        (to_regclass('ledger_keys'), to_regclass('lookup_keys'), to_regclass('secrets'), to_regclass('renewals'))) AS "isPart"`,
    ([state]) => state ?? { server: 0, encoding: "", hasVersion: false, tables: 0, isPart: false }
  )

const versionOf = (sql: SqlClient) =>
  Effect.map(sql<{ readonly version: number }>`SELECT version FROM inlay_tables`, ([row]) => row?.version ?? 0)

const refusal = (what: string) => Effect.fail(new Error(what))

/** Why a server is too old, by its `server_version_num`; undefined if it is not. */
export const tooOld = (server: number): string | undefined => {
  const major = Math.floor(server / 10_000)
  return major < OLDEST_SERVER ? `it is PostgreSQL ${major}; inlay needs ${OLDEST_SERVER} or newer` : undefined
}

/** Those in which every text can be stored: SQL_ASCII takes any bytes, and this program sends UTF-8. */
const ENCODINGS: ReadonlySet<string> = new Set(["UTF8", "SQL_ASCII"])

const readVersion = (version: number) =>
  Effect.try({ try: () => knownVersion(version), catch: (cause) => (cause instanceof Error ? cause : new Error()) })

/**
 * Takes the next step, and returns whether it was the last. A step holds the tables that it changes until it is
 * committed, and servers of the previous version wait for them. If it waited for another table meanwhile, they would
 * wait for each other, and PostgreSQL would end one of both.
 */
const step = Effect.fnUntraced(function* (sql: SqlClient) {
  yield* sql.unsafe(TAKE_TIME).unprepared
  yield* sql.unsafe(LOCK).unprepared
  yield* sql.unsafe(WAIT_BRIEFLY).unprepared
  const { hasVersion, tables } = yield* stateOf(sql)
  if (!hasVersion) {
    if (tables > 0) return yield* refusal("it holds tables of another program: give inlay a database of its own")
    yield* sql.unsafe("CREATE TABLE inlay_tables (version bigint NOT NULL)").unprepared
    yield* sql.unsafe("INSERT INTO inlay_tables VALUES (0)").unprepared
  }
  const version = yield* Effect.flatMap(versionOf(sql), readVersion)
  // All at once in a new database, where some of the tables would look like a part of a backup.
  const next = hasVersion ? Math.min(version + 1, latest) : latest
  for (const statement of statementsFrom(version, "postgres", next)) yield* sql.unsafe(statement).unprepared
  yield* sql`UPDATE inlay_tables SET version = ${next}`
  return next === latest
})

/** Fails with a sentence if the server is too old, or the tables belong to a newer program or to something else. */
export const migrate = Effect.fnUntraced(function* (sql: SqlClient) {
  const { server, encoding, hasVersion, isPart } = yield* stateOf(sql)
  const age = tooOld(server)
  if (age !== undefined) return yield* refusal(age)
  if (!ENCODINGS.has(encoding)) return yield* refusal(`its encoding is ${encoding}: create it with ENCODING 'UTF8'`)
  if (hasVersion && isPart) {
    return yield* refusal("only a part of a backup was restored into it: restore all of it into an empty database")
  }
  if (hasVersion && (yield* Effect.flatMap(versionOf(sql), readVersion)) === latest) return
  const whenFree = Effect.retry(sql.withTransaction(step(sql)), {
    while: (error) => isSqlError(error) && error.reason._tag === "LockTimeoutError",
    schedule: Schedule.spaced("1 second")
  })
  const all = Effect.gen(function* () {
    while (!(yield* whenFree)) {}
  })
  const notice = Effect.logWarning(
    `database: its tables are being brought to version ${latest}. That takes a while if they are large, and waits for what reads them, such as a backup.`
  )
  yield* Effect.raceFirst(all, Effect.andThen(Effect.delay(notice, LONG), Effect.never))
})
