/**
 * The address under which services reach the servers of a database. It is in use for as long as one of them runs, and
 * servers with another address leave webhooks and polls as they are: the webhooks belong to the database, so that each
 * would take the other's away. Kept as a lease whose holder is the address.
 */
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Schedule from "effect/Schedule"
import * as SqlClient from "effect/sql/SqlClient"

const NAME = "hub address"
const LIFE = Duration.minutes(1)
const RENEWAL = Duration.seconds(15)
/**
 * A server that only its own machine reaches removes webhooks, with the services' logs of what they could not deliver.
 * So it waits for longer than an upgrade of the servers with an address takes.
 */
const LOCAL_WAIT = Duration.minutes(15)

export const isLoopback = (text: string): boolean =>
  URL.canParse(text) && BaseAddress.isLoopback(new URL(text).hostname)

/** Notes that services reach a server at this address. Returns the other address that is in use, if there is one. */
export const otherAddress = (
  url: string
): Effect.Effect<string | undefined, StorageError, SqlClient.SqlClient | Database> =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { write } = yield* Database
    const now = yield* Clock.currentTimeMillis
    const isLocal = isLoopback(url)
    const ends = now + Duration.toMillis(LIFE)
    // A lease that ends later was written with a wrong clock. Servers' clocks are never quite the same.
    const latest = ends + Duration.toMillis(LIFE)
    const earliest = now - (isLocal ? Duration.toMillis(LOCAL_WAIT) : 0)
    if (!isLocal) {
      yield* write(sql`INSERT INTO leases ${sql.insert({ name: NAME, holder: url, ends_millis: ends })}
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, ends_millis = excluded.ends_millis
          WHERE leases.holder = excluded.holder OR NOT leases.ends_millis BETWEEN ${earliest} AND ${latest}`)
    }
    const [row] = yield* sql<{ readonly holder: string }>`SELECT holder FROM leases
      WHERE name = ${NAME} AND holder <> ${url} AND ends_millis BETWEEN ${earliest} AND ${latest}`
    return row?.holder
  }).pipe((claiming) => storeOperation("leases.address", claiming))

/** Keeps the address in use. */
export const keepAddress = (url: string): Effect.Effect<void, never, SqlClient.SqlClient | Database> =>
  Effect.ignore(otherAddress(url)).pipe(Effect.repeat(Schedule.spaced(RENEWAL)), Effect.asVoid)
