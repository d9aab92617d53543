/** The runners that a server's principals share. */
import { Accounts } from "@inlay/agent-plugin/Accounts"
import type { Audit } from "@inlay/agent-plugin/Audit"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import { inSpan } from "@inlay/agent-plugin/StepSpan"
import type { Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Causes } from "../../inbound/causes.ts"
import { notingChanges } from "../../inbound/own-runs.ts"
import { readOnlyAccounts } from "./reach.ts"
import { SharedRunners } from "./run-as.ts"

const running = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, accounts: Accounts["Service"]) {
  const context = yield* Layer.build(Layer.provide(Runner.layer(plugins, inSpan), Layer.succeed(Accounts, accounts)))
  const runner = yield* Effect.provide(Runner, context)
  return { accounts, runner: notingChanges(runner, plugins, accounts, yield* Causes) }
})

export const layer = (
  plugins: ReadonlyArray<Plugin>
): Layer.Layer<SharedRunners, never, Accounts | Audit | Transport | Spend | Causes> =>
  Layer.effect(
    SharedRunners,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      return {
        plugins,
        writing: yield* running(plugins, accounts),
        reading: yield* running(plugins, readOnlyAccounts(accounts))
      }
    })
  )
