/** The last steps of connecting an account by typed values or by sign-in: validate, check with the provider, store. */
import type { Grant } from "@inlay/agent-plugin/SignIn"
import * as Effect from "effect/Effect"

import * as Connecting from "../../../accounts/connecting.ts"
import { chooseAtProvider } from "../../../accounts/provider-choices.ts"
import type { StoredGrant } from "../../../accounts/stored-account.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { Inbound } from "../../../inbound/Inbound.ts"
import { Addresses } from "../Addresses.ts"
import { words } from "../failure.ts"
import { accountView } from "../routes/accounts/accounts.ts"
import type { Connectable } from "./connectable.ts"

export interface Storing {
  /** The grant of a sign-in that just completed. */
  readonly grant?: Grant | undefined
  /** The grant of an earlier sign-in, which stays in use. */
  readonly before?: StoredGrant | undefined
  /** The id of the account to replace. */
  readonly replacedId?: string | undefined
}

const HOW_TO_GIVE = { howToGive: (field: { readonly name: string }) => `Set it in values.${field.name}.` }

/** Validates an account's values without asking the provider. Fields with the provider's options may still be empty. */
export const validated = ({ plugin, kind, name, values }: Connectable) =>
  Connecting.validated({
    plugin,
    kind,
    name,
    values,
    later: kind.fields.filter(({ options }) => options === "provider").map((field) => field.name)
  })

/** Checks and stores an account, and plans anew how its events arrive. Returns it as the API shows it. */
export const store = Effect.fnUntraced(function* (one: Connectable, { grant, before, replacedId }: Storing) {
  const { plugin, kind, name, values } = one
  const account = Connecting.withGrant(yield* validated(one), grant)
  yield* (yield* Addresses).remote(account.settings)
  yield* Connecting.check(kind, account, words)
  const answers = yield* Connecting.asking(chooseAtProvider(kind, account, HOW_TO_GIVE))
  const storedAccounts = yield* StoredAccounts
  const content = {
    plugin: plugin.id,
    name,
    kind: kind.id,
    settings: Connecting.settingsOf(kind, { ...values, ...answers }),
    secrets: account.secrets,
    grant: grant ?? before
  }
  const storedAccount = yield* replacedId === undefined
    ? storedAccounts.save(content, false)
    : storedAccounts.saveInstead(replacedId, content)
  // What the account watches may work from now on.
  yield* (yield* Inbound).replan
  const settings = { ...account.settings, ...answers }
  return accountView({ plugin, kind, account: { ...account, settings }, stored: storedAccount }, undefined, "all")
})
