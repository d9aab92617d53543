/** `/api/plugins` and `/api/accounts`: the plugins that can be connected, and the accounts that are. */
import { problemOf } from "@inlay/agent-plugin/Account"
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import { quotedName } from "@inlay/agent-plugin/Catalog"
import { manifestOf } from "@inlay/agent-plugin/manifest"
import { nearest } from "@inlay/core-http/nearest"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"

import { connectedAccounts } from "../../../../accounts/listing.ts"
import { ENVIRONMENT, shownSettings, type PluginAccount } from "../../../../accounts/plugin-account.ts"
import { signInEndMillis } from "../../../../accounts/stored-account.ts"
import { unknownName } from "../../../../hub-error.ts"
import { iso } from "../../../../iso.ts"
import { mayUseAccount } from "../../../../principals/Principal.ts"
import { pluginsOf } from "../../../../principals/reach.ts"
import type { AccountName } from "../../../../storage/AccountRows.ts"
import { AuditTrail } from "../../../../storage/AuditTrail.ts"
import { CurrentPrincipal } from "../../../run-as/CurrentPrincipal.ts"
import { SharedRunners } from "../../../run-as/run-as.ts"
import { problemsOf, problemView } from "../../accounts/problems.ts"
import { Api } from "../../api/Api.ts"
import { answering } from "../../failure.ts"

/**
 * How much of an account is shown: everything to callers that manage, and to extensions the settings by which they
 * recognise pages.
 */
type Detail = "all" | "settings" | "none"

/**
 * An account as the API shows it.
 * @param lastUsedMillis when an account of its name was last used, which may have been an earlier one
 */
export const accountView = (one: PluginAccount, lastUsedMillis: number | undefined, detail: Detail) => {
  const { plugin, kind, account, stored } = one
  const problems = problemsOf(one)
  const isOwnUse = lastUsedMillis !== undefined && lastUsedMillis >= (stored?.createdMillis ?? 0)
  return {
    id: scopeOf(account),
    plugin: plugin.id,
    name: account.name,
    kind: kind.id,
    source: account.name === ENVIRONMENT ? ("environment" as const) : ("vault" as const),
    readOnly: account.readOnly,
    ok: problems.length === 0,
    problems: problems.map(problemView),
    createdAt: iso(stored?.createdMillis),
    expiresAt: iso(stored?.grant && signInEndMillis(stored.grant)),
    lastUsedAt: iso(isOwnUse ? lastUsedMillis : undefined),
    ...(detail !== "none" && { settings: shownSettings(one) }),
    ...(detail === "all" && { secrets: Object.keys(account.secrets) })
  }
}

const plugins = Effect.gen(function* () {
  const principal = yield* CurrentPrincipal
  const runners = yield* SharedRunners
  const own = pluginsOf(runners.plugins, principal).map(manifestOf)
  return {
    plugins: own.map(({ id, title, description, status, accountKinds }) => ({
      id,
      title,
      description,
      status,
      accountKinds
    }))
  }
})

const list = Effect.gen(function* () {
  const principal = yield* CurrentPrincipal
  const runners = yield* SharedRunners
  const { usable, inaccessible } = yield* connectedAccounts(runners.plugins, process.env)
  const reachable = {
    usable: usable.filter(({ account }) => mayUseAccount(principal, account)),
    inaccessible: inaccessible.filter(({ named }) => mayUseAccount(principal, named))
  }
  const names = [...reachable.usable.map(({ account }) => account), ...reachable.inaccessible.map(({ named }) => named)]
  const uses = yield* (yield* AuditTrail).lastUses(names)
  const lastUseOf = ({ plugin, name }: AccountName) =>
    uses.find((use) => use.plugin === plugin && use.account === name)?.atMillis
  const detail = principal.grant.manages === true ? "all" : principal.kind === "extension" ? "settings" : "none"
  return {
    accounts: [
      ...reachable.usable.map((one) => accountView(one, lastUseOf(one.account), detail)),
      ...reachable.inaccessible.map(({ named, problem }) => ({
        id: scopeOf(named),
        plugin: named.plugin,
        name: named.name,
        kind: named.kind,
        source: "vault" as const,
        readOnly: false,
        ok: false,
        problems: [problemView(problemOf(problem))],
        createdAt: null,
        expiresAt: null,
        lastUsedAt: iso(lastUseOf(named))
      }))
    ]
  }
})

const get = Effect.fnUntraced(function* ({ plugin, name }: AccountName) {
  const scope = scopeOf({ plugin, name })
  const { accounts } = yield* list
  const account = accounts.find(({ id }) => id === scope)
  if (account !== undefined) return account
  const nearNames = nearest(
    scope,
    accounts.map(({ id }) => id)
  )
  return yield* unknownName("accounts", `There is no account ${quotedName(scope)}.`, nearNames)
})

export const layer = HttpApiBuilder.group(Api, "accounts", (handlers) =>
  handlers.handleAll({
    plugins: () => plugins,
    list: () => answering(list),
    get: ({ params }) => answering(get(params))
  })
)
