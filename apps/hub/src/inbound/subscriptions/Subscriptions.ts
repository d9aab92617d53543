/** What agents subscribe to: a trigger of an account and a target, filters, and the destination of the events. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { storeOperation } from "@inlay/sql-stores/store-operation"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { hubError } from "../../hub-error.ts"
import { readTarget } from "../../storage/inbound-json.ts"
import * as TrustedTime from "../../storage/TrustedTime.ts"
import { newSecret } from "../dispatch/signature.ts"
import * as EventAccounts from "../events/event-accounts.ts"
import { RowSecrets } from "../row-secrets.ts"
import { isEnded, SCOPE } from "./ending.ts"
import * as Secrets from "./subscription-secrets.ts"
import { COLUMNS, subscriptionOf, subscriptionsOf, type Subscription, type SubscriptionRow } from "./Subscription.ts"
import * as SubscriptionIndex from "./SubscriptionIndex.ts"

export type NewSubscription = Omit<
  Subscription,
  "id" | "queue" | "disabledBecause" | "createdMillis" | "enabledMillis"
> & {
  /** Generated if left out. */
  readonly secret?: Redacted.Redacted | undefined
  readonly queueOf: (id: string) => string
}

type Failure = ProviderError | StorageError

/** What a new subscription must meet when it is stored. */
interface Conditions {
  /** The most that the principal may have at the account; if it has as many, creation fails as `QuotaExhausted`. */
  readonly max?: number
  /** Whether one with equal trigger, account, target, filters and destination counts as the same. */
  readonly isSame?: (existing: Subscription) => boolean
  /**
   * Statements that fail if its account or its principal went while the request was checked. Run in the transaction
   * that stores it, because what ends the subscriptions of either ends only those that are stored.
   */
  readonly stillAllowed?: Effect.Effect<void, Failure>
}

export class Subscriptions extends Context.Service<
  Subscriptions,
  Secrets.SubscriptionSecrets & {
    /**
     * Returns the subscription with the secret that signs its deliveries. The secret is shown only this once. If there
     * is one already, returns that one, without a secret.
     */
    readonly create: (
      subscription: NewSubscription,
      conditions?: Conditions
    ) => Effect.Effect<{ readonly subscription: Subscription; readonly secret: Redacted.Redacted | undefined }, Failure>
    /** The subscriptions that are not removed, oldest first. */
    readonly list: Effect.Effect<ReadonlyArray<Subscription>, StorageError>
    /** Everything that a subscription watches or ever watched, without duplicates. */
    readonly targets: Effect.Effect<
      ReadonlyArray<Pick<Subscription, "plugin" | "account" | "trigger" | "target">>,
      StorageError
    >
    readonly find: (id: string) => Effect.Effect<Subscription | undefined, StorageError>
    /**
     * Enables a subscription. Returns false if it is gone, or ended with its token or account.
     *
     * @param mayRevive whether one that ended is enabled, too
     */
    readonly enable: (id: string, mayRevive: boolean) => Effect.Effect<boolean, StorageError>
    /**
     * A subscription that is disabled already keeps its reason.
     *
     * @param because why it was disabled, if its owner did not do that
     */
    readonly disable: (id: string, because?: string) => Effect.Effect<void, StorageError>
    /** What is absent stays as it is stored, also if somebody else changes it at the same time. */
    readonly change: (
      id: string,
      to: Partial<Pick<Subscription, "name" | "filters" | "url" | "inOrder" | "queue">> & {
        readonly creditsPerEvent?: number | null
      }
    ) => Effect.Effect<void, StorageError>
    /** Moves an account's subscriptions, hooks, polls, events and own changes to its new name. */
    readonly renameAccount: (
      before: { readonly plugin: string; readonly name: string },
      after: string
    ) => Effect.Effect<void, StorageError>
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>
    readonly at: SubscriptionIndex.At
  }
>()("@inlay/hub/Subscriptions") {}

