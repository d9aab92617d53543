/** `/api/accounts`: connects, changes, checks and removes accounts. If any step fails, nothing is changed. */
import { type AccountKind, problemOf, TOKEN } from "@inlay/agent-plugin/Account"
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import { movedAddresses } from "@inlay/agent-plugin/manifest"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Ledger } from "@inlay/core-http/Ledger"
import { invalid } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import { LedgerBook } from "@inlay/sql-stores/LedgerBook"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { renewing } from "../../../../accounts/ConnectedAccounts.ts"
import * as Connecting from "../../../../accounts/connecting.ts"
import type { Values } from "../../../../accounts/fields.ts"
import * as Naming from "../../../../accounts/naming.ts"
import { fromStored, type PluginAccount } from "../../../../accounts/plugin-account.ts"
import { remove } from "../../../../accounts/removing.ts"
import { spentBy } from "../../../../accounts/spending.ts"
import type { StoredAccount } from "../../../../accounts/stored-account.ts"
import { StoredAccounts } from "../../../../accounts/StoredAccounts.ts"
import { wrongField } from "../../../../hub-error.ts"
import { Inbound } from "../../../../inbound/Inbound.ts"
import { Subscriptions } from "../../../../inbound/subscriptions/Subscriptions.ts"
import { unknownChargeJson } from "../../../../spend-json.ts"
import type { AccountName } from "../../../../storage/AccountRows.ts"
import { AuditTrail } from "../../../../storage/AuditTrail.ts"
import { changeAccountLimits } from "../../../credentials/account-limits.ts"
import { type HubToken, HubTokens } from "../../../credentials/HubTokens.ts"
import { manager } from "../../../run-as/CurrentPrincipal.ts"
import { SharedRunners } from "../../../run-as/run-as.ts"
import { AgentGrants } from "../../../sign-in/AgentGrants.ts"
import { connectable, secretValues } from "../../accounts/connectable.ts"
import { findConnected, findStored, refuseTaken } from "../../accounts/find-account.ts"
import { problemsOf, problemView } from "../../accounts/problems.ts"
import { goneMeanwhile, store } from "../../accounts/storing.ts"
import { Api } from "../../api/Api.ts"
import type { ConnectionsGroup } from "../../api/connections.ts"
import type { BodyOf } from "../../api/shapes.ts"
import { answering } from "../../failure.ts"
import { principalStays } from "../../requests/caller.ts"

/** Among holders that are limited to certain accounts, those that may use this one. */
const using = <Kind extends "token" | "agent">(
  kind: Kind,
  scope: string,
  holders: ReadonlyArray<Pick<HubToken, "id" | "name" | "grant">>
) =>
  holders.flatMap(({ id, name, grant: { accounts } }) =>
    accounts?.includes(scope) === true ? [{ kind, id, name, ends: accounts.length === 1 }] : []
  )

/** What depends on an account: hub tokens and agents that may use it by name, and subscriptions to its events. */
const dependentsOf = Effect.fnUntraced(function* (at: AccountName) {
  const scope = scopeOf(at)
  const subscriptions = yield* (yield* Subscriptions).list
  return [
    ...subscriptions
      .filter(({ plugin, account, isEnabled }) => plugin === at.plugin && account === at.name && isEnabled)
      .map(({ id, name }) => ({ kind: "subscription" as const, id, name, ends: true })),
    ...using("agent", scope, yield* (yield* AgentGrants).list),
    ...using("token", scope, yield* (yield* HubTokens).list)
  ]
})

/** Moves the dependents to the account's new name. Statements only. */
const renameDependents = Effect.fnUntraced(function* (before: AccountName, after: string) {
  yield* (yield* Subscriptions).renameAccount(before, after)
  yield* changeAccountLimits(before, after)
})

/**
 * Fails if a change leads an account to another origin without new secrets in place of all stored ones. A sign-in
 * belongs to its origin as a whole.
 *
 * @param values what the change sets
 */
const refuseMovedSecrets = Effect.fnUntraced(function* (kind: AccountKind, before: StoredAccount, values: Values) {
  const moved = movedAddresses(kind.fields, before.settings, { ...before.settings, ...values })
  if (moved.length === 0) return
  const staleFields =
    kind.signIn === undefined
      ? Object.keys(before.secrets)
          .filter((field) => values[field] === undefined)
          .map((field) => ({ field, message: "must be entered again: the stored one belongs to the old address" }))
      : moved.map((field) => ({
          field,
          message: "leads elsewhere, and the sign-in belongs to the old address: sign in there to replace the account"
        }))
  if (staleFields.length > 0) return yield* invalid("inlay", "connect", staleFields)
})

