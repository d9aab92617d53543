/**
 * Agents that signed in, with what their user allowed them, until the user revokes it. The authorization server keeps
 * their tokens.
 */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

import type { Grant, Principal } from "../../principals/Principal.ts"
import { grantOf, grantText } from "../credentials/grant-text.ts"
import { usesIn } from "../credentials/last-use.ts"
import { grantHashOf, OAuthRecords } from "./OAuthRecords.ts"

export interface Agent {
  readonly id: string
  /** The name that the client gave itself, which is unverified. */
  readonly name: string
  readonly clientId: string
  /** Where its authorization codes were sent: a host, or the whole address of another scheme than http. */
  readonly redirectHost: string
  readonly grant: Grant
  /** Unix times in milliseconds. */
  readonly createdMillis: number
  /** Accurate to the minute; absent if the agent never called. */
  readonly lastUsedMillis: number | undefined
}

export interface NewAgent extends Pick<Agent, "name" | "clientId" | "redirectHost" | "grant"> {
  /** The id of the authorization server's grant. */
  readonly grantId: string
}

interface Row {
  readonly id: string
  readonly name: string
  readonly client_id: string
  readonly redirect_host: string
  readonly allowed: string
  readonly created_millis: number
  readonly last_used_millis: number | null
}

export class AgentGrants extends Context.Service<
  AgentGrants,
  {
    /** Stores an agent. A browser may come back twice from one consent: the agent of a grant is stored once. */
    readonly create: (agent: NewAgent) => Effect.Effect<Agent, StorageError>
    /** Agents that may still call, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Agent>, StorageError>
    /** The names of agents, also of those that may no longer call, by the ids of their principals. */
    readonly names: (principals: ReadonlyArray<string>) => Effect.Effect<ReadonlyMap<string, string>, StorageError>
    /** Revokes an agent and all its tokens. Returns false if there is no such agent. */
    readonly revoke: (id: string) => Effect.Effect<boolean, StorageError>
    /**
     * Finds the principal of an access token. Returns `undefined` if the token is invalid, for another resource,
     * expired or revoked.
     *
     * @param resource the address that the token must have been issued for
     */
    readonly find: (token: string, resource: string) => Effect.Effect<Principal | undefined, StorageError>
  }
>()("@inlay/hub/AgentGrants") {}

const agentOf = (row: Row): Agent => ({
  id: row.id,
  name: row.name,
  clientId: row.client_id,
  redirectHost: row.redirect_host,
  grant: grantOf(row.allowed),
  createdMillis: row.created_millis,
  lastUsedMillis: row.last_used_millis ?? undefined
})

const PREFIX = "agent:"

/** The id of an agent's principal in the audit trail. */
const principalOf = ({ id }: Pick<Agent, "id">): string => PREFIX + id

const COLUMNS = "id, name, client_id, redirect_host, allowed, created_millis, last_used_millis"

/**
 * The condition on a row of `agents` that it may still call. Leaves out agents whose grant expired or was ended, as by a
 * reused refresh token: a request that was issuing a token at that moment may have stored it afterwards.
 */
export const isGranted = (sql: SqlClient.SqlClient, nowMillis: number) => sql`(revoked_millis IS NULL
  AND EXISTS (SELECT 1 FROM oauth_records WHERE id_hash = agents.grant_hash
    AND (expires_millis IS NULL OR expires_millis > ${nowMillis})))`

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const { write, repeatable } = database
  const records = yield* OAuthRecords
  const noteUse = usesIn("agents", sql, database)

  const names = Effect.fnUntraced(function* (principals: ReadonlyArray<string>) {
    const ids = principals.flatMap((id) => (id.startsWith(PREFIX) ? [id.slice(PREFIX.length)] : []))
    const rows = yield* sql<Pick<Row, "id" | "name">>`SELECT id, name FROM agents WHERE ${sql.in("id", ids)}`
    return new Map(rows.map((row) => [principalOf(row), row.name]))
  })

  return AgentGrants.of({
    create: Effect.fnUntraced(function* ({ name, clientId, redirectHost, grant, grantId }: NewAgent) {
      const row: Row = {
        id: crypto.randomUUID().slice(0, 8),
        name,
        client_id: clientId,
        redirect_host: redirectHost,
        allowed: grantText(grant),
        created_millis: yield* Clock.currentTimeMillis,
        last_used_millis: null
      }
      const insert = sql<Row>`INSERT INTO agents ${sql.insert({ ...row, grant_hash: grantHashOf(grantId) })}
        ON CONFLICT (grant_hash) DO UPDATE SET grant_hash = excluded.grant_hash RETURNING ${sql.literal(COLUMNS)}`
      const [stored = row] = yield* storeOperation("agents.create", write(insert))
      return agentOf(stored)
    }),
    list: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const rows = yield* storeOperation(
        "agents.list",
        repeatable(
          sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM agents WHERE ${isGranted(sql, now)} ORDER BY created_millis, id`
        )
      )
      return rows.map(agentOf)
    }),
    names: (principals) => storeOperation("agents.names", repeatable(names(principals))),
    revoke: Effect.fnUntraced(function* (id: string) {
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* storeOperation(
        "agents.revoke",
        write(
          sql<{ readonly grant_hash: string }>`UPDATE agents SET revoked_millis = ${now}
            WHERE id = ${id} AND revoked_millis IS NULL RETURNING grant_hash`
        )
      )
      if (row === undefined) return false
      yield* records.removeGrant(row.grant_hash)
      return true
    }),
    find: Effect.fnUntraced(function* (token: string, resource: string) {
      const record = yield* records.find("AccessToken", token)
      if (record?.grantHash === undefined || record.payload["aud"] !== resource) return undefined
      const now = yield* Clock.currentTimeMillis
      const [row] = yield* storeOperation(
        "agents.find",
        repeatable(
          sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM agents
            WHERE grant_hash = ${record.grantHash} AND ${isGranted(sql, now)}`
        )
      )
      if (row === undefined) return undefined
      const { id, name, grant, lastUsedMillis } = agentOf(row)
      yield* noteUse("agents.use", id, lastUsedMillis, now)
      const principal: Principal = { id: principalOf({ id }), kind: "agent", name, grant }
      return principal
    })
  })
})

export const layer = Layer.effect(AgentGrants, make)
