/** The hub's identity: created with its database, shared by all of its servers, and copied with the database. */
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"

/** The version of the protocol between hub and extensions. Raised if an older side would misunderstand a newer one. */
export const PROTOCOL = 1

export class HubIdentity extends Context.Service<
  HubIdentity,
  {
    /** Tells one hub from another. It is not secret, so it proves nothing. */
    readonly id: Effect.Effect<string, StorageError>
  }
>()("@inlay/hub/HubIdentity") {}

const NAME = "hub"

export const layer = Layer.effect(
  HubIdentity,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const { write, repeatable } = yield* Database
    const read = sql<{ readonly id: string }>`SELECT id FROM hub_identity WHERE name = ${NAME}`
    const make = Effect.andThen(
      write(
        sql`INSERT INTO hub_identity ${sql.insert({ name: NAME, id: crypto.randomUUID() })} ON CONFLICT (name) DO NOTHING`
      ),
      read
    )
    const id = Effect.gen(function* () {
      const [row] = yield* read
      return row?.id ?? (yield* make)[0]?.id ?? ""
    })
    return { id: storeOperation("hub.identity", repeatable(id)) }
  })
)
