/**
 * Handles the options page's requests to list and change connected accounts.
 *
 * Promises: secrets never leave the worker; an account whose settings cannot work is never saved, and one that the
 * provider rejects only if forced; a stored key is never sent to another origin than the one it was entered for; a
 * change to one account affects no other.
 */
import type { Account, AccountKind, FieldRules } from "@inlay/agent-plugin/Account"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { addressField, originsOf } from "../../messaging/account-address.ts"
import { accountChanged, accountClosed, failureOf, malformed, nameTaken } from "../../messaging/own-failures.ts"
import type { HandlersOf } from "../../messaging/router.ts"
import { ConnectedAccounts } from "../../providers/ConnectedAccounts.ts"
import { kindOf, Steps } from "../../providers/Steps.ts"
import { Vault, type Summary } from "../../vault/accounts.ts"
import { HubVault } from "../../vault/hub.ts"
import { Preferences } from "../../vault/preferences.ts"
import { candidateOf } from "./candidate.ts"
import {
  isAccountName,
  type AccountProblem,
  type AccountRequests,
  type AccountView,
  type Check,
  type Connectable
} from "./requests.ts"

/** Assigns an error to the fields that were entered. */
const problemsOf = (kind: AccountKind<FieldRules>, error: ProviderError): ReadonlyArray<AccountProblem> => {
  const { reason } = error
  if (reason._tag === "Invalid" && reason.fields.length > 0) {
    return reason.fields.map(({ field, message }) => ({ is: "wrong", field, message }))
  }
  const address = reason._tag === "Refused" && reason.guard === "baseAddress" ? addressField(kind.fields) : undefined
  return [{ is: "failed", problem: failureOf(error), ...(address !== undefined && { field: address }) }]
}

type Plugins = Steps["Service"]["plugins"]

const spends = ({ accountKinds }: Pick<Plugins[number], "accountKinds">): boolean =>
  accountKinds.some(({ spending }) => spending !== undefined)

/** Plugins that can spend come first, because a form starts with the first plugin. */
const inOrder = (plugins: Plugins): Plugins => plugins.toSorted((a, b) => Number(spends(b)) - Number(spends(a)))

/** @param onChange runs after an account was saved or removed */
export const make = Effect.fnUntraced(function* (onChange: Effect.Effect<void>) {
  const steps = yield* Steps
  const vault = yield* Vault
  const connectedAccounts = yield* ConnectedAccounts
  const hubVault = yield* HubVault
  const preferences = yield* Preferences

  const none: Account["secrets"] = {}
  /** An account's secrets, and why they cannot be opened: they are lost then. */
  const open = (plugin: string, name: string) =>
    vault.find(plugin, name).pipe(
      Effect.map((account) => ({ secrets: account?.secrets ?? none, closed: undefined })),
      Effect.catchTag("VaultProblem", (closed) => Effect.succeed({ secrets: none, closed }))
    )

  const viewOf = Effect.fnUntraced(function* ({ plugin, name, readable }: Summary) {
    const { secrets, closed } = yield* open(plugin, name)
    const fields = kindOf(steps, plugin, readable?.kind ?? "")?.fields ?? []
    return {
      plugin,
      account: name,
      kind: readable?.kind ?? "",
      values: readable?.settings ?? {},
      hasSecret: Object.fromEntries(
        fields.filter(({ secret }) => secret).map((field) => [field.name, secrets[field.name] !== undefined])
      ),
      ...(closed !== undefined && { closed: failureOf(accountClosed(name, closed)) })
    } satisfies AccountView
  })

  const connectable = Effect.fnUntraced(function* ({ id, title, accountKinds }: Plugins[number]) {
    const choice = yield* vault.chosen(id)
    return {
      id,
      title,
      // Kinds that sign in cannot be connected through a form.
      accountKinds: accountKinds
        .filter(({ signIn }) => signIn === undefined)
        .map((kind) => ({ id: kind.id, title: kind.title, fields: kind.fields })),
      ...(!spends({ accountKinds }) && { isFree: true }),
      ...((yield* hubVault.way(id)) === "hub" && { isThroughHub: true }),
      ...(choice !== undefined && { chosen: choice })
    } satisfies Connectable<FieldRules>
  })

  const accounts = Effect.all({
    plugins: Effect.forEach(inOrder(steps.plugins), connectable),
    accounts: Effect.flatMap(vault.list, (list) => Effect.forEach(list, viewOf))
  })

  const originsInUse = Effect.gen(function* () {
    const accountOrigins = (yield* vault.list).flatMap(({ plugin, readable }) =>
      readable === undefined ? [] : originsOf(kindOf(steps, plugin, readable.kind)?.fields ?? [], readable.settings)
    )
    const hub = yield* hubVault.record
    const hubOrigins = hub === undefined ? [] : [hub.origin]
    return { origins: [...new Set([...accountOrigins, ...hubOrigins, ...(yield* preferences.lineOrigins)])] }
  })

  const saveAccount = Effect.fnUntraced(function* (input: AccountRequests["saveAccount"]["input"]) {
    const { plugin, account: name, values, force, isNew } = input
    const kind = kindOf(steps, plugin, input.kind)
    if (kind === undefined || !isAccountName(name)) return yield* malformed
    // The unknown field is not named in the failure, because its name may be the key itself.
    if (Object.keys(values).some((field) => !kind.fields.some((one) => one.name === field))) {
      return yield* malformed
    }
    const summary = (yield* vault.list).find((one) => one.plugin === plugin && one.name === name)
    const overtaken = isNew ? nameTaken(name) : accountChanged
    if ((summary !== undefined) === isNew) return yield* overtaken
    const failure = (problems: ReadonlyArray<AccountProblem>): Check => ({
      ok: false,
      saved: false,
      limits: [],
      problems
    })
    const failedBy = Effect.catch((error: ProviderError) => Effect.succeed(failure(problemsOf(kind, error))))

    const stored = { account: summary?.readable, secrets: (yield* open(plugin, name)).secrets }
    const { candidate, missing, isNumbersOnly } = candidateOf(kind, input, stored)
    /** A check takes seconds, in which another page may have changed or removed the account. */
    const save = Effect.gen(function* () {
      return yield* (yield* vault.save(candidate, stored.account?.revision)) ? onChange : overtaken
    })
    if (missing.length > 0) return failure(missing)
    const impossible = yield* steps.validate(candidate).pipe(Effect.as(undefined), failedBy)
    if (impossible !== undefined) return impossible
    if (isNumbersOnly) {
      yield* save
      return { ok: true, saved: true, isUnasked: true, limits: [], problems: [] } satisfies Check
    }
    const check: Check = yield* connectedAccounts
      .sendable({ origins: originsOf(kind.fields, candidate.settings) })
      .pipe(
        Effect.andThen(steps.check(candidate)),
        Effect.map(({ ok, limits, problems }) => ({
          ok,
          saved: false,
          limits,
          problems: problems.map(({ what, remedy }): AccountProblem => ({
            is: "failed",
            problem: { what, ...(remedy !== undefined && { remedy }) }
          }))
        })),
        failedBy
      )
    const saved = check.ok || force
    if (saved) yield* save
    return { ...check, saved }
  })

  return {
    accounts: () => accounts,
    saveAccount,
    removeAccount: ({ plugin, account }) =>
      vault.remove(plugin, account).pipe(Effect.andThen(onChange), Effect.as(null)),
    chooseAccount: (ref) => Effect.as(connectedAccounts.choose(ref), null),
    originsInUse: () => originsInUse
  } satisfies HandlersOf<AccountRequests>
})