const tooMany = (max: number) =>
  hubError("subscriptions", {
    _tag: "QuotaExhausted",
    what: `This caller has ${max} subscriptions to the account already, and may create no more.`,
    remedy: { to: "read", text: "Delete some that are not needed, or use the console." },
    nothing: "stored"
  })

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable } = yield* Database
  // If time went back behind a subscription, events that are received then would count as those from before it.
  const continueFrom = yield* TrustedTime.continuing
  const rowSecrets = yield* RowSecrets
  const at = yield* SubscriptionIndex.make
  const create = Effect.fnUntraced(function* (
    subscription: NewSubscription,
    { max = Infinity, isSame, stillAllowed = Effect.void }: Conditions = {}
  ) {
    const id = `sub_${crypto.randomUUID().replaceAll("-", "").slice(0, 20)}`
    const secret = subscription.secret ?? newSecret()
    const row = {
      id,
      name: subscription.name,
      trigger_id: subscription.trigger,
      plugin: subscription.plugin,
      account: subscription.account,
      target: JSON.stringify(subscription.target),
      place: subscription.place,
      filters: JSON.stringify(subscription.filters),
      url: subscription.url,
      queue: subscription.queueOf(id),
      ...(yield* rowSecrets.seal(["subscription", id], secret)),
      in_order: subscription.inOrder ? 1 : 0,
      own_changes: subscription.ownChanges ? 1 : 0,
      credits_per_event: subscription.creditsPerEvent ?? null,
      polls_only: subscription.pollsOnly ? 1 : 0,
      enabled: subscription.isEnabled ? 1 : 0,
      principal: subscription.principal,
      created_millis: yield* Clock.currentTimeMillis
    }
    const { principal, plugin, account } = row
    const equalOnes = (wanted: (existing: Subscription) => boolean) =>
      Effect.map(
        sql<SubscriptionRow>`SELECT ${sql.literal(COLUMNS)} FROM subscriptions
          WHERE plugin = ${plugin} AND account = ${account} AND trigger_id = ${row.trigger_id}
          AND target = ${row.target} AND filters = ${row.filters} AND url = ${row.url} AND removed_millis IS NULL
          ORDER BY created_millis, id`,
        (rows) => subscriptionsOf(rows).find(wanted)
      )
    const countOfTheirs = Effect.map(
      sql<{ readonly count: number }>`SELECT count(*) AS count FROM subscriptions
        WHERE principal = ${principal} AND plugin = ${plugin} AND account = ${account} AND removed_millis IS NULL`,
      ([first]) => first?.count ?? 0
    )
    const storing = Effect.gen(function* () {
      yield* stillAllowed
      const existing = isSame && (yield* equalOnes(isSame))
      if (existing !== undefined) return existing
      if (max < Infinity && (yield* countOfTheirs) >= max) return "tooMany"
      yield* sql`INSERT INTO subscriptions ${sql.insert(row)}`
      yield* continueFrom(row.created_millis)
      return undefined
    })
    const before = yield* storeOperation("subscriptions.create", write(storing, SCOPE))
    if (before === "tooMany") return yield* tooMany(max)
    if (before !== undefined) return { subscription: before, secret: undefined }
    return {
      subscription: subscriptionOf({ ...row, disabled_because: null, enabled_millis: null }, subscription),
      secret
    }
  })

  const rename = Effect.fnUntraced(function* (plugin: string, before: string, after: string) {
    yield* sql`UPDATE subscriptions SET account = ${after} WHERE plugin = ${plugin} AND account = ${before}`
    yield* EventAccounts.rename(sql, { plugin, account: before }, after)
    for (const table of ["hooks", "polls", "own_changes", "own_calls"].map((name) => sql.literal(name))) {
      // Left behind by a removed account of that name.
      yield* sql`DELETE FROM ${table} WHERE plugin = ${plugin} AND account = ${after}`
      yield* sql`UPDATE ${table} SET account = ${after} WHERE plugin = ${plugin} AND account = ${before}`
    }
  })

  return Subscriptions.of({
    ...(yield* Secrets.make),
    create,
    find: (id) =>
      storeOperation(
        "subscriptions.find",
        Effect.map(
          repeatable(
            sql<SubscriptionRow>`SELECT ${sql.literal(COLUMNS)} FROM subscriptions WHERE id = ${id} AND removed_millis IS NULL`
          ),
          (rows) => subscriptionsOf(rows)[0]
        )
      ),
    list: storeOperation(
      "subscriptions.list",
      Effect.map(
        sql<SubscriptionRow>`SELECT ${sql.literal(COLUMNS)} FROM subscriptions WHERE removed_millis IS NULL ORDER BY created_millis, id`,
        subscriptionsOf
      )
    ),
    targets: storeOperation(
      "subscriptions.targets",
      Effect.map(
        repeatable(
          sql<Pick<Subscription, "plugin" | "account" | "trigger"> & { readonly target: string }>`
            SELECT DISTINCT plugin, account, trigger_id AS "trigger", target FROM subscriptions`
        ),
        (rows) =>
          rows.flatMap((row) => Option.toArray(Option.map(readTarget(row.target), (target) => ({ ...row, target }))))
      )
    ),
    enable: Effect.fnUntraced(function* (id, mayRevive) {
      const now = yield* Clock.currentTimeMillis
      const changes = mayRevive ? sql`1 = 1` : sql`(disabled_because IS NULL OR NOT ${isEnded(sql)})`
      const enabling = sql`UPDATE subscriptions
        SET enabled_millis = CASE WHEN enabled = 1 THEN enabled_millis ELSE ${now} END, enabled = 1, disabled_because = NULL
        WHERE id = ${id} AND removed_millis IS NULL AND ${changes} RETURNING id`
      const rows = yield* storeOperation("subscriptions.enable", write(Effect.tap(enabling, continueFrom(now)), SCOPE))
      return rows.length > 0
    }),
    disable: (id, because) =>
      storeOperation(
        "subscriptions.disable",
        Effect.asVoid(
          write(
            sql`UPDATE subscriptions SET ${sql.update({ enabled: 0, disabled_because: because ?? null })}
              WHERE id = ${id} AND removed_millis IS NULL AND enabled = 1`,
            SCOPE
          )
        )
      ),
    change: (id, { name, filters, url, inOrder, queue, creditsPerEvent }) => {
      const columns = {
        ...(name !== undefined && { name }),
        ...(filters !== undefined && { filters: JSON.stringify(filters) }),
        ...(url !== undefined && { url }),
        ...(inOrder !== undefined && { in_order: inOrder ? 1 : 0 }),
        ...(queue !== undefined && { queue }),
        ...(creditsPerEvent !== undefined && { credits_per_event: creditsPerEvent })
      }
      if (Object.keys(columns).length === 0) return Effect.void
      return storeOperation(
        "subscriptions.change",
        Effect.asVoid(
          write(sql`UPDATE subscriptions SET ${sql.update(columns)} WHERE id = ${id} AND removed_millis IS NULL`, SCOPE)
        )
      )
    },
    renameAccount: ({ plugin, name }, after) =>
      storeOperation("subscriptions.rename", write(rename(plugin, name, after), SCOPE)),
    remove: Effect.fnUntraced(function* (id) {
      const now = yield* Clock.currentTimeMillis
      const removal = Effect.gen(function* () {
        yield* sql`UPDATE deliveries SET state = 'skipped', why = ${"The subscription was removed."}, next_millis = NULL,
          done_millis = ${now} WHERE subscription = ${id} AND state = 'pending'`
        return yield* sql`UPDATE subscriptions SET removed_millis = ${now}, enabled = 0
          WHERE id = ${id} AND removed_millis IS NULL RETURNING id`
      })
      return (yield* storeOperation("subscriptions.remove", write(removal, SCOPE))).length > 0
    }),
    at
  })
})

export const layer = Layer.effect(Subscriptions, make)
