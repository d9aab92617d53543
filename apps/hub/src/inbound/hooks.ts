/**
 * The hooks that a service sends to: whose they are, where they stand, and the secrets that their deliveries are signed
 * with. While a secret is exchanged, the one before counts too.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import { Database } from "@inlay/sql-stores/Database"
import { stored } from "@inlay/sql-stores/stored"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"

import { randomSecret } from "../agents/principals/token-text.ts"
import { Sealed } from "./sealed.ts"

export interface Hook {
  readonly id: string
  readonly plugin: string
  readonly account: string
  /** As the plugin's `Webhooks` names places. */
  readonly place: string
  readonly createdMillis: number
  /** The service's own id of it; absent for one that somebody made by hand. */
  readonly remoteId: string | undefined
  /** What it sends, as it was set up last; `undefined` where that is not known. */
  readonly events: ReadonlyArray<string> | undefined
  /** The service does not know its newest secret yet. */
  readonly hasNewSecret: boolean
  /** Why it does not work, where that is known. */
  readonly problem: string | undefined
  /** When it was looked at, and when its log was, the last time. */
  readonly checkedMillis: number
  readonly reconciledMillis: number | undefined
}

export interface HookWithSecrets extends Hook {
  /** Newest first. */
  readonly secrets: ReadonlyArray<Redacted.Redacted>
}

/** Named, so that a newer program may add one. */
const COLUMNS = `id, plugin, account, place, key_id, sealed, created_millis, remote_id, events, secret_untold, problem,
  checked_millis, reconciled_millis`

interface Row {
  readonly id: string
  readonly plugin: string
  readonly account: string
  readonly place: string
  readonly key_id: string
  readonly sealed: string
  readonly created_millis: number
  readonly remote_id: string | null
  /** JSON; empty where it was not set up since they are noted. */
  readonly events: string
  readonly secret_untold: number
  readonly problem: string | null
  readonly checked_millis: number
  readonly reconciled_millis: number | null
}

/** What became known of a hook; without a problem it works. */
export interface HookNote {
  readonly remoteId?: string
  /** With its id: what it sends. */
  readonly events?: ReadonlyArray<string>
  readonly problem?: string
  readonly reconciledMillis?: number
}

/** How long the secret before goes on counting. */
const ROTATION = Duration.hours(24)
/** How long a hook that was read counts as it was: other processes may have changed it. */
const KEPT_MILLIS = 2_000
const MAX_KEPT = 1_000

interface SecretEntry {
  readonly secret: string
  readonly endsMillis?: number
}

type Failure = ProviderError | StorageError

export class Hooks extends Context.Service<
  Hooks,
  {
    /** As it was within the last seconds, where somebody has looked for it then. */
    readonly known: (id: string, nowMillis: number) => HookWithSecrets | undefined
    /** As it was within the last seconds. */
    readonly find: (id: string) => Effect.Effect<HookWithSecrets | undefined, Failure>
    /** As it is now. */
    readonly findAnew: (id: string) => Effect.Effect<HookWithSecrets | undefined, Failure>
    readonly list: Effect.Effect<ReadonlyArray<Hook>, StorageError>
    /** The hook of a place, made where there is none; with its newest secret, to be given to the service. */
    readonly provide: (
      of: Pick<Hook, "plugin" | "account" | "place">
    ) => Effect.Effect<{ readonly hook: Hook; readonly secret: Redacted.Redacted }, Failure>
    /** A new secret beside the one before; `undefined` where there is no such hook. */
    readonly rotate: (id: string) => Effect.Effect<Redacted.Redacted | undefined, Failure>
    readonly note: (id: string, note: HookNote) => Effect.Effect<void, StorageError>
    readonly remove: (id: string) => Effect.Effect<boolean, StorageError>
  }
>()("@inlay/hub/Hooks") {}

const eventsOf = (json: string): Hook["events"] => {
  const events = JSON.parse(json) as ReadonlyArray<string>
  return events.length === 0 ? undefined : events
}

