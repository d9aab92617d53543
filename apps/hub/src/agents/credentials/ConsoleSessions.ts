/**
 * Sessions of the console: a link that works once and within 15 minutes opens a session, which a cookie continues.
 * Links and cookies are stored as hashes. A session ends after 12 hours without use, and after 7 days in any case.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import type { Principal } from "../../principals/Principal.ts"
import * as TokenText from "../../principals/token-text.ts"
import { usesIn } from "./last-use.ts"

const LINK_LIFE = Duration.minutes(15)
const IDLE_LIFE = Duration.hours(12)
export const SESSION_LIFE = Duration.days(7)

/** The principal of the console. Only the user of the data directory can get a sign-in link. */
export const CONSOLE: Principal = {
  id: "console",
  kind: "console",
  name: "console",
  grant: { readOnly: false, manages: true }
}

export interface Session {
  /** Identifies the session in logs and pending sign-ins. It is not the cookie. */
  readonly id: string
  readonly expiresMillis: number
}

interface SessionRecord {
  readonly id: string
  readonly expires_millis: number
  readonly last_used_millis: number
}

export class ConsoleSessions extends Context.Service<
  ConsoleSessions,
  {
    /** Creates a link and returns its secret. */
    readonly link: Effect.Effect<Redacted.Redacted, StorageError>
    /** Exchanges a link for a session and its cookie. Returns `undefined` if the link is invalid, expired or used. */
    readonly open: (
      link: string
    ) => Effect.Effect<{ readonly session: Session; readonly cookie: Redacted.Redacted } | undefined, StorageError>
    /** Finds the session of a cookie and records its use. Returns `undefined` if it has ended. */
    readonly find: (cookie: string) => Effect.Effect<Session | undefined, StorageError>
    /** Whether a session has not ended. Asking does not count as a use. */
    readonly isOpen: (id: string) => Effect.Effect<boolean, StorageError>
    readonly end: (id: string) => Effect.Effect<void, StorageError>
    /**
     * Ends all sessions but one, and voids the links that were not used yet. Returns how many sessions were open.
     * @param keptId none if all are to end
     */
    readonly endOthers: (keptId: string | undefined) => Effect.Effect<number, StorageError>
  }
>()("@inlay/hub/ConsoleSessions") {}

const make = Effect.map(Effect.all([SqlClient.SqlClient, Database]), ([sql, database]) => {
  const { write, repeatable } = database
  const noteUse = usesIn("console_sessions", sql, database)
  const isOpenAt = (now: number) =>
    sql`expires_millis > ${now} AND last_used_millis > ${now - Duration.toMillis(IDLE_LIFE)}`
  const openAt = Effect.fnUntraced(function* (column: "hash" | "id", value: string) {
    const now = yield* Clock.currentTimeMillis
    const [record] = yield* storeOperation(
      "sessions.find",
      repeatable(
        sql<SessionRecord>`SELECT id, expires_millis, last_used_millis FROM console_sessions
          WHERE ${sql(column)} = ${value} AND ${isOpenAt(now)}`
      )
    )
    return record
  })

  return ConsoleSessions.of({
    link: Effect.gen(function* () {
      const secret = TokenText.randomSecret()
      const now = yield* Clock.currentTimeMillis
      yield* storeOperation(
        "sessions.link",
        write(
          Effect.andThen(
            sql`DELETE FROM console_links WHERE expires_millis <= ${now}`,
            sql`INSERT INTO console_links ${sql.insert({
              hash: TokenText.hashOf(secret),
              expires_millis: now + Duration.toMillis(LINK_LIFE)
            })}`
          )
        )
      )
      return Redacted.make(secret)
    }),
    open: Effect.fnUntraced(function* (link: string) {
      const now = yield* Clock.currentTimeMillis
      const cookie = TokenText.randomSecret()
      const session: Session = { id: crypto.randomUUID(), expiresMillis: now + Duration.toMillis(SESSION_LIFE) }
      const opening = Effect.gen(function* () {
        const links = yield* sql`DELETE FROM console_links
          WHERE hash = ${TokenText.hashOf(link)} AND expires_millis > ${now} RETURNING hash`
        if (links.length === 0) return undefined
        yield* sql`DELETE FROM console_sessions WHERE expires_millis <= ${now}`
        yield* sql`INSERT INTO console_sessions ${sql.insert({
          id: session.id,
          hash: TokenText.hashOf(cookie),
          expires_millis: session.expiresMillis,
          last_used_millis: now
        })}`
        return { session, cookie: Redacted.make(cookie) }
      })
      return yield* storeOperation("sessions.open", write(opening))
    }),
    find: Effect.fnUntraced(function* (cookie: string) {
      const record = yield* openAt("hash", TokenText.hashOf(cookie))
      if (record === undefined) return undefined
      yield* noteUse("sessions.use", record.id, record.last_used_millis, yield* Clock.currentTimeMillis)
      const session: Session = { id: record.id, expiresMillis: record.expires_millis }
      return session
    }),
    isOpen: (id) => Effect.map(openAt("id", id), (record) => record !== undefined),
    end: (id) =>
      storeOperation(
        "sessions.end",
        Effect.asVoid(repeatable(write(sql`DELETE FROM console_sessions WHERE id = ${id}`)))
      ),
    endOthers: Effect.fnUntraced(function* (keptId = "") {
      const now = yield* Clock.currentTimeMillis
      const ending = Effect.gen(function* () {
        const [row] = yield* sql<{ readonly open: number }>`SELECT count(*) AS open FROM console_sessions
          WHERE id <> ${keptId} AND ${isOpenAt(now)}`
        yield* sql`DELETE FROM console_sessions WHERE id <> ${keptId}`
        yield* sql`DELETE FROM console_links`
        return row?.open ?? 0
      })
      return yield* storeOperation("sessions.end", write(ending))
    })
  })
})

export const layer = Layer.effect(ConsoleSessions, make)
