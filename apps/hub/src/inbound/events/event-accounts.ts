/**
 * The name under which an account's events are stored. An account keeps it when it is renamed, because rewriting all of
 * its events would hold other writes for seconds. Without its events, one that is reported again would start agents
 * again. Statements for any transaction.
 */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** An account by its present name. */
export interface AccountRef {
  readonly plugin: string
  readonly account: string
}

/** `plugin/name`, as callers name an account. */
export const accountIdOf = ({ plugin, account }: AccountRef): string => scopeOf({ plugin, name: account })

/** The id of an event, the same by whichever way it arrived. */
export const fullEventId = (event: AccountRef & { readonly key: string }): string =>
  `${accountIdOf(event)} ${event.key}`

/** SQL for the present name of the account of a row in `events`. */
export const PRESENT_NAME = `coalesce((SELECT event_accounts.account FROM event_accounts
  WHERE event_accounts.plugin = events.plugin AND event_accounts.stored_as = events.account), events.account)`

export const storedName = (sql: SqlClient, { plugin, account }: AccountRef) =>
  Effect.map(
    sql<{ readonly name: string }>`SELECT stored_as AS name FROM event_accounts
      WHERE plugin = ${plugin} AND account = ${account}`,
    ([row]) => row?.name ?? account
  )

/**
 * Shows an account's events under its new name. Those of a removed account that had the new name get one of their own,
 * and those of an account that is later connected under the old name will be stored apart.
 */
export const rename = Effect.fnUntraced(function* (sql: SqlClient, { plugin, account }: AccountRef, newName: string) {
  const ownName = yield* storedName(sql, { plugin, account })
  const removedName = yield* storedName(sql, { plugin, account: newName })
  const show = (storedAs: string, name: string) =>
    sql`INSERT INTO event_accounts ${sql.insert({ plugin, account: name, stored_as: storedAs })}`
  yield* sql`DELETE FROM event_accounts WHERE plugin = ${plugin} AND ${sql.in("account", [account, newName])}`
  if (ownName !== newName) yield* show(ownName, newName)
  if (removedName !== ownName) {
    // Without a name of its own, a removed account's events would pass for this account's, or for those of another one
    // that has the name which the removed account had first.
    const [event] = yield* sql`SELECT id FROM events WHERE plugin = ${plugin} AND account = ${removedName} LIMIT 1`
    if (event !== undefined) yield* show(removedName, `${newName} ${crypto.randomUUID()}`)
  }
  const [owner] = yield* sql`SELECT account FROM event_accounts WHERE plugin = ${plugin} AND stored_as = ${account}`
  if (owner !== undefined) yield* show(`${account} ${crypto.randomUUID()}`, account)
})
