// Runs the plugin's tool steps and the client's methods against the sandbox, through a recorder. The exchanges are
// judged, and the steps and methods that were used are recorded.
import { make as makeAccount, type Account, type AccountKind } from "@inlay/agent-plugin/Account"
import { startSandbox } from "@inlay/codehost-sandbox"
import * as Node from "@inlay/core-http/node"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Result from "effect/Result"

import { settingsOf } from "../../../src/account/settings.ts"
import { make, type CodeHostClient } from "../../../src/client/index.ts"
import { plugin } from "../../../src/plugin.ts"
import type { Judge, Judgement } from "../judge.ts"
import { startRecorder } from "../recorder.ts"
import { within } from "../within.ts"

type Reason = ProviderError["reason"]["_tag"]

/** A call whose outcome was not the expected one. */
export interface Surprise {
  readonly name: string
  readonly expected: Reason | "success"
  readonly outcome: string
}

/** Returns the value at a path of an output, such as `items.0.id`. */
export type Output = (path: string) => string

export interface Drive {
  /** Runs a step of the plugin. If a reason is given, the step must fail with it. */
  readonly step: (id: string, input: object, fails?: Reason) => Promise<Output>
  /** Calls the client. If a reason is given, the call must fail with it. */
  readonly client: (
    use: (client: CodeHostClient) => Effect.Effect<unknown, ProviderError>,
    fails?: Reason
  ) => Promise<Output>
  /** Checks an account of each kind that is limited to one repository, and revokes it if possible. */
  readonly accounts: () => Promise<void>
  /** Uses another token from here on. */
  readonly signIn: (token: string) => Promise<void>
  /** Calls the sandbox's control API, for example `/faults`. */
  readonly control: (path: string, body: object) => Promise<void>
}

export type Scenario = (drive: Drive) => Promise<void>

export interface Driven {
  readonly judgements: ReadonlyArray<Judgement>
  readonly surprises: ReadonlyArray<Surprise>
  /** Ids of steps that succeeded. */
  readonly steps: ReadonlySet<string>
  /** Client methods that were called, such as `issues.create`. */
  readonly methods: ReadonlySet<string>
  /** All methods of the client. */
  readonly allMethods: ReadonlySet<string>
}

/** No pauses between writes and searches, because the sandbox does not require them. */
const withoutPauses = { writePauseMillis: 0, searchPauseMillis: 0 }

/** Wraps a client so that calls of its methods are recorded by name. */
const withMethodNames = (client: CodeHostClient, all: Set<string>, used: Set<string>): CodeHostClient => {
  const wrap = (value: unknown, name: string): unknown => {
    if (typeof value === "object" && value !== null) {
      return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, wrap(one, `${name}${key}.`)]))
    }
    if (typeof value !== "function") return value
    const method = name.slice(0, -1)
    all.add(method)
    return (...args: ReadonlyArray<unknown>) => {
      used.add(method)
      return Reflect.apply(value, undefined, args) as unknown
    }
  }
  return wrap(client, "") as CodeHostClient
}

/** Runs the scenarios, each against a freshly reset sandbox. */
export const drive = async (judge: Judge, scenarios: ReadonlyArray<Scenario>): Promise<Driven> => {
  const sandbox = await startSandbox()
  const recorder = await startRecorder(sandbox.urls.codehost)
  const runtime = ManagedRuntime.make(Layer.merge(Node.layer, Spend.layerMemory("contract")))
  const [usual] = plugin.accountKinds
  if (usual === undefined) throw new Error("the plugin has no kind of account")
  const judgements: Array<Judgement> = []
  const surprises: Array<Surprise> = []
  const steps = new Set<string>()
  const methods = new Set<string>()
  const allMethods = new Set<string>()

  const accountOf = (
    token: string,
    kind: AccountKind = usual,
    more: Readonly<Record<string, string>> = {}
  ): Account => {
    const values = { base_url: recorder.baseUrl, token, ...more }
    return makeAccount({ plugin: plugin.id, name: "contract", kind, values, revision: token })
  }
  const clientOf = (account: Account) =>
    runtime.runPromise(
      Effect.fromResult(settingsOf(account)).pipe(
        Effect.flatMap((settings) => make({ ...settings, ...withoutPauses })),
        Effect.map((client) => withMethodNames(client, allMethods, methods))
      )
    )

  const outcomeOf = async (
    name: string,
    call: Effect.Effect<unknown, ProviderError>,
    fails?: Reason
  ): Promise<Output> => {
    const result = await runtime.runPromise(Effect.result(call))
    const outcome = Result.isSuccess(result) ? "success" : result.failure.reason._tag
    if (outcome !== (fails ?? "success")) {
      const outcomeText = Result.isSuccess(result) ? outcome : `${outcome}: ${result.failure.message}`
      surprises.push({ name, expected: fails ?? "success", outcome: outcomeText })
    }
    return (path) => within(Result.isSuccess(result) ? result.success : undefined, path)
  }

  for (const scenario of scenarios) {
    let account = accountOf(sandbox.env.INLAY_CODEHOST_TOKEN)
    let client = await clientOf(account)
    await scenario({
      // Each step gets a new client, so that it does not wait for the pause after a previous write.
      step: async (id, input, fails) => {
        const connection = await runtime.runPromise(plugin.connect(account))
        if (fails === undefined) steps.add(id)
        return outcomeOf(`${id} ${JSON.stringify(input)}`, connection.run(id, input), fails)
      },
      client: (use, fails) => outcomeOf(use.toString(), use(client), fails),
      accounts: async () => {
        for (const kind of plugin.accountKinds) {
          const limitedAccount = accountOf(sandbox.env.INLAY_CODEHOST_TOKEN, kind, { repositories: "acme/widgets" })
          await runtime.runPromise(kind.check(limitedAccount))
          await runtime.runPromise(kind.revoke?.(limitedAccount) ?? Effect.void)
        }
      },
      signIn: async (token) => {
        account = accountOf(token)
        client = await clientOf(account)
      },
      control: async (path, body) => {
        await fetch(`${sandbox.control}${path}`, { method: "POST", body: JSON.stringify(body) })
      }
    })
    judgements.push(...recorder.take().map(judge))
    await fetch(`${sandbox.control}/reset`, { method: "POST" })
  }
  await runtime.dispose()
  await recorder.close()
  await sandbox.close()
  return { judgements, surprises, steps, methods, allMethods }
}
