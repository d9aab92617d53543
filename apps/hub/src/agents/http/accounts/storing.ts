/** The last steps of connecting an account by typed values or by sign-in: validate, check with the provider, store. */
import type { Grant } from "@inlay/agent-plugin/SignIn"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import type { StorageError } from "@inlay/core-http/StorageError"
import type { TokenSource } from "@inlay/core-http/TokenSource"
import * as Effect from "effect/Effect"

import { Addresses } from "../../../accounts/Addresses.ts"
import * as Connecting from "../../../accounts/connecting.ts"
import { chooseAtProvider } from "../../../accounts/provider-choices.ts"
import type { Content } from "../../../accounts/stored-account.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { notThere } from "../../../hub-error.ts"
import { Inbound } from "../../../inbound/Inbound.ts"
import { words } from "../failure.ts"
import { accountView } from "../routes/accounts/accounts.ts"
import type { Connectable } from "./connectable.ts"

export interface Storing {
  /** The grant of a sign-in that just completed. */
  readonly grant?: Grant | undefined
  /** The id of the account that the sign-in replaces. */
  readonly replacedId?: string | undefined
  /** Ends the storing if the account is not to be stored any more. Runs once the provider has been asked. */
  readonly stillWanted: Effect.Effect<void, ProviderError | StorageError>
  /** The account to change. An earlier sign-in stays in use, and so do its tokens. */
  readonly change?:
    | {
        readonly id: string
        readonly tokens: TokenSource | undefined
        readonly lastUsedMillis: number | undefined
        /** What else changes with the account, in the same transaction. */
        readonly also: Effect.Effect<void, StorageError>
      }
    | undefined
}

/** The failure if the account to change was removed after it was read. */
export const goneMeanwhile = notThere("accounts", "The account was removed meanwhile.", "stored")

const HOW_TO_GIVE = { howToGive: (field: { readonly name: string }) => `Set it in values.${field.name}.` }

const put = Effect.fnUntraced(function* (content: Content, { change, replacedId, stillWanted }: Storing) {
  const storedAccounts = yield* StoredAccounts
  yield* stillWanted
  if (change !== undefined) {
    return (yield* storedAccounts.change(change.id, content, change.also)) ?? (yield* goneMeanwhile)
  }
  return yield* replacedId === undefined
    ? storedAccounts.save(content)
    : storedAccounts.saveInstead(replacedId, content)
})

/** Checks and stores an account, and plans anew how its events arrive. Returns it as the API shows it. */
export const store = Effect.fnUntraced(function* (one: Connectable, storing: Storing) {
  const { plugin, kind, name, values } = one
  const { grant, change: { tokens } = {} } = storing
  const account = Connecting.withGrant(yield* Connecting.validated(one), grant)
  const candidate = tokens === undefined ? account : { ...account, tokens }
  yield* Connecting.check(kind, candidate, words)
  const answers = yield* Connecting.asking(chooseAtProvider(kind, candidate, HOW_TO_GIVE))
  const content: Content = {
    plugin: plugin.id,
    name,
    kind: kind.id,
    settings: Connecting.settingsOf(kind, { ...values, ...answers }),
    secrets: account.secrets,
    grant
  }
  // Only now: an address that was refused must stay free for the directory's own user.
  yield* (yield* Addresses).remote(account.settings)
  const storedAccount = yield* put(content, storing)
  // What the account watches may work from now on.
  yield* (yield* Inbound).replan
  const settings = { ...account.settings, ...answers }
  const { lastUsedMillis } = storing.change ?? {}
  return accountView({ plugin, kind, account: { ...account, settings }, stored: storedAccount }, lastUsedMillis, "all")
})