const hookOf = (row: Row): Hook => ({
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

const entriesOf = (secret: Redacted.Redacted | undefined): ReadonlyArray<SecretEntry> =>
  secret === undefined ? [] : (JSON.parse(Redacted.value(secret)) as ReadonlyArray<SecretEntry>)

const make = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const { write, repeatable } = yield* Database
  const seals = yield* Sealed
  const cache = new Map<string, { readonly hook: HookWithSecrets; readonly untilMillis: number }>()

  const sealing = (id: string, entries: ReadonlyArray<SecretEntry>) =>
    seals.seal(["hook", id], Redacted.make(JSON.stringify(entries)))

  const rowOf = (id: string) =>
    stored(
      "hooks.find",
      Effect.map(repeatable(sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM hooks WHERE id = ${id}`), ([row]) => row)
    )

  const findAnew = Effect.fnUntraced(function* (id: string) {
    const now = yield* Clock.currentTimeMillis
    cache.delete(id)
    const row = yield* rowOf(id)
    if (row === undefined) return undefined
    const entries = entriesOf(yield* seals.open(["hook", id], row))
    const valid = entries.filter(({ endsMillis }) => endsMillis === undefined || endsMillis > now)
    const hook: HookWithSecrets = { ...hookOf(row), secrets: valid.map(({ secret }) => Redacted.make(secret)) }
    if (cache.size >= MAX_KEPT) cache.clear()
    cache.set(id, { hook, untilMillis: now + KEPT_MILLIS })
    return hook
  })

  const known = (id: string, nowMillis: number) => {
    const before = cache.get(id)
    return before !== undefined && before.untilMillis > nowMillis ? before.hook : undefined
  }

  const find = (id: string) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      const hook = known(id, now)
      return hook === undefined ? findAnew(id) : Effect.succeed(hook)
    })

  const provide = Effect.fnUntraced(function* ({ plugin, account, place }: Pick<Hook, "plugin" | "account" | "place">) {
    const id = randomSecret()
    const secret = randomSecret()
    const row = {
      id,
      plugin,
      account,
      place,
      ...(yield* sealing(id, [{ secret }])),
      created_millis: yield* Clock.currentTimeMillis
    }
    yield* stored(
      "hooks.provide",
      write(sql`INSERT INTO hooks ${sql.insert(row)} ON CONFLICT (plugin, account, place) DO NOTHING`)
    )
    const [own] = yield* stored(
      "hooks.provide",
      sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM hooks WHERE plugin = ${plugin} AND account = ${account} AND place = ${place}`
    )
    if (own === undefined) return yield* Effect.die("a hook that was just written is gone")
    const [newest] = entriesOf(yield* seals.open(["hook", own.id], own))
    if (newest !== undefined) return { hook: hookOf(own), secret: Redacted.make(newest.secret) }
    // No key opens its secret any more: it gets another, which the service must be told.
    const again = randomSecret()
    const columns = { ...(yield* sealing(own.id, [{ secret: again }])), secret_untold: 1 }
    yield* stored("hooks.provide", write(sql`UPDATE hooks SET ${sql.update(columns)} WHERE id = ${own.id}`))
    cache.delete(own.id)
    return { hook: hookOf({ ...own, ...columns }), secret: Redacted.make(again) }
  })

  const rotate = Effect.fnUntraced(function* (id: string) {
    const row = yield* rowOf(id)
    if (row === undefined) return undefined
    const [newest] = entriesOf(yield* seals.open(["hook", id], row))
    const secret = randomSecret()
    const endsMillis = (yield* Clock.currentTimeMillis) + Duration.toMillis(ROTATION)
    const entries = [{ secret }, ...(newest === undefined ? [] : [{ secret: newest.secret, endsMillis }])]
    const columns = { ...(yield* sealing(id, entries)), secret_untold: 1 }
    yield* stored("hooks.rotate", write(sql`UPDATE hooks SET ${sql.update(columns)} WHERE id = ${id}`))
    cache.delete(id)
    return Redacted.make(secret)
  })

  return Hooks.of({
    known,
    find,
    findAnew,
    provide,
    rotate,
    list: stored(
      "hooks.list",
      Effect.map(sql<Row>`SELECT ${sql.literal(COLUMNS)} FROM hooks ORDER BY plugin, account, place`, (rows) =>
        rows.map(hookOf)
      )
    ),
    note: Effect.fnUntraced(function* (id, { remoteId, events = [], problem, reconciledMillis }) {
      const columns =
        reconciledMillis === undefined
          ? {
              problem: problem ?? null,
              checked_millis: yield* Clock.currentTimeMillis,
              ...(remoteId !== undefined && { remote_id: remoteId, events: JSON.stringify(events), secret_untold: 0 })
            }
          : { reconciled_millis: reconciledMillis }
      yield* stored("hooks.note", write(sql`UPDATE hooks SET ${sql.update(columns)} WHERE id = ${id}`))
    }),
    remove: (id) => {
      cache.delete(id)
      return stored(
        "hooks.remove",
        Effect.map(write(sql`DELETE FROM hooks WHERE id = ${id} RETURNING id`), (rows) => rows.length > 0)
      )
    }
  })
})

export const layer: Layer.Layer<Hooks, never, SqlClient.SqlClient | Database | Sealed> = Layer.effect(Hooks, make)
