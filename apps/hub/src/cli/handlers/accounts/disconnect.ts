/**
 * `inlay disconnect`: revokes an account at its provider, switches its subscriptions off, takes it from the tokens that
 * are limited to it, and deletes it here. Its spending stays in the ledger.
 */
import type { Remedy } from "@inlay/core-http/Remedy"
import * as Effect from "effect/Effect"

import { findAccount } from "../../../accounts/naming.ts"
import { endedSentence, remove } from "../../../accounts/removing.ts"
import { StoredAccounts } from "../../../accounts/StoredAccounts.ts"
import { fullName } from "../../../accounts/vault/problems.ts"
import * as Runners from "../../../runner.ts"
import type { AccountIdentity } from "../../../storage/AccountRows.ts"
import { asking, isAttended } from "../../../terminal/ask.ts"
import { withProgress } from "../../../terminal/progress.ts"
import { indentLines } from "../../../terminal/wrap.ts"
import { dataDirectory } from "../../data-directory.ts"
import { allPlugins } from "../../plugins.ts"
import type { Report } from "../../report.ts"

export interface Options {
  readonly account: string
  readonly yes: boolean
  readonly force: boolean
  readonly revokeShared: boolean
}

const LATER: Remedy = {
  to: "read",
  text: "Run it again later. Or run it with --force, which removes it here only, and delete its secrets at the provider by hand."
}

const unchangedReport = ({ plugin, name }: AccountIdentity): Report => ({
  ok: false,
  json: { ok: false, plugin, name, revoked: false, left: null, subscriptions: [] },
  text: () => "Nothing was changed."
})

export const disconnect = Effect.fnUntraced(function* ({ account: reference, yes, force, revokeShared }: Options) {
  const plugins = yield* allPlugins
  return yield* Effect.gen(function* () {
    const storedAccounts = yield* StoredAccounts
    const target = yield* findAccount(yield* storedAccounts.names, reference, {
      operation: "disconnect",
      plugins,
      env: process.env
    })
    const name = fullName(target)
    const isConfirmed = yes || !isAttended() || (yield* asking(({ confirm }) => confirm(`Disconnect ${name}?`)))
    if (!isConfirmed) return unchangedReport(target)
    const { revoked, left, subscriptions } = yield* withProgress("Revoking at the provider …")(
      remove(plugins, target, { force, revokeShared, remedy: LATER })
    )
    return {
      ok: true,
      json: { ok: true, plugin: target.plugin, name: target.name, revoked, left: left ?? null, subscriptions },
      text: ({ columns }) =>
        [
          `${name} is disconnected${revoked ? ", its secrets revoked at the provider" : ""}.`,
          left ?? "",
          endedSentence(subscriptions)
        ]
          .filter(Boolean)
          .map((line) => indentLines(line, columns, 0))
          .join("\n")
    } satisfies Report
  }).pipe(Effect.provide(Runners.accountManagement(yield* dataDirectory)))
})
