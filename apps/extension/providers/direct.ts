/** Runs steps in this worker, which sends requests directly to the account's provider. */
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts, scopeOf } from "@inlay/agent-plugin/Accounts"
import type { Runnable } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Row } from "@inlay/core-http/Ledger"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import { MaxCredits, Refresh, Spend, UnknownCharge } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import { TrustedClock, type Trust } from "@inlay/core-http/TrustedClock"
import * as Effect from "effect/Effect"

import type { AccountRef } from "../messaging/account.ts"
import { malformed } from "../messaging/own-failures.ts"
import { kindOf, Steps, type UnknownChargeRow } from "./Steps.ts"

const chargeRowOf = ({ id, operation, keys, atMillis, estimate }: Row): UnknownChargeRow => ({
  id,
  operation,
  keys,
  at: new Date(atMillis).toISOString(),
  upTo: estimate
})

/**
 * The credits of the day. Of a doubted day that is over by the system clock nothing is said: a run has the clock
 * confirmed before it counts them.
 */
const today = (credits: number, { aheadMillis }: Trust): number => (aheadMillis > 0 ? 0 : credits)

const isCapReached = ({ reason }: ProviderError): boolean => reason._tag === "Refused" && reason.guard === "cap"

/** @param plugins the plugins whose steps the runner runs */
export const make = Effect.fnUntraced(function* (plugins: ReadonlyArray<Runnable>) {
  const runner = yield* Runner
  const spend = yield* Spend
  const accounts = yield* Accounts
  const { trust } = yield* TrustedClock
  const services = yield* Effect.context<Transport | Spend>()

  const accountOf = Effect.fnUntraced(function* ({ plugin: id, account: name }: AccountRef) {
    const plugin = plugins.find((one) => one.id === id)
    return plugin === undefined ? yield* malformed : yield* accounts.find(plugin, name)
  })

  const kindFor = (account: Account) => kindOf({ plugins }, account.plugin, account.kind)

  const check: Steps["Service"]["check"] = (account) => {
    const kind = kindFor(account)
    return kind === undefined ? Effect.fail(malformed) : Effect.provideContext(kind.check(account), services)
  }

  /** Returns who pays for an account's requests, or `undefined` if its requests cost nothing. */
  const payerOf = Effect.fnUntraced(function* (ref: AccountRef) {
    const account = yield* accountOf(ref)
    const spending = kindFor(account)?.spending
    return spending === undefined ? undefined : { scope: scopeOf(account), purse: (yield* spending(account)).purse }
  })

  return Steps.of({
    plugins,
    preview: ({ step, input, account }) =>
      Effect.zipWith(runner.preview(step, input, account), trust, ({ blocking, spent, ...preview }, trusted) => ({
        ...preview,
        spent: { ...spent, day: today(spent.day, trusted) },
        blocking: blocking.map(chargeRowOf)
      })),
    run: (ask, { askAgain, refresh = false, maxCredits }) => {
      const running = runner
        .run(ask.step, ask.input, ask.account)
        .pipe(
          Effect.provideService(UnknownCharge, askAgain ? "ask_again" : "block"),
          Effect.provideService(Refresh, refresh),
          Effect.provideService(MaxCredits, maxCredits)
        )
      // Any answer of the provider confirms the clock, and none would come as long as the cap of a day that is over
      // lets nothing be sent.
      const confirmed = Effect.andThen(Effect.ignore(Effect.flatMap(accountOf(ask), check)), running)
      return Effect.flatMap(trust, ({ isTrusted }) =>
        isTrusted ? running : Effect.catchIf(running, isCapReached, () => confirmed)
      )
    },
    spent: (ref) =>
      Effect.gen(function* () {
        const payer = yield* payerOf(ref)
        if (payer === undefined) return { today: 0, unknownCharges: [] }
        const [{ day }, rows] = yield* Effect.all([spend.spent(payer), spend.unknowns(payer)])
        return { today: today(day, yield* trust), unknownCharges: rows.map(chargeRowOf) }
      }),
    settle: (ref, { id, credits }) =>
      Effect.gen(function* () {
        const payer = yield* payerOf(ref)
        return payer !== undefined && (yield* spend.settleUnknown(payer, id, credits))
      }),
    traceOf: (pluginId, identifier) => plugins.find(({ id }) => id === pluginId)?.subjectOf?.(identifier),
    prepare: (pluginId) => plugins.find(({ id }) => id === pluginId)?.load ?? Effect.void,
    validate: (account) => {
      const kind = kindFor(account)
      return kind === undefined ? Effect.fail(malformed) : Effect.asVoid(Effect.fromResult(kind.validate(account)))
    },
    check
  })
})
