/** What is stored of a hook, and how it is read. */
import * as Redacted from "effect/Redacted"

export interface Hook {
  readonly id: string
  readonly plugin: string
  readonly account: string
  /** In the form that the plugin's `Webhooks` uses for places. */
  readonly place: string
  readonly createdMillis: number
  /** The hook's id at the service. Absent if somebody set up the hook by hand. */
  readonly remoteId: string | undefined
  /** The events that the hook sends, as last set up; undefined if that is not known. */
  readonly events: ReadonlyArray<string> | undefined
  /** The service does not have the newest secret yet. */
  readonly hasNewSecret: boolean
  /** Why the hook does not work, if that is known. */
  readonly problem: string | undefined
  /** When the hook was last checked at the service, and when its delivery log was last read. */
  readonly checkedMillis: number
  readonly reconciledMillis: number | undefined
}

export interface HookWithSecrets extends Hook {
  /** Newest first. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** Named, so that a newer program may add a column. */
export const COLUMNS = `id, plugin, account, place, key_id, sealed, created_millis, remote_id, events, by_hand, secret_untold,
  problem, checked_millis, reconciled_millis`

export interface Row {
  readonly id: string
  readonly plugin: string
  readonly account: string
  readonly place: string
  readonly key_id: string
  readonly sealed: string
  readonly created_millis: number
  readonly remote_id: string | null
  /** JSON; empty if the hook was set up before this column existed. */
  readonly events: string
  /** 1 if somebody was shown its secret, and may have set it up at the service. */
  readonly by_hand: number
  readonly secret_untold: number
  readonly problem: string | null
  readonly checked_millis: number
  readonly reconciled_millis: number | null
}

export interface SecretEntry {
  readonly secret: string
  /** When it stops being valid; absent for the newest. */
  readonly endsMillis?: number
}

const eventsOf = (json: string): Hook["events"] => {
  const events = JSON.parse(json) as ReadonlyArray<string>
  return events.length === 0 ? undefined : events
}

export const hookOf = (row: Row): Hook => ({
  id: row.id,
  plugin: row.plugin,
  account: row.account,
  place: row.place,
  createdMillis: row.created_millis,
  remoteId: row.remote_id ?? undefined,
  events: eventsOf(row.events),
  hasNewSecret: row.secret_untold === 1,
  problem: row.problem ?? undefined,
  checkedMillis: row.checked_millis,
  reconciledMillis: row.reconciled_millis ?? undefined
})

export const entriesOf = (secret: Redacted.Redacted | undefined): ReadonlyArray<SecretEntry> =>
  secret === undefined ? [] : (JSON.parse(Redacted.value(secret)) as ReadonlyArray<SecretEntry>)
