/** Test setup for steps: a Runner whose only account is connected to a sandbox. */
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Audit } from "@inlay/agent-plugin/Audit"
import * as Plugin from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { ToolStep } from "@inlay/agent-plugin/ToolStep"
import * as Ledger from "@inlay/core-http/Ledger"
import * as LookupCache from "@inlay/core-http/LookupCache"
import * as Node from "@inlay/core-http/node"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import { Spend } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll } from "vitest"

import { accessToken, accountKinds, client } from "../src/account/kinds.ts"
import { Analytics } from "../src/client/Analytics.ts"
import { sandboxed } from "./sandbox.ts"

/** A Runner with some steps, for a test file. */
export const runnerOf = (steps: ReadonlyArray<ToolStep<Analytics>>, accounts: () => ReadonlyArray<Account>) => {
  const plugin = Plugin.make({
    id: "analytics",
    title: "Analytics",
    description: "Runs reports.",
    status: "beta",
    accountKinds,
    toolSteps: steps,
    triggers: [],
    service: Analytics,
    client
  })
  const services = Layer.merge(
    Node.layer,
    Spend.layer("test").pipe(Layer.provide([Ledger.layerMemory, LookupCache.layerMemory]))
  )
  const runtime = ManagedRuntime.make(
    Runner.layer([plugin]).pipe(
      Layer.provide([Accounts.layer(accounts), Audit.layerNone]),
      Layer.provideMerge(services)
    )
  )
  afterAll(() => runtime.dispose())
  return runtime
}

/** Starts a sandbox for the tests of one step. */
export const stepWorld = (step: ToolStep<Analytics>) => {
  const world = sandboxed()
  const runtime = runnerOf([step], () => [world.account(accessToken)])
  // oxlint-disable-next-line typescript/no-explicit-any -- a step's own output, as a test reads it
  const run = (input: unknown): Promise<any> =>
    runtime.runPromise(Effect.flatMap(Runner, (runner) => runner.run(step.id, input)))
  return {
    ...world,
    run,
    /** Runs effects that need the Runner. */
    steps: runtime,
    /** The reason of a run that must fail. */
    reason: async (input: unknown): Promise<Reason> => {
      const outcome: unknown = await run(input).catch((error: unknown) => error)
      if (outcome instanceof ProviderError) return outcome.reason
      throw new Error(`it did not fail: ${JSON.stringify(outcome)}`)
    }
  }
}
