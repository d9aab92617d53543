/** Lists the origins that anything in this browser needs permission for, so that no other permission is kept. */
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { kindOf, Provider } from "../../providers/provider.ts"
import { Vault } from "../../vault/accounts.ts"
import { HubVault } from "../../vault/hub.ts"
import { Preferences } from "../../vault/preferences.ts"
import { originsOf } from "./address.ts"

export const originsInUse: Effect.Effect<
  ReadonlyArray<string>,
  StorageError,
  Provider | Vault | HubVault | Preferences
> = Effect.gen(function* () {
  const provider = yield* Provider
  const accounts = yield* Effect.flatMap(Vault, ({ list }) => list)
  const hub = yield* Effect.flatMap(HubVault, ({ record }) => record)
  const ofLines = yield* Effect.flatMap(Preferences, ({ lineOrigins }) => lineOrigins)
  const ofAccounts = accounts.flatMap(({ plugin, readable }) =>
    readable === undefined ? [] : originsOf(kindOf(provider, plugin, readable.kind)?.fields ?? [], readable.settings)
  )
  return [...new Set([...ofAccounts, ...(hub === undefined ? [] : [hub.origin]), ...ofLines])]
})
