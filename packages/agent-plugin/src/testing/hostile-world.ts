/** Runs a plugin's API Call as an app does, against a local provider surrounded by canary servers. */
import type { PathStyle } from "@inlay/core-http/Endpoint"
import * as Node from "@inlay/core-http/node"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Spend from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { afterAll, beforeAll } from "vitest"

import { make as makeAccount, type Field } from "../account/Account.ts"
import { Accounts } from "../account/Accounts.ts"
import type { Plugin } from "../Plugin.ts"
import { Audit } from "../runner/Audit.ts"
import { Runner } from "../runner/Runner.ts"
import { startCanaries, startProvider, type Canary, type Provider } from "./servers.ts"
import { watchSockets } from "./sockets.ts"

/**
 * The account's secret, whatever its field is called. Mixed case, to detect it in host names, which are lower-cased.
 */
export const KEY = "Sk_Canary_0123456789AbCdEf"

/** The base paths of the two accounts. Both are on the same origin. */
export const BASE_PATHS = { bare: "", prefixed: "/tenant/v1" } as const

export type AccountName = keyof typeof BASE_PATHS

export interface World {
  readonly provider: Provider
  readonly canaries: ReadonlyArray<Canary>
  /** The path style that the step accepts. */
  readonly style: PathStyle
  readonly run: (input: unknown, account: AccountName) => Promise<{ readonly status: number } | ProviderError>
  /** Every connection and name lookup that this process has started since the setup. */
  readonly outgoing: ReturnType<typeof watchSockets>["outgoing"]
}

const valueOf = (field: Field, address: string): string | undefined => {
  if (field.secret) return KEY
  if (field.type === "url") return address
  return field.required && field.default === undefined ? "1" : undefined
}

const accountOf = (plugin: Plugin, name: AccountName, origin: string) => {
  const [kind] = plugin.accountKinds
  if (kind === undefined) throw new Error(`${plugin.id} has no account kind`)
  const values = Object.fromEntries(kind.fields.map((field) => [field.name, valueOf(field, origin + BASE_PATHS[name])]))
  return makeAccount({ plugin: plugin.id, name, kind, values, revision: "1" })
}

const runtimeOf = (plugin: Plugin, origin: string) =>
  ManagedRuntime.make(
    Runner.layer([plugin]).pipe(
      Layer.provide([
        Accounts.layer(() => [accountOf(plugin, "bare", origin), accountOf(plugin, "prefixed", origin)]),
        Audit.layerNone,
        Node.layer,
        Spend.layerMemory("test")
      ])
    )
  )

/** Sets up the servers and the runner for the tests of a `describe`. */
export const hostileWorld = (plugin: Plugin, step: string): (() => World) => {
  let world: World | undefined
  const closing: Array<() => unknown> = []
  beforeAll(async () => {
    const provider = await startProvider()
    const canaries = await startCanaries()
    const runtime = runtimeOf(plugin, provider.origin)
    closing.push(() => runtime.dispose(), provider.close, ...canaries.map(({ close }) => close))
    const watch = watchSockets()
    closing.push(watch.stop)
    const run: World["run"] = (input, account) =>
      runtime.runPromise(
        Effect.flatMap(Runner, (runner) => runner.run(step, input, account)).pipe(
          Effect.map((output) => output as { readonly status: number }),
          Effect.catch((error) => Effect.succeed(error))
        )
      )
    // Tries both path styles. At most one of them is refused; the other connects, and the provider records it.
    const isSlashRefused = (await run({ method: "GET", endpoint: "/style" }, "bare")) instanceof ProviderError
    const isBareRefused = (await run({ method: "GET", endpoint: "style" }, "bare")) instanceof ProviderError
    provider.take()
    world = {
      provider,
      canaries,
      run,
      style: isSlashRefused ? "no-leading-slash" : isBareRefused ? "leading-slash" : "either",
      outgoing: watch.outgoing
    }
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })
  return () => {
    if (world === undefined) throw new Error("no test is running")
    return world
  }
}
