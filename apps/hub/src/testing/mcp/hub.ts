/** MCP over HTTP on a real port, over real stores and the plugins that a test gives, for principals that it names. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

import { Accounts } from "@inlay/agent-plugin/Accounts"
import type { Plugin } from "@inlay/agent-plugin/Plugin"
import { Runner } from "@inlay/agent-plugin/Runner"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import * as Scope from "effect/Scope"

import { admit } from "../../agents/mcp/admission.ts"
import * as McpHttp from "../../agents/mcp/http.ts"
import { makeBus } from "../../agents/mcp/list-changes.ts"
import type { Reach } from "../../agents/mcp/tools.ts"
import type { Principal } from "../../agents/principals/Principal.ts"
import * as Hub from "../../runner.ts"

export interface Options {
  readonly plugins: ReadonlyArray<Plugin>
  readonly directory: string
  /** By their tokens. */
  readonly principals: Readonly<Record<string, Principal>>
}

export interface RunningHub {
  readonly url: URL
  readonly close: () => Promise<void>
}

export const startHub = async ({ plugins, directory, principals }: Options): Promise<RunningHub> => {
  const runtime = ManagedRuntime.make(Layer.fresh(Hub.layer(plugins, directory)))
  const scope = Scope.makeUnsafe()
  const making = Effect.gen(function* () {
    const accounts = yield* Accounts
    const runner = yield* Runner
    const reachOf = ({ id }: Principal): Effect.Effect<Reach> =>
      Effect.succeed({ plugins, accounts, runner, caller: { ...Hub.localCaller("mcp"), principal: id } })
    const state = Effect.map(
      Effect.orElseSucceed(accounts.list, () => []),
      (all) => JSON.stringify(all)
    )
    return yield* McpHttp.make({
      version: "1.2.3",
      reachOf,
      bus: yield* makeBus({ state, intervalMillis: 20 })
    })
  })
  const mcp = await runtime.runPromise(Effect.provideService(making, Scope.Scope, scope))
  const server = createServer((request, response) => {
    const admission = {
      hostnames: ["127.0.0.1", "localhost"],
      principalOf: (token: string) => Promise.resolve(principals[token]),
      resourceMetadata: undefined
    }
    void admit(request, response, admission).then((principal) => principal && mcp.handle(request, response, principal))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`),
    close: async () => {
      await mcp.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
  }
}
