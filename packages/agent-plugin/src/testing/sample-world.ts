/** A Runner for the sample plugin's tests: accounts in memory, nothing sent. */
import * as Spend from "@inlay/core-http/Spend"
import { Transport, TransportFailure } from "@inlay/core-http/Transport"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { make, type Account } from "../account/Account.ts"
import { Accounts } from "../account/Accounts.ts"
import type { Runnable } from "../Plugin.ts"
import { Audit, type AuditRecord } from "../runner/Audit.ts"
import { Runner, type Traced } from "../runner/Runner.ts"
import { samplePlugin } from "./sample-plugin.ts"

const kind = samplePlugin.accountKinds[0]!
export const account = (name: string, greeting = "Hello", revision = "1") =>
  make({ plugin: "sample", name, kind, values: { greeting }, revision })

export const world = (
  accounts: () => ReadonlyArray<Account>,
  records: Array<AuditRecord> = [],
  plugin: Runnable = samplePlugin,
  traced?: Traced
) =>
  Runner.layer([plugin], traced).pipe(
    Layer.provide([
      Accounts.layer(accounts),
      Layer.succeed(Audit, { record: (entry) => Effect.sync(() => void records.push(entry)) }),
      Layer.succeed(Transport, {
        send: () => Effect.fail(new TransportFailure({ kind: "network", detail: "none", sent: false }))
      }),
      Spend.layerMemory("run")
    ])
  )

export const run = (step: string, input: unknown, name?: string) =>
  Effect.flatMap(Runner, (runner) => runner.run(step, input, name))
