/** An account's figures: what the options page lists, and what the toolbar button's mark counts. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import * as Effect from "effect/Effect"

import { Provider, type Undecided } from "../../providers/provider.ts"
import { Vault } from "../../vault/accounts.ts"
import type { VaultProblem } from "../../vault/keys.ts"

export interface Figures {
  /** Credits of the UTC day. */
  readonly today: number
  /** Lookups whose charge is unknown, oldest first. */
  readonly undecided: ReadonlyArray<Undecided>
}

/** The figures as they stand now; nothing where no account is connected, whatever the ledger keeps of earlier ones. */
export type ReadFigures = Effect.Effect<Figures, ProviderError | VaultProblem | StorageError>

/** @param lookup a paid lookup by whose preview the figures are read; it is never sent */
export const make = Effect.fnUntraced(function* (
  plugin: string,
  lookup: { readonly step: string; readonly input: unknown }
) {
  const vault = yield* Vault
  const provider = yield* Provider
  const read: ReadFigures = Effect.gen(function* () {
    if ((yield* vault.account(plugin)) === undefined) return { today: 0, undecided: [] }
    const { spent, undecided } = yield* provider.preview(lookup.step, lookup.input)
    return { today: spent.day, undecided }
  })
  return read
})
