/** `inlay disconnect`: an account revoked at its provider and forgotten here; what it spent stays in the ledger. */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import type { RevokeReport } from "@inlay/agent-plugin/SignIn"
import { TimeLimit } from "@inlay/core-http/Client"
import { LookupCache } from "@inlay/core-http/LookupCache"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

import { renewing } from "../../accounts/Accounts.ts"
import { fromStored } from "../../accounts/plugin-account.ts"
import type { StoredAccount } from "../../accounts/stored-account.ts"
import { StoredAccounts, type Named } from "../../accounts/StoredAccounts.ts"
import { fullName } from "../../accounts/vault/problems.ts"
import { plugins as allPlugins } from "../../plugins.gen.ts"
import * as Hub from "../../runner.ts"
import { asking, isAttended } from "../../terminal/ask.ts"
import { withProgress } from "../../terminal/progress.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { findAccount } from "../input/naming.ts"
import type { Report } from "../report.ts"

export interface Options {
  readonly account: string
  readonly yes: boolean
  readonly force: boolean
  readonly data: string | undefined
}

const REVOKE_LIMIT = Duration.seconds(20)

const BY_HAND = "Its secrets still work at the provider: delete them there where nobody else needs them."

const notRevoked = (name: string, { provider, operation, reason }: ProviderError) =>
  new ProviderError({
    provider,
    operation,
    reason: {
      ...reason,
      what: `${name} could not be revoked at its provider, and stays connected: ${reason.what}`,
      remedy: {
        to: "read",
        text: "Run it again later; or with --force, which forgets it here, and delete its secrets at the provider by hand."
      }
    }
  })

const unchangedReport = ({ plugin, name }: Named): Report => ({
  ok: false,
  json: { ok: false, plugin, name, revoked: false, left: null },
  text: () => "Nothing was changed."
})

const revoke = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, storedAccounts: StoredAccount) {
  const one = fromStored(plugins, storedAccounts)
  const unable: RevokeReport = { revoked: false, left: BY_HAND }
  if (one?.kind.revoke === undefined) return unable
  const { account } = yield* renewing(one, storedAccounts)
  return yield* one.kind.revoke(account).pipe(
    Effect.provideService(TimeLimit, REVOKE_LIMIT),
    Effect.provide(Spend.layerFree),
    withProgress("Revoking at the provider …"),
    // What the provider no longer knows needs no revoking.
    Effect.catchIf(
      ({ reason }) => reason._tag === "Unauthorized",
      () => Effect.succeed<RevokeReport>({ revoked: true })
    )
  )
}, Effect.scoped)

export const disconnectFrom = (plugins: ReadonlyArray<Plugin>) =>
  Effect.fnUntraced(function* ({ account: reference, yes, force, data }: Options) {
    const directory = Hub.dataDirectory(data)
    return yield* Effect.gen(function* () {
      const storedAccounts = yield* StoredAccounts
      const target = yield* findAccount(yield* storedAccounts.names, reference)
      const name = fullName(target)
      const isConfirmed = yes || !isAttended() || (yield* asking(({ confirm }) => confirm(`Disconnect ${name}?`)))
      if (!isConfirmed) return unchangedReport(target)
      const withForce = (error: ProviderError) =>
        force ? Effect.succeed<RevokeReport>({ revoked: false, left: BY_HAND }) : Effect.fail(error)
      const account = yield* storedAccounts
        .byId(target.id)
        .pipe(Effect.catchTag("ProviderError", (error) => (force ? Effect.undefined : Effect.fail(error))))
      const { revoked, left } =
        account === undefined
          ? { revoked: false, left: BY_HAND }
          : yield* Effect.catchTag(revoke(plugins, account), "ProviderError", (error) =>
              withForce(notRevoked(name, error))
            )
      yield* storedAccounts.remove(target.id)
      yield* Effect.flatMap(LookupCache, (cache) => cache.clear(scopeOf(target)))
      const report: Report = {
        ok: true,
        json: { ok: true, plugin: target.plugin, name: target.name, revoked, left: left ?? null },
        text: ({ columns }) =>
          [
            `${name} is disconnected${revoked ? ", its secrets revoked at the provider" : ""}.`,
            ...(left === undefined ? [] : [indentLines(left, columns, 0)])
          ].join("\n")
      }
      return report
    }).pipe(Effect.provide(Hub.keeping(directory)), Hub.orUnusable(directory))
  })

export const disconnect = disconnectFrom(allPlugins)
