/** The runners that all principals of a server share. */
import { Accounts } from "@inlay/agent-plugin/Accounts"
import type { Audit } from "@inlay/agent-plugin/Audit"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Spend } from "@inlay/core-http/Spend"
import type { Transport } from "@inlay/core-http/Transport"
import type { TrustedClock } from "@inlay/core-http/TrustedClock"
import type { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlClient } from "effect/sql/SqlClient"

import type { Causes } from "../../inbound/chains/causes.ts"
import * as OwnRuns from "../../inbound/chains/own-runs.ts"
import { readOnlyAccounts } from "../../principals/reach.ts"
import * as EndedCalls from "./ended-calls.ts"
import { SharedRunners } from "./run-as.ts"

const running = Effect.fnUntraced(function* (plugins: ReadonlyArray<Plugin>, accounts: Accounts["Service"]) {
  const context = yield* Layer.build(Layer.provide(OwnRuns.layer(plugins), Layer.succeed(Accounts, accounts)))
  return { accounts, runner: yield* Effect.provide(Runner, context) }
})

export const layer = (
  plugins: ReadonlyArray<Plugin>
): Layer.Layer<
  SharedRunners,
  never,
  Accounts | Audit | Transport | Spend | Causes | SqlClient | Database | TrustedClock
> =>
  Layer.effect(
    SharedRunners,
    Effect.gen(function* () {
      const accounts = yield* Accounts
      return {
        plugins,
        writing: yield* running(plugins, accounts),
        reading: yield* running(plugins, readOnlyAccounts(accounts)),
        refusal: yield* EndedCalls.make
      }
    })
  )
