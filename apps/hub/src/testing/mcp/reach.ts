/** What a principal may use of a hub. */
import { Accounts, choose } from "@inlay/agent-plugin/Accounts"
import { stepOf } from "@inlay/agent-plugin/Catalog"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Effect from "effect/Effect"

import type { Reach } from "../../agents/mcp/tools.ts"
import { mayUseAccount, mayUseStep, type Principal } from "../../agents/principals/Principal.ts"

export const reachFor = (principal: Principal, whole: Reach): Reach => {
  const { runner } = whole
  const list = Effect.map(whole.accounts.list, (all) => all.filter((one) => mayUseAccount(principal, one)))
  const accounts = Accounts.of({
    ...whole.accounts,
    list,
    find: (plugin, name) =>
      Effect.flatMap(list, (all) =>
        Effect.flatMap(
          Effect.fromResult(
            choose(
              plugin,
              all.filter((one) => one.plugin === plugin.id),
              name
            )
          ),
          (account) => whole.accounts.find(plugin, account.name)
        )
      )
  })
  const plugins = whole.plugins.map((plugin) => ({
    ...plugin,
    toolSteps: plugin.toolSteps.filter((step) => mayUseStep(principal, plugin, step))
  }))
  const within =
    <A, E>(use: (step: string, input: unknown, account?: string) => Effect.Effect<A, E>) =>
    (step: string, input: unknown, account?: string) =>
      Effect.fromResult(stepOf(plugins, step)).pipe(
        Effect.flatMap(({ plugin }) => Effect.orDie(Effect.result(accounts.find(plugin, account)))),
        Effect.flatMap(Effect.fromResult),
        Effect.flatMap(({ name }) => use(step, input, name))
      )
  return {
    plugins,
    accounts,
    runner: Runner.of({ run: within(runner.run) as never, preview: within(runner.preview) as never }),
    caller: { ...whole.caller, principal: principal.id }
  }
}
