/**
 * The hooks that services send to: their accounts and places, and the secrets that sign their deliveries. After a
 * rotation, the previous secret stays valid for a while.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
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

import { randomSecret } from "../principals/token-text.ts"
import { COLUMNS, entriesOf, hookOf, type Hook, type HookWithSecrets, type Row, type SecretEntry } from "./hook-rows.ts"
import { RowSecrets } from "./row-secrets.ts"

/** An update to what is known of a hook. Without a `problem`, the hook counts as working. */
export interface HookNote {
  readonly remoteId?: string
  /** The events that the hook sends. Stored only with `remoteId`. */
  readonly events?: ReadonlyArray<string>
  /** The sealed secret that the service has. If the hook has another one by now, the service must still be told. */
  readonly sealed?: string
  readonly problem?: string
  readonly reconciledMillis?: number
}

/** How long the previous secret stays valid after a rotation. */
const ROTATION = Duration.hours(24)
/** How long a hook stays in the cache. Other processes may change hooks. */
const KEPT_MILLIS = 2_000
const MAX_KEPT = 1_000

/** A hook with its newest secret, as it is now. */
export interface ProvidedHook {
  readonly hook: Hook
  readonly secret: Redacted.Redacted
  /** The secret as stored, which `note` compares. */
  readonly sealed: string
}

type Failure = ProviderError | StorageError

export class Hooks extends Context.Service<
  Hooks,
  {
    /** Returns the hook from the cache only: as somebody read it within the last two seconds. */
    readonly known: (id: string, nowMillis: number) => HookWithSecrets | undefined
    /** Finds the hook. The result may be up to two seconds old. */
    readonly find: (id: string) => Effect.Effect<HookWithSecrets | undefined, Failure>
    /** Reads the hook from the database, past the cache. */
    readonly findAnew: (id: string) => Effect.Effect<HookWithSecrets | undefined, Failure>
    readonly list: Effect.Effect<ReadonlyArray<Hook>, StorageError>
    /**
     * Returns the hook of a place with its newest secret, which the service must be given. Creates the hook if there is
     * none.
     *
     * @param setUp whether somebody is shown the secret, to set the hook up by hand
     */
    readonly provide: (
      ref: Pick<Hook, "plugin" | "account" | "place">,
      setUp?: "byHand"
    ) => Effect.Effect<ProvidedHook, Failure>
    /** Adds a new secret beside the previous one, to be shown. Returns undefined if there is no such hook. */
    readonly rotate: (id: string) => Effect.Effect<Redacted.Redacted | undefined, Failure>
    /** Returns false if there is no such hook any more. */
    readonly note: (id: string, note: HookNote) => Effect.Effect<boolean, StorageError>
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>
    /** Removes a hook that no service has, unless somebody was shown its secret. */
    readonly drop: (id: string) => Effect.Effect<void, StorageError>
  }
