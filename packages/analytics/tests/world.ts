/** A running sandbox and a Runner whose only account is connected to it. Shared by the tests of steps. */
import type { Account } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Audit } from "@inlay/agent-plugin/Audit"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Node from "@inlay/core-http/node"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll } from "vitest"

import { accessToken } from "../src/account/kinds.ts"
import { plugin } from "../src/plugin.ts"
import { sandboxed } from "./sandbox.ts"

/** A Runner of the plugin, for a test file. */
export const runnerOf = (accounts: () => ReadonlyArray<Account>) => {
  const services = Layer.merge(Node.layer, Spend.layerMemory("test"))
  const runtime = ManagedRuntime.make(
    Runner.layer([plugin]).pipe(
      Layer.provide([Accounts.layer(accounts), Audit.layerNone]),
      Layer.provideMerge(services)
    )
  )
  afterAll(() => runtime.dispose())
  return runtime
}

/** Starts a sandbox for the tests of a file and resets it before each test. */
export const world = () => {
  const sandbox = sandboxed()
  const runtime = runnerOf(() => [sandbox.account(accessToken)])
  // oxlint-disable-next-line typescript/no-explicit-any -- a step's own output, as a test reads it
  const run = (step: string, input: unknown): Promise<any> =>
    runtime.runPromise(Effect.flatMap(Runner, (runner) => runner.run(step, input)))
  return {
    ...sandbox,
    run,
    /** Runs effects that need the Runner. */
    steps: runtime,
    /** Returns the error of a step that must fail. */
    failure: async (step: string, input: unknown): Promise<ProviderError> => {
      const outcome: unknown = await run(step, input).catch((error: unknown) => error)
      if (outcome instanceof ProviderError) return outcome
      throw new Error(`${step} did not fail: ${JSON.stringify(outcome)}`)
    }
  }
}
