/** Runs steps in this worker, which sends requests directly to the account's provider. */
import { Accounts, scopeOf } from "@inlay/agent-plugin/Accounts"
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Row } from "@inlay/core-http/Ledger"
import { MaxCredits, Refresh, Spend, UnknownCharge } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"

import type { AccountRef } from "../messaging/account.ts"
import { malformed } from "../messaging/own-failures.ts"
import { kindOf, Provider, type UnknownChargeRow } from "./provider.ts"

const chargeRowOf = ({ id, operation, keys, atMillis, estimate }: Row): UnknownChargeRow => ({
  id,
  operation,
  keys,
  at: new Date(atMillis).toISOString(),
  upTo: estimate
})

/** @param plugins the plugins whose steps the runner runs */
export const make = Effect.fnUntraced(function* (plugins: ReadonlyArray<Runnable>) {
  const runner = yield* Runner
  const spend = yield* Spend
  const accounts = yield* Accounts
  const services = yield* Effect.context<Transport | Spend>()

  /** Returns who pays for an account's requests, or `undefined` if its requests cost nothing. */
  const payerOf = Effect.fnUntraced(function* ({ plugin: id, account: name }: AccountRef) {
    const plugin = plugins.find((one) => one.id === id)
    if (plugin === undefined) return yield* malformed
    const account = yield* accounts.find(plugin, name)
    const spending = kindOf({ plugins }, id, account.kind)?.spending
    return spending === undefined ? undefined : { scope: scopeOf(account), purse: (yield* spending(account)).purse }
  })

  return Provider.of({
    plugins,
    preview: ({ step, input, account }) =>
      Effect.map(runner.preview(step, input, account), ({ blocking, ...preview }) => ({
        ...preview,
        blocking: blocking.map(chargeRowOf)
      })),
    run: ({ step, input, account }, { askAgain, refresh = false, maxCredits }) =>
      runner
        .run(step, input, account)
        .pipe(
          Effect.provideService(UnknownCharge, askAgain ? "ask_again" : "block"),
          Effect.provideService(Refresh, refresh),
          Effect.provideService(MaxCredits, maxCredits)
        ),
    figures: (ref) =>
      Effect.gen(function* () {
        const payer = yield* payerOf(ref)
        if (payer === undefined) return { today: 0, unknownCharges: [] }
        const [spending, rows] = yield* Effect.all([spend.spent(payer), spend.unknowns(payer)])
        return { today: spending.day, unknownCharges: rows.map(chargeRowOf) }
      }),
    settle: (ref, { id, credits }) =>
      Effect.gen(function* () {
        const payer = yield* payerOf(ref)
        return payer !== undefined && (yield* spend.settleUnknown(payer, id, credits))
      }),
    traceOf: (pluginId, identifier) => plugins.find(({ id }) => id === pluginId)?.subjectOf?.(identifier),
    prepare: (pluginId) => plugins.find(({ id }) => id === pluginId)?.load ?? Effect.void,
    validate: (account) => {
      const kind = kindOf({ plugins }, account.plugin, account.kind)
      return kind === undefined ? Effect.fail(malformed) : Effect.asVoid(Effect.fromResult(kind.validate(account)))
    },
    check: (account) => {
      const kind = kindOf({ plugins }, account.plugin, account.kind)
      return kind === undefined ? Effect.fail(malformed) : Effect.provideContext(kind.check(account), services)
    }
  })
})