>()("@inlay/hub/Hooks") {}

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable } = yield* Database
  const rowSecrets = yield* RowSecrets
  const cache = new Map<string, { readonly hook: HookWithSecrets; readonly atMillis: number }>()
  /** Counts this process's changes of hooks. What was read before a change does not enter the cache after it. */
  let changes = 0

  const sealing = (id: string, entries: ReadonlyArray<SecretEntry>) =>
    rowSecrets.seal(["hook", id], Redacted.make(JSON.stringify(entries)))

  const rowOf = (id: string) =>
    storeOperation(
      "hooks.find",
      Effect.map(repeatable(sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM hooks WHERE id = ${id}`), ([row]) => row)
    )

  /** Runs a change of a hook. Also if it fails or is interrupted, for it may have been done nevertheless. */
  const changing = <A, E, R>(id: string, change: Effect.Effect<A, E, R>) =>
    Effect.ensuring(
      change,
      Effect.sync(() => {
        changes += 1
        cache.delete(id)
      })
    )

  const findAnew = Effect.fnUntraced(function* (id: string) {
    const now = yield* Clock.currentTimeMillis
    const changesBefore = changes
    cache.delete(id)
    const row = yield* rowOf(id)
    if (row === undefined) return undefined
    const entries = entriesOf(yield* rowSecrets.open(["hook", id], row))
    const valid = entries.filter(({ endsMillis }) => endsMillis === undefined || endsMillis > now)
    const hook: HookWithSecrets = { ...hookOf(row), secrets: valid.map(({ secret }) => Redacted.make(secret)) }
    if (changes !== changesBefore) return hook
    if (cache.size >= MAX_KEPT) cache.clear()
    cache.set(id, { hook, atMillis: now })
    return hook
  })

  const cachedHook = (id: string, nowMillis: number) => {
    const before = cache.get(id)
    // The clock may have been set back.
    return before !== undefined && Math.abs(nowMillis - before.atMillis) < KEPT_MILLIS ? before.hook : undefined
  }

  const find = (id: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const hook = cachedHook(id, now)
      return hook === undefined ? findAnew(id) : Effect.succeed(hook)
    })

  /** Replaces a hook's secrets. Returns undefined if somebody else did so since the row was read, or removed the hook. */
  const replaceSecrets = Effect.fnUntraced(function* (
    { id, sealed, by_hand }: Pick<Row, "id" | "sealed" | "by_hand">,
    entries: ReadonlyArray<SecretEntry>
  ) {
    const columns = { ...(yield* sealing(id, entries)), secret_untold: 1, by_hand }
    const rows = yield* changing(
      id,
      storeOperation(
        "hooks.secrets",
        write(sql`UPDATE hooks SET ${sql.update(columns)} WHERE id = ${id} AND sealed = ${sealed} RETURNING id`)
      )
    )
    return rows.length === 0 ? undefined : columns
  })

  const provide: Hooks["Service"]["provide"] = Effect.fnUntraced(function* ({ plugin, account, place }, setUp) {
    const id = randomSecret()
    const secret = randomSecret()
    const row = {
      id,
      plugin,
      account,
      place,
      ...(yield* sealing(id, [{ secret }])),
      by_hand: setUp === "byHand" ? 1 : 0,
      created_millis: yield* Clock.currentTimeMillis
    }
    const change = setUp === "byHand" ? sql`UPDATE SET by_hand = 1` : sql`NOTHING`
    yield* storeOperation(
      "hooks.provide",
      write(sql`INSERT INTO hooks ${sql.insert(row)} ON CONFLICT (plugin, account, place) DO ${change}`)
    )
    const [own] = yield* storeOperation(
      "hooks.provide",
      sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM hooks WHERE plugin = ${plugin} AND account = ${account} AND place = ${place}`
    )
    // Somebody has deleted it in between.
    if (own === undefined) return yield* provide({ plugin, account, place }, setUp)
    const [newest] = entriesOf(yield* rowSecrets.open(["hook", own.id], own))
    if (newest !== undefined) return { hook: hookOf(own), secret: Redacted.make(newest.secret), sealed: own.sealed }
    // No vault key opens the stored secret any more. Make a new one, which the service must then be given.
    const again = randomSecret()
    const columns = yield* replaceSecrets(own, [{ secret: again }])
    if (columns === undefined) return yield* provide({ plugin, account, place }, setUp)
    return { hook: hookOf({ ...own, ...columns }), secret: Redacted.make(again), sealed: columns.sealed }
  })

  const rotate: Hooks["Service"]["rotate"] = Effect.fnUntraced(function* (id) {
    const row = yield* rowOf(id)
    if (row === undefined) return undefined
    const [newest] = entriesOf(yield* rowSecrets.open(["hook", id], row))
    const secret = randomSecret()
    const endsMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(ROTATION)
    const entries = [{ secret }, ...(newest === undefined ? [] : [{ secret: newest.secret, endsMillis }])]
    return (yield* replaceSecrets({ ...row, by_hand: 1 }, entries)) === undefined
      ? yield* rotate(id)
      : Redacted.make(secret)
  })

  return Hooks.of({
    known: cachedHook,
    find,
    findAnew,
    provide,
    rotate,
    list: storeOperation(
      "hooks.list",
      Effect.map(sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM hooks ORDER BY plugin, account, place`, (rows) =>
        rows.map(hookOf)
      )
    ),
    note: Effect.fnUntraced(function* (id, { remoteId, events = [], sealed, problem, reconciledMillis }) {
      const columns =
        reconciledMillis === undefined
          ? {
              problem: problem ?? null,
              checked_millis: yield* Clock.currentTimeMillis,
              ...(remoteId !== undefined && { remote_id: remoteId, events: JSON.stringify(events) })
            }
          : { reconciled_millis: reconciledMillis }
      const secretFlag =
        sealed === undefined ? sql`` : sql`, secret_untold = CASE WHEN sealed = ${sealed} THEN 0 ELSE secret_untold END`
      const rows = yield* changing(
        id,
        storeOperation(
          "hooks.note",
          write(sql`UPDATE hooks SET ${sql.update(columns)}${secretFlag} WHERE id = ${id} RETURNING id`)
        )
      )
      return rows.length > 0
    }),
    remove: (id) =>
      changing(
        id,
        storeOperation(
          "hooks.remove",
          Effect.map(write(sql`DELETE FROM hooks WHERE id = ${id} RETURNING id`), (rows) => rows.length > 0)
        )
      ),
    drop: (id) =>
      changing(
        id,
        storeOperation(
          "hooks.drop",
          Effect.asVoid(write(sql`DELETE FROM hooks WHERE id = ${id} AND remote_id IS NULL AND by_hand = 0`))
        )
      )
  })
})

export const layer: Layer.Layer<Hooks, never, SqlClient.SqlClient | Database | RowSecrets> = Layer.effect(Hooks, make)
