/** A subscription, and the row it is stored in. */
import { readSubscriptionJson, type SubscriptionJson } from "../../storage/inbound-json.ts"

export interface Subscription {
  readonly id: string
  /** The name that its owner chose. */
  readonly name: string
  readonly trigger: string
  readonly plugin: string
  readonly account: string
  readonly target: unknown
  /** The place of the target, in the form that deliveries use. */
  readonly place: string
  readonly filters: unknown
  /** The destination as text, written by `dispatch/destination.ts`. */
  readonly url: string
  /** The queue of its destination. */
  readonly queue: string
  /** Whether each event waits until the previous one was delivered or given up. */
  readonly inOrder: boolean
  /** Whether changes made by the account's own runs also start it. */
  readonly ownChanges: boolean
  /** The most credits that the runs of one start may spend together. */
  readonly creditsPerEvent: number | undefined
  /** Whether no webhook is created for it, because the principal that made it only reads. */
  readonly pollsOnly: boolean
  readonly isEnabled: boolean
  readonly disabledBecause: string | undefined
  readonly principal: string
  readonly createdMillis: number
  /** When it was made, or last enabled. */
  readonly enabledMillis: number
}

export interface SubscriptionRow {
  readonly id: string
  readonly name: string
  readonly trigger_id: string
  readonly plugin: string
  readonly account: string
  readonly target: string
  readonly place: string
  readonly filters: string
  readonly url: string
  readonly queue: string
  readonly key_id: string
  readonly sealed: string
  readonly in_order: number
  readonly own_changes: number
  readonly credits_per_event: number | null
  readonly polls_only: number
  readonly enabled: number
  readonly disabled_because: string | null
  readonly principal: string
  readonly created_millis: number
  readonly enabled_millis: number | null
}

/** The problem of a subscription whose secret is encrypted with a key that the program does not have. */
export const KEYLESS =
  "Its secret was encrypted with another key than this program has: add that key to INLAY_SECRET_KEY or the key file. If it is lost, give the subscription a new secret with `keepPrevious: false`, in the console or by the API."

/** Named, so that a newer program may add a column. */
export const COLUMNS = `id, name, trigger_id, plugin, account, target, place, filters, url, queue, key_id, sealed, in_order,
  own_changes, credits_per_event, polls_only, enabled, disabled_because, principal, created_millis, enabled_millis`

export const subscriptionOf = (
  row: SubscriptionRow,
  { target, filters }: Pick<SubscriptionJson, "target" | "filters">
): Subscription => ({
  id: row.id,
  name: row.name,
  trigger: row.trigger_id,
  plugin: row.plugin,
  account: row.account,
  target,
  place: row.place,
  filters,
  url: row.url,
  queue: row.queue,
  inOrder: row.in_order === 1,
  ownChanges: row.own_changes === 1,
  creditsPerEvent: row.credits_per_event ?? undefined,
  pollsOnly: row.polls_only === 1,
  isEnabled: row.enabled === 1,
  disabledBecause: row.disabled_because ?? undefined,
  principal: row.principal,
  createdMillis: row.created_millis,
  enabledMillis: row.enabled_millis ?? row.created_millis
})

/** Leaves out damaged rows, which hold up no others. `inlay doctor` names them. */
export const subscriptionsOf = (rows: ReadonlyArray<SubscriptionRow>): ReadonlyArray<Subscription> =>
  rows.flatMap((row) => {
    const json = readSubscriptionJson(row)
    return json === undefined ? [] : [subscriptionOf(row, json)]
  })
