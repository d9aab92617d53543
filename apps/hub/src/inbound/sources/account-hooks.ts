/**
 * Removes an account's webhooks at its service before the account goes, as far as the service lets it. Their rows go
 * with the account's subscriptions (`../subscriptions/ending.ts`), so that whatever stays at the service gets 404.
 */
import type { Account } from "@inlay/agent-plugin/Account"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { TimeLimit } from "@inlay/core-http/Client"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as SqlClient from "effect/sql/SqlClient"

import { OTHER_HUB } from "../forwarded-events.ts"

interface Row {
  readonly place: string
  readonly remote_id: string | null
}

/** Failures after which the other webhooks are not tried: a service that does not answer would take its time for each. */
const isSilence = ({ reason }: ProviderError): boolean =>
  reason._tag === "Timeout" || reason._tag === "Transport" || reason._tag === "Unavailable"

/**
 * Returns the places whose webhooks stay: somebody set them up by hand, or the service did not let them be removed.
 *
 * @param connected the account with its plugin; `undefined` if it cannot be opened
 * @param limit for each webhook
 */
export const removeHooksOf = Effect.fnUntraced(function* (
  { plugin, name }: { readonly plugin: string; readonly name: string },
  connected: { readonly plugin: Plugin; readonly account: Account } | undefined,
  limit: Duration.Duration
) {
  const sql = yield* SqlClient.SqlClient
  const { write } = yield* Database
  const readRows = storeOperation(
    "hooks.list",
    sql<Row>`SELECT place, remote_id FROM hooks
      WHERE plugin = ${plugin} AND account = ${name} AND place <> ${OTHER_HUB} ORDER BY place`
  )
  const rows = yield* readRows
  if (rows.length === 0) return []
  const { webhooks } =
    connected === undefined
      ? {}
      : yield* connected.plugin.connect(connected.account).pipe(
          Effect.provide(Spend.layerFree),
          // Settings that this version refuses keep no account connected: its webhooks are named as remaining.
          Effect.orElseSucceed(() => ({ webhooks: undefined }))
        )
  const removedPlaces = new Set<string>()
  let isSilent = false
  const remove = Effect.fnUntraced(function* ({ place, remote_id: id }: Row) {
    if (webhooks === undefined || id === null) return
    removedPlaces.delete(place)
    if (isSilent) return
    const removal = yield* Effect.result(Effect.provideService(webhooks.remove(place, id), TimeLimit, limit))
    if (Result.isFailure(removal)) {
      isSilent = isSilence(removal.failure)
      return
    }
    removedPlaces.add(place)
    // If the account stays, because it cannot be revoked, the hub must not believe that the webhook is still there: a
    // service that lacks a secret is looked at in the next round. The id stays, by which a second try knows that no
    // webhook of somebody's own is there.
    yield* storeOperation(
      "hooks.removed",
      write(sql`UPDATE hooks SET secret_untold = 1
        WHERE plugin = ${plugin} AND account = ${name} AND place = ${place} AND remote_id = ${id}`)
    )
  })
  yield* Effect.forEach(rows, remove)
  // Meanwhile the hub may have learnt the id of one that the service was creating.
  const triedIds = new Set(rows.map(({ remote_id: id }) => id))
  const latest = yield* readRows
  yield* Effect.forEach(
    latest.filter(({ remote_id: id }) => !triedIds.has(id)),
    remove
  )
  return latest.map(({ place }) => place).filter((place) => !removedPlaces.has(place))
})
