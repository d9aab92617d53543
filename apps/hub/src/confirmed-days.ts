/**
 * A `Runner` to which the cap of a day that is over is no obstacle. After a week without a run, the clock is doubted
 * until any answer of a provider confirms it, and none would come as long as that cap lets nothing be sent.
 */
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import { TrustedClock } from "@inlay/core-http/TrustedClock"
import * as Effect from "effect/Effect"

/** The given runner, which has the account checked first, for free, if its cap is met while the clock is doubted. */
export const confirmed = Effect.fnUntraced(function* (runner: Runner["Service"], plugins: ReadonlyArray<Plugin>) {
  const accounts = yield* Accounts
  const { trust } = yield* TrustedClock
  const services = yield* Effect.context<Transport | Spend>()

  const confirm = Effect.fnUntraced(function* (stepId: string, input: unknown, name?: string) {
    if ((yield* trust).isTrusted) return
    const { reason } = (yield* runner.preview(stepId, input, name)).refusal ?? {}
    if (reason?._tag !== "Refused" || reason.guard !== "cap") return
    const { plugin } = yield* Effect.fromResult(stepOf(plugins, stepId))
    const account = yield* accounts.find(plugin, name)
    const kind = plugin.accountKinds.find(({ id }) => id === account.kind)
    if (kind !== undefined) yield* Effect.provideContext(kind.check(account), services)
  })

  return Runner.of({
    run: (...call) => Effect.andThen(Effect.ignore(confirm(...call)), runner.run(...call)),
    preview: (...call) => Effect.andThen(Effect.ignore(confirm(...call)), runner.preview(...call))
  })
})
