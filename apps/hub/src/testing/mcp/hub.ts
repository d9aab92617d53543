/** MCP over HTTP and the sign-in of agents on a real port, over real stores and the plugins that a test gives. */
import { createServer, type IncomingMessage } from "node:http"
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
import * as AgentGrants from "../../agents/sign-in/AgentGrants.ts"
import * as SignIn from "../../agents/sign-in/http.ts"
import * as OAuthRecords from "../../agents/sign-in/OAuthRecords.ts"
import * as Hub from "../../runner.ts"
import * as Storage from "../../storage/Storage.ts"
import { reachFor } from "./reach.ts"

export interface Options {
  readonly plugins: ReadonlyArray<Plugin>
  readonly directory: string
  /** By their tokens. */
  readonly principals?: Readonly<Record<string, Principal>>
  readonly registration?: boolean
  /** The documents of clients, by their addresses. */
  readonly documents?: Readonly<Record<string, unknown>>
}

export interface RunningHub {
  readonly origin: string
  /** Of the MCP endpoint. */
  readonly url: URL
  readonly agents: AgentGrants.AgentGrants["Service"]
  readonly close: () => Promise<void>
}

/** The console's session, as a cookie that a test sets. */
const sessionOf = (request: IncomingMessage): Promise<string | undefined> =>
  Promise.resolve(/(?:^|; )console=([^;]+)/.exec(request.headers.cookie ?? "")?.[1])

const signInLayer = (directory: string) =>
  AgentGrants.layer.pipe(Layer.provideMerge(OAuthRecords.layer), Layer.provideMerge(Storage.layer(directory)))

export const startHub = async (options: Options): Promise<RunningHub> => {
  const { plugins, directory, principals = {}, registration = false, documents = {} } = options
  const runtime = ManagedRuntime.make(Layer.fresh(Layer.merge(Hub.layer(plugins, directory), signInLayer(directory))))
  const scope = Scope.makeUnsafe()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = new URL(`${origin}/mcp`)

  const fetchDocument = (address: string | URL | Request) => {
    const document = documents[address instanceof Request ? address.url : String(address)]
    return Promise.resolve(document === undefined ? new Response("", { status: 404 }) : Response.json(document))
  }
  const making = Effect.gen(function* () {
    const accounts = yield* Accounts
    const runner = yield* Runner
    const all = Effect.orElseSucceed(accounts.list, () => [])
    const reachOf = (principal: Principal): Effect.Effect<Reach> =>
      Effect.succeed(reachFor(principal, { plugins, accounts, runner, caller: Hub.localCaller("mcp") }))
    const bus = yield* makeBus({ state: Effect.map(all, (list) => JSON.stringify(list)), intervalMillis: 20 })
    const mcp = yield* McpHttp.make({ version: "1.2.3", reachOf, bus })
    const signIn = yield* SignIn.make({
      issuer: origin,
      surroundings: { directory, env: {} },
      sessionOf,
      accounts: all,
      registration,
      fetchDocument
    })
    return { mcp, signIn, agents: yield* AgentGrants.AgentGrants }
  })
  const { mcp, signIn, agents } = await runtime.runPromise(Effect.provideService(making, Scope.Scope, scope))
  const admission = {
    hostnames: ["127.0.0.1", "localhost"],
    principalOf: async (token: string) => principals[token] ?? (await runtime.runPromise(agents.find(token, url.href))),
    resourceMetadata: origin + SignIn.RESOURCE_METADATA
  }
  server.on("request", (request, response) => {
    if (request.url !== "/mcp") return void signIn.handle(request, response)
    void admit(request, response, admission).then((principal) => principal && mcp.handle(request, response, principal))
  })
  return {
    origin,
    url,
    agents,
    close: async () => {
      await mcp.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await Effect.runPromise(Scope.close(scope, Exit.void))
      await runtime.dispose()
    }
  }
}
