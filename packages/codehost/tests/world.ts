/**
 * A running sandbox and a `Runner` whose only account is connected to it, shared by the tests of steps. The client is
 * the plugin's own, but without pauses between writes and between searches.
 */
import { make as makeAccount, type CheckReport } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Audit } from "@inlay/agent-plugin/Audit"
import { envOf } from "@inlay/agent-plugin/Environment"
import * as Plugin from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Call, FaultName, RunningSandbox } from "@inlay/codehost-sandbox"
import * as Node from "@inlay/core-http/node"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll } from "vitest"

import { accessToken } from "../src/account/kinds.ts"
import { settingsOf } from "../src/account/settings.ts"
import { watcher } from "../src/account/watcher.ts"
import { CodeHost, make as makeClient } from "../src/client/CodeHost.ts"
import { plugin } from "../src/plugin.ts"
import { toolSteps } from "../src/tool-steps/index.gen.ts"
import { triggers } from "../src/triggers/index.gen.ts"
import { webhooks } from "../src/webhooks.ts"
import { sandboxed } from "./sandbox.ts"

type Values = Readonly<Record<string, string>>

const { webhooks: _, ...rest } = plugin

/** What a client needs. */
export const services = Layer.merge(Node.layer, Spend.layerMemory("test"))

export const withoutPauses = Plugin.make({
  ...rest,
  toolSteps,
  triggers,
  webhooks,
  watcher,
  service: CodeHost,
  client: (account) =>
    Effect.flatMap(Effect.fromResult(settingsOf(account)), (settings) =>
      makeClient({ ...settings, writePauseMillis: 0, searchPauseMillis: 0 })
    )
})

export interface World {
  readonly sandbox: () => RunningSandbox
  readonly run: (step: string, input: unknown) => Promise<unknown>
  /** Returns the error of a step that must fail. */
  readonly failure: (step: string, input: unknown) => Promise<ProviderError>
  /** Runs the account's check with some of its settings changed. */
  readonly check: (values: Values) => Promise<CheckReport>
  /** Requests that reached the sandbox in this test. */
  readonly calls: () => Promise<ReadonlyArray<Call>>
  /** Makes the sandbox respond to the next call with this fault. */
  readonly fault: (name: FaultName) => Promise<unknown>
}

/**
 * Starts a sandbox for the tests of a file and resets it before each test.
 * @param settings additional settings of the account
 */
export const world = (settings: Values = {}): World => {
  const { sandbox, control } = sandboxed()
  const account = (values: Values = {}) => {
    const env: Values = sandbox().env
    const fromEnv = accessToken.fields.map((field) => [field.name, env[envOf("codehost", field)]])
    const all = { ...Object.fromEntries(fromEnv), ...settings, ...values }
    return makeAccount({ plugin: "codehost", name: "env", kind: accessToken, values: all, revision: "1" })
  }
  const accounts = Accounts.layer(() => [account()])
  const runtime = ManagedRuntime.make(
    Runner.layer([withoutPauses]).pipe(Layer.provide([accounts, Audit.layerNone]), Layer.provideMerge(services))
  )
  afterAll(() => runtime.dispose())

  const run: World["run"] = (step, input) =>
    runtime.runPromise(Effect.flatMap(Runner, (runner) => runner.run(step, input)))
  return {
    sandbox,
    run,
    failure: async (step, input) => {
      const outcome = await run(step, input).catch((error: unknown) => error)
      if (outcome instanceof ProviderError) return outcome
      throw new Error(`${step} did not fail: ${JSON.stringify(outcome)}`)
    },
    check: (values) => runtime.runPromise(accessToken.check(account(values))),
    calls: async () => (await control("/calls")).calls,
    fault: (name) => control("/faults", { fault: name })
  }
}
