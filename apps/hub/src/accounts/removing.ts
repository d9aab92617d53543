/**
 * Removes an account: removes its webhooks, revokes it at its provider, ends its subscriptions and what tokens may do
 * with it, then deletes it with its cached answers. Its spending stays in the ledger. An account that is damaged is set
 * aside instead.
 */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { RevokeReport } from "@inlay/agent-plugin/SignIn"
import { TimeLimit } from "@inlay/core-http/Client"
import { LookupCache } from "@inlay/core-http/LookupCache"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"
import type { Remedy } from "@inlay/core-http/Remedy"
import { Spend } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { changeAccountLimits } from "../agents/credentials/account-limits.ts"
import { removeHooksOf } from "../inbound/sources/account-hooks.ts"
import { whileRemoving } from "../inbound/sources/removals.ts"
import { endOfAccount, ENDS, type EndedSubscription } from "../inbound/subscriptions/ending.ts"
import type { AccountIdentity } from "../storage/AccountRows.ts"
import { Damage } from "../storage/damage.ts"
import { renewing } from "./ConnectedAccounts.ts"
import { fromStored, type PluginAccount } from "./plugin-account.ts"
import type { StoredAccount } from "./stored-account.ts"
import { StoredAccounts } from "./StoredAccounts.ts"
import { fullName } from "./vault/problems.ts"

const REVOKE_LIMIT = Duration.seconds(20)

const BY_HAND = "Its secrets still work at the provider: delete them there if nobody else needs them."

export interface Removal {
  /** Removes the account here even if the provider does not revoke it. */
  readonly force: boolean
  /** Revokes the account even if that may end other accounts, too. */
  readonly revokeShared?: boolean
  /** What to do if the account could not be revoked. */
  readonly remedy: Remedy
}

const notRevoked = (name: string, remedy: Remedy, { provider, operation, reason }: ProviderError) =>
  new ProviderError({
    provider,
    operation,
    reason: {
      ...reason,
      what: `${name} could not be revoked at the provider and stays connected: ${reason.what}`,
      remedy
    }
  })

const LEFT_BY_HAND: RevokeReport = { revoked: false, left: BY_HAND }

const revoke = Effect.fnUntraced(function* ({ kind, account }: PluginAccount) {
  if (kind.revoke === undefined) return LEFT_BY_HAND
  return yield* kind.revoke(account).pipe(
    Effect.provideService(TimeLimit, REVOKE_LIMIT),
    Effect.provide(Spend.layerFree),
    // Credentials that the provider no longer accepts need not be revoked.
    Effect.catchIf(
      ({ reason }) => reason._tag === "Unauthorized",
      () => Effect.succeed<RevokeReport>({ revoked: true })
    )
  )
})

/** The account with its plugin; `undefined` if this program does not have that plugin or kind. */
const accountWithPlugin = (plugins: ReadonlyArray<Plugin>, storedAccount: StoredAccount) => {
  const one = fromStored(plugins, storedAccount)
  return one === undefined ? Effect.undefined : renewing(one, storedAccount)
}

const remainingHooks = (places: ReadonlyArray<string>): string =>
  places.length === 0
    ? ""
    : `Its webhooks at ${places.map((place) => ProviderText.line(place, 200)).join(", ")} stay at the service, where nothing accepts their deliveries: delete them there.`

/** The names of the other accounts that may end with this one if it is revoked. */
const sharing = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, storedAccount: StoredAccount) {
  const consentOf = (account: StoredAccount) => {
    const one = account.plugin === storedAccount.plugin ? fromStored(plugins, account) : undefined
    return one?.kind.consent?.(one.account)
  }
  const consent = consentOf(storedAccount)
  if (consent === undefined) return []
  const entries = yield* (yield* StoredAccounts).each
  return entries.flatMap(({ account }) =>
    account !== undefined && account.id !== storedAccount.id && consentOf(account) === consent
      ? [fullName(account)]
      : []
  )
})

const notShared = (others: ReadonlyArray<string>): RevokeReport => ({
  revoked: false,
  left: `Its sign-in still works at the provider: to revoke it would also end ${others.join(", ")}, if the same user signed in to the same app. It is revoked with the last of these accounts, or with the next one by \`inlay disconnect --revoke-shared\`.`
})

const removing = Effect.fnUntraced(function* (
  plugins: ReadonlyArray<Plugin>,
  target: AccountIdentity,
  { force, revokeShared = false, remedy }: Removal
) {
  const storedAccounts = yield* StoredAccounts
  const withForce = (error: ProviderError) => (force ? Effect.succeed(LEFT_BY_HAND) : Effect.fail(error))
  const account = yield* storedAccounts
    .byId(target.id)
    .pipe(Effect.catchTag("ProviderError", (error) => (force ? Effect.undefined : Effect.fail(error))))
  const one = account && (yield* accountWithPlugin(plugins, account))
  const places = yield* removeHooksOf(target, one, REVOKE_LIMIT)
  const others = account === undefined || revokeShared ? [] : yield* sharing(plugins, account)
  const revoking =
    one === undefined
      ? Effect.succeed(LEFT_BY_HAND)
      : Effect.catchTag(revoke(one), "ProviderError", (error) => withForce(notRevoked(fullName(target), remedy, error)))
  const { revoked, left = "" } = others.length > 0 ? notShared(others) : yield* revoking
  const cache = yield* LookupCache
  const ending = endOfAccount(target, ENDS.removed).pipe(
    Effect.tap(changeAccountLimits(target, undefined)),
    Effect.tap(cache.clear(scopeOf(target)))
  )
  const subscriptions = yield* storedAccounts.remove(target.id, ending)
  const whatIsLeft = [left, remainingHooks(places)].filter(Boolean).join(" ")
  return { revoked, left: whatIsLeft === "" ? undefined : whatIsLeft, subscriptions }
}, Effect.scoped)

/**
 * Removes a stored account. Returns whether its secrets were revoked at the provider, and the subscriptions that were
 * switched off.
 */
export const remove = (plugins: ReadonlyArray<Plugin>, target: AccountIdentity, removal: Removal) =>
  whileRemoving({ plugin: target.plugin, account: target.name }, removing(plugins, target, removal))

/** The sentence about subscriptions that were switched off with their account; empty if there were none. */
export const endedSentence = (subscriptions: ReadonlyArray<EndedSubscription>): string =>
  subscriptions.length === 0
    ? ""
    : `Its subscriptions are switched off: ${subscriptions.map(({ name }) => ProviderText.line(name, 100)).join(", ")}.`

/** Sets aside a stored account that is damaged. Returns what to report of it; undefined if it is gone by then. */
export const setAside = Effect.fnUntraced(function* (target: AccountIdentity) {
  const { setAccountAside } = yield* Damage
  const ending = endOfAccount(target, ENDS.setAside)
  const outcome = yield* setAccountAside(target.id, fullName(target), ending)
  if (outcome === undefined) return undefined
  const [row, subscriptions] = outcome
  return { ...row, meaning: `${row.meaning} ${endedSentence(subscriptions)}`.trim() }
})
