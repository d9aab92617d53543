/** A running sandbox, and a Runner whose only account is connected to it. Shared by the tests of steps. */
import { make as makeAccount } from "@inlay/agent-plugin/Account"
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Audit } from "@inlay/agent-plugin/Audit"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Node from "@inlay/core-http/node"
import { ProviderError } from "@inlay/core-http/ProviderError"
import { layerMemory, UnknownCharge, type Preview, type UnknownChargeDecision } from "@inlay/core-http/Spend"
import { startSandbox, type RunningSandbox } from "@inlay/salesdata-sandbox"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, beforeAll, beforeEach } from "vitest"

import { apiKey } from "../src/account/kinds.ts"
import { plugin } from "../src/plugin.ts"

interface Call {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly identifiers: Readonly<Record<string, unknown>>
}

export interface World {
  readonly sandbox: () => RunningSandbox
  /** Runs a step, with a new cache and ledger for each test. `values` override the account's fields. */
  readonly run: (
    step: string,
    input: unknown,
    values?: Readonly<Record<string, string | undefined>>,
    unknownCharge?: UnknownChargeDecision
  ) => Promise<unknown>
  /** Returns what a step would cost and which limits would apply, with the account's `values`. */
  readonly preview: (
    step: string,
    input: unknown,
    values?: Readonly<Record<string, string | undefined>>
  ) => Promise<Preview>
  /** Returns the error of a step that must fail. */
  readonly failure: (
    step: string,
    input: unknown,
    values?: Readonly<Record<string, string | undefined>>
  ) => Promise<ProviderError>
  /** Runs any effect with the same Runner and the account's `values`. */
  readonly within: <A>(
    effect: Effect.Effect<A, ProviderError, Runner>,
    values?: Readonly<Record<string, string | undefined>>
  ) => Promise<A>
  readonly control: (path: string, body: object) => Promise<void>
  readonly calls: () => Promise<ReadonlyArray<Call>>
  readonly charged: () => Promise<number>
}

const json = async (url: string, init?: RequestInit): Promise<unknown> => (await fetch(url, init)).json()

/** Starts a sandbox for the tests of a file, and resets it before each test. */
export const world = (): World => {
  let running: RunningSandbox | undefined
  let runtime: ManagedRuntime.ManagedRuntime<Runner, never> | undefined
  let values: Readonly<Record<string, string | undefined>> = {}
  const sandbox = () => {
    if (running === undefined) throw new Error("the sandbox is not running")
    return running
  }
  const connect = () => {
    const { env } = sandbox()
    const settingValues = Object.fromEntries(
      apiKey.fields.map((field) => [
        field.name,
        field.name in values ? values[field.name] : env[`INLAY_SALESDATA_${field.name.toUpperCase()}`]
      ])
    )
    return makeAccount({
      plugin: "salesdata",
      name: "env",
      kind: apiKey,
      values: settingValues,
      revision: JSON.stringify(values)
    })
  }
  beforeAll(async () => {
    running = await startSandbox()
  })
  afterAll(() => running?.close())
  beforeEach(async () => {
    await runtime?.dispose()
    await fetch(`${sandbox().control}/reset`, { method: "POST", body: "{}" })
    runtime = ManagedRuntime.make(
      Runner.layer([plugin]).pipe(
        Layer.provide([Accounts.layer(() => [connect()]), Audit.layerNone, Node.layer, layerMemory("test")])
      )
    )
  })
  afterAll(() => runtime?.dispose())
  const within: World["within"] = async (effect, settings = {}) => {
    values = settings
    if (runtime === undefined) throw new Error("no test is running")
    return runtime.runPromise(effect)
  }
  const run: World["run"] = (step, input, settings, unknownCharge = "block") =>
    within(
      Effect.flatMap(Runner, (runner) => runner.run(step, input)).pipe(
        Effect.provideService(UnknownCharge, unknownCharge)
      ),
      settings
    )
  return {
    sandbox,
    run,
    within,
    control: async (path, body) => {
      await fetch(`${sandbox().control}${path}`, { method: "POST", body: JSON.stringify(body) })
    },
    preview: (step, input, settings) =>
      within(
        Effect.flatMap(Runner, (runner) => runner.preview(step, input)),
        settings
      ),
    failure: async (step, input, settings) => {
      const outcome = await run(step, input, settings).catch((error: unknown) => error)
      if (outcome instanceof ProviderError) return outcome
      throw new Error(`${step} did not fail: ${JSON.stringify(outcome)}`)
    },
    calls: async () => {
      const { calls } = (await json(`${sandbox().control}/calls`)) as { calls: ReadonlyArray<Call> }
      return calls
    },
    charged: async () => ((await json(`${sandbox().control}/charges`)) as { total: number }).total
  }
}