const connect = Effect.fnUntraced(function* (request: BodyOf<typeof ConnectionsGroup, "connect">) {
  yield* manager("connect")
  const one = yield* connectable(request)
  if (one.kind.signIn !== undefined) {
    return yield* wrongField("connect", "kind", "requires a sign-in: start with POST /api/sign-ins")
  }
  yield* refuseTaken({ plugin: one.plugin.id, name: one.name })
  return yield* store(one, { stillWanted: yield* principalStays })
})

/** The tokens of a signed-in account. They are renewed with the settings that it was signed in with. */
const tokensOf = Effect.fnUntraced(function* (plugin: Plugin, from: StoredAccount) {
  const one = fromStored([plugin], from)
  return one && (yield* renewing(one, from)).account.tokens
})

const change = Effect.fnUntraced(function* (
  at: AccountName,
  { name = at.name, values = {} }: BodyOf<typeof ConnectionsGroup, "change">
) {
  yield* manager("connect")
  const { plugins } = yield* SharedRunners
  const storedName = yield* findStored(at, "change")
  const before = (yield* (yield* StoredAccounts).byId(storedName.id)) ?? (yield* goneMeanwhile)
  const plugin = yield* Naming.findPlugin(plugins, storedName.plugin)
  const kind = yield* Naming.findKind(plugin, storedName.kind)
  if (kind.signIn !== undefined && values[TOKEN] !== undefined) {
    return yield* wrongField("connect", TOKEN, "is set by signing in: start with POST /api/sign-ins")
  }
  if (name !== at.name) yield* refuseTaken({ plugin: plugin.id, name })
  yield* refuseMovedSecrets(kind, before, values)
  const storedValues = { ...before.settings, ...secretValues(before.secrets) }
  const one = yield* connectable({ plugin: plugin.id, kind: kind.id, name, values: { ...storedValues, ...values } })
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof renameDependents>>>()
  const renaming = Effect.provideContext(renameDependents(storedName, name), services)
  const trail = yield* AuditTrail
  const [lastUse] = yield* trail.lastUses([at])
  const keeping = lastUse === undefined ? Effect.void : trail.keepLastUse({ plugin: plugin.id, name }, lastUse.atMillis)
  const also = name === at.name ? keeping : Effect.andThen(renaming, keeping)
  const tokens = yield* tokensOf(plugin, before)
  return yield* store(one, {
    stillWanted: yield* principalStays,
    change: { id: before.id, tokens, lastUsedMillis: lastUse?.atMillis, also }
  })
}, Effect.scoped)

/** Asks the provider whether the account works, at no cost. */
const reportOf = Effect.fnUntraced(
  function* (one: PluginAccount) {
    const problems = problemsOf(one)
    const current = one.stored === undefined || problems.length > 0 ? one : yield* renewing(one, one.stored)
    return yield* Connecting.reportOf(current, problems, problemOf)
  },
  Effect.scoped,
  Effect.provide(Spend.layerFree)
)

const check = Effect.fnUntraced(function* (at: AccountName) {
  yield* manager("check")
  const one = yield* findConnected(at)
  const report = yield* reportOf(one)
  const spending = yield* spentBy(one, { ledger: yield* Ledger, book: yield* LedgerBook })
  return {
    ok: report.ok,
    identity: report.identity ?? null,
    scopes: report.scopes,
    limits: report.limits,
    problems: report.problems.map(problemView),
    notes: report.notes ?? [],
    spentToday: spending.today,
    unknownCharges: spending.unknownCharges.map(unknownChargeJson)
  }
})

const removal = Effect.fnUntraced(function* (at: AccountName) {
  yield* manager("disconnect")
  const storedName = yield* findStored(at, "disconnect")
  const { plugins } = yield* SharedRunners
  const kind = plugins.find(({ id }) => id === storedName.plugin)?.accountKinds.find(({ id }) => id === storedName.kind)
  return { account: scopeOf(storedName), revokes: kind?.revoke !== undefined, stops: yield* dependentsOf(storedName) }
})

const disconnect = Effect.fnUntraced(function* (at: AccountName, force: boolean) {
  yield* manager("disconnect")
  const { plugins } = yield* SharedRunners
  const storedName = yield* findStored(at, "disconnect")
  const { replan } = yield* Inbound
  const { revoked, left } = yield* remove(plugins, storedName, {
    force,
    remedy: {
      to: "read",
      text: "Try again later, or remove it by force and delete its secrets at the provider by hand."
    }
    // If the account stays, its webhooks are set up again.
  }).pipe(Effect.ensuring(replan))
  return { revoked, left: left ?? null }
})

export const layer = HttpApiBuilder.group(Api, "connections", (handlers) =>
  handlers.handleAll({
    connect: ({ payload }) => answering(connect(payload)),
    change: ({ params, payload }) => answering(change(params, payload)),
    check: ({ params }) => answering(check(params)),
    removal: ({ params }) => answering(removal(params)),
    remove: ({ params, query }) => answering(disconnect(params, query.force === "true"))
  })
)
