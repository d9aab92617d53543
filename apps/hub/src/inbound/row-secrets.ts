/**
 * The secrets of hooks and subscriptions, as stored in their rows: encrypted by the vault, each bound to its own row.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"

import * as Vault from "../accounts/vault/cipher.ts"
import * as Opening from "../accounts/vault/opening.ts"
import { placeOf, type Belonging } from "../accounts/vault/other-secrets.ts"
import * as SecretKey from "../accounts/vault/secret-key.ts"
import { AccountRows } from "../storage/AccountRows.ts"

export type SealedColumns = { readonly key_id: string; readonly sealed: string }

export class RowSecrets extends Context.Service<
  RowSecrets,
  {
    readonly seal: (
      owner: Belonging,
      secret: Redacted.Redacted
    ) => Effect.Effect<SealedColumns, ProviderError | StorageError>
    readonly keyIds: Effect.Effect<ReadonlySet<string>, ProviderError>
    /** Returns undefined if the row was tampered with, or no current key opens it. */
    readonly open: (
      owner: Belonging,
      columns: SealedColumns
    ) => Effect.Effect<Redacted.Redacted | undefined, ProviderError | StorageError>
  }
>()("@inlay/hub/RowSecrets") {}

const make = Effect.fnUntraced(function* (keySources: SecretKey.KeySources) {
  const rows = yield* AccountRows
  const name = yield* Effect.cachedWithTTL(
    Effect.map(rows.directory, (one) => one.name),
    // Do not cache a failure, for the database may be unreachable for only a moment.
    (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.negativeInfinity)
  )
  const place = (owner: Belonging) => Effect.map(name, (own) => placeOf(own, owner))
  return RowSecrets.of({
    seal: Effect.fnUntraced(function* (owner, secret) {
      const { keys } = yield* Opening.sealingKeys(keySources, rows)
      const { keyId, bytes } = Vault.seal(keys[0], yield* place(owner), Redacted.value(secret))
      return { key_id: keyId, sealed: Buffer.from(bytes).toString("base64") }
    }),
    keyIds: Effect.map(
      Opening.attempt(() => SecretKey.read(keySources)),
      (keys) => new Set(keys?.keys.map(({ id }) => id))
    ),
    open: Effect.fnUntraced(function* (owner, { key_id, sealed }) {
      const keys = yield* Opening.attempt(() => SecretKey.read(keySources))
      if (keys === undefined) return undefined
      const result = Vault.open(keys.keys, yield* place(owner), {
        keyId: key_id,
        bytes: Buffer.from(sealed, "base64")
      })
      return "plain" in result ? Redacted.make(result.plain) : undefined
    })
  })
})

export const layer = (keySources: SecretKey.KeySources): Layer.Layer<RowSecrets, never, AccountRows> =>
  Layer.effect(RowSecrets, make(keySources))
