/**
 * The connected account, as the options page sees and changes it.
 *
 * Promises: no secret leaves; an account whose settings cannot work is never saved, one that the provider refuses only
 * by force; a stored key is never sent to another origin than the one it was entered for.
 */
import { make as makeAccount, type Account, type AccountKind } from "@inlay/agent-plugin/Account"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"

import { Browser } from "../../messaging/browser.ts"
import type { AccountView, Check, Requests } from "../../messaging/contract.ts"
import { forPages, hostDenied, offline, storageFailure } from "../../providers/failures.ts"
import { Provider } from "../../providers/provider.ts"
import { ACCOUNT_NAME, Vault } from "../../vault/accounts.ts"
import { addressField, addressOrigin } from "./address.ts"

type Problem = Check["problems"][number]

/** What an error says about the fields that were given. */
const problemsOf = (kind: AccountKind, error: ProviderError): ReadonlyArray<Problem> => {
  const { reason } = forPages(error)
  const labelOf = (name: string) => kind.fields.find((field) => field.name === name)?.label ?? name
  if (reason._tag === "Invalid" && reason.fields.length > 0) {
    return reason.fields.map(({ field, message }) => ({
      what: `${labelOf(field)} ${message}.`,
      fix: "Correct it and save again.",
      field
    }))
  }
  const { what, fix } = reason
  const atAddress = reason._tag === "Refused" && reason.guard === "baseAddress"
  return [{ what, fix, ...(atAddress && { field: addressField(kind) }) }]
}

/** @param changed runs after the account was saved or removed */
export const make = Effect.fnUntraced(function* (plugin: string, changed: Effect.Effect<void>) {
  const browser = yield* Browser
  const provider = yield* Provider
  const vault = yield* Vault
  const kind = provider.kindOf(plugin)

  const summary = Effect.catchTag(vault.summary(plugin), "VaultProblem", () => Effect.undefined)
  /** The stored secrets; none where they cannot be read any more. */
  const readable = Effect.map(
    Effect.catchTag(vault.account(plugin), "VaultProblem", () => Effect.undefined),
    (account) => account?.secrets ?? {}
  )
  /** Why the stored account cannot be opened. */
  const problem = vault.account(plugin).pipe(
    Effect.as(undefined),
    Effect.catchTag("VaultProblem", (error) => Effect.succeed(storageFailure("account", error).reason.what))
  )
  const stored = <A>(operation: string, effect: Effect.Effect<A, Parameters<typeof storageFailure>[1]>) =>
    Effect.mapError(effect, (error) => storageFailure(operation, error))

  const account = stored(
    "account",
    Effect.gen(function* () {
      const closed = yield* problem
      const kept = yield* summary
      if (kept === undefined && closed === undefined) return null
      const secrets = yield* readable
      const view: AccountView = {
        ...(closed !== undefined && { closed }),
        values: kept?.settings ?? {},
        hasSecret: Object.fromEntries(
          kind.fields.filter(({ secret }) => secret).map(({ name }) => [name, secrets[name] !== undefined])
        )
      }
      return view
    })
  )

  /** The account that these values make, with stored secrets where none is given, and what is missing in it. */
  const candidateOf = Effect.fnUntraced(function* (values: Readonly<Record<string, string>>) {
    const given = makeAccount({ plugin, name: ACCOUNT_NAME, kind, values, revision: "unsaved" })
    const before = yield* summary
    const kept = yield* readable
    const movedAway =
      before !== undefined && addressOrigin(kind, before.settings) !== addressOrigin(kind, given.settings)
    const secrets: Account["secrets"] = { ...(movedAway ? {} : kept), ...given.secrets }
    const candidate: Account = { ...given, secrets }
    const missing = kind.fields
      .filter(({ name, required, secret }) => required && (secret ? secrets : given.settings)[name] === undefined)
      .map(({ name, label, secret }): Problem => ({
        what:
          secret && movedAway ? `The address changed, and ${label} belongs to the old one.` : `${label} is missing.`,
        fix: "Enter it and save again.",
        field: name
      }))
    return { candidate, missing }
  })

  const report = Effect.fnUntraced(function* (candidate: Account) {
    const origin = addressOrigin(kind, candidate.settings)
    if (!(yield* browser.online)) return yield* offline("saveAccount")
    if (origin !== undefined && !(yield* browser.mayReach(origin))) return yield* hostDenied("saveAccount", origin)
    return yield* provider.check(candidate)
  })

  const saveAccount = Effect.fnUntraced(function* ({ values, force }: Requests["saveAccount"]["input"]) {
    // It is not named: what stands in the place of a name may be the key.
    if (Object.keys(values).some((name) => !kind.fields.some((field) => field.name === name))) {
      return yield* invalid("inlay", "saveAccount", [
        { field: "values", message: "hold what this account has no field for" }
      ])
    }
    const failed = (problems: ReadonlyArray<Problem>): Check => ({ ok: false, saved: false, limits: [], problems })
    const failedBy = Effect.catch((error: ProviderError) => Effect.succeed(failed(problemsOf(kind, error))))

    const { candidate, missing } = yield* stored("saveAccount", candidateOf(values))
    if (missing.length > 0) return failed(missing)
    const impossible = yield* provider.validate(candidate).pipe(Effect.as(undefined), failedBy)
    if (impossible !== undefined) return impossible
    const check: Check = yield* report(candidate).pipe(
      Effect.map(({ ok, limits, problems }) => ({ ok, saved: false, limits, problems })),
      failedBy
    )
    const saved = check.ok || force
    if (saved) yield* Effect.andThen(stored("saveAccount", vault.save(candidate)), changed)
    return { ...check, saved }
  })

  return {
    account: () => account,
    saveAccount,
    removeAccount: () => stored("removeAccount", vault.remove(plugin)).pipe(Effect.andThen(changed), Effect.as(null))
  }
})
