/**
 * `/mcp`, served by the official MCP server, which is loaded on the first request. Uses Node's own request and response.
 * A caller shows a hub token, or the access token of an agent that signed in. Other clients are told where to sign in
 * (RFC 9728, https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization).
 */
import type { IncomingMessage } from "node:http"

import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Caller } from "@inlay/agent-plugin/Caller"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import type { SqlClient } from "effect/sql/SqlClient"

import { eventOfCall, type NamedEvent } from "../../inbound/chains/event-links.ts"
import type { Principal } from "../../principals/Principal.ts"
import { withinTools } from "../../principals/reach.ts"
import { isLetIn, type Front } from "../../serving/front.ts"
import { NODE_HEADERS } from "../../serving/headers.ts"
import { counter } from "../../serving/metrics.ts"
import { onDemand, type NodeHandler } from "../../serving/node-handler.ts"
import { ServedAt } from "../../serving/ServedAt.ts"
import { Stopping } from "../../serving/Stopping.ts"
import { version } from "../../version.ts"
import { chatCard } from "../../web/built.ts"
import { HubTokens } from "../credentials/HubTokens.ts"
import { errorJson, unreadable } from "../http/failure.ts"
import { internalFault } from "../http/requests/faults.ts"
import { Plugins, runAs, SharedRunners } from "../run-as/run-as.ts"
import { AgentGrants } from "../sign-in/AgentGrants.ts"
import { RESOURCE_METADATA, resourceOf, SCOPE } from "../sign-in/metadata.ts"
import type { Reach } from "./tools.ts"

const PATH = /^\/mcp\/?(?:\?|$)/

const reachOf = (
  principal: Principal,
  event?: string
): Effect.Effect<Reach, never, SharedRunners | SqlClient | Database> =>
  Effect.gen(function* () {
    const services = yield* Effect.context<SharedRunners | SqlClient | Database>()
    return {
      plugins: yield* Plugins,
      accounts: yield* Accounts,
      runner: yield* Runner,
      caller: yield* Caller,
      forEvent: ({ value, field }: NamedEvent) =>
        Effect.flatMap(eventOfCall(value, principal, field), (id) => reachOf(principal, id)).pipe(
          Effect.provideContext(services)
        )
    }
  }).pipe(runAs(principal, "mcp", event))

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization ?? "")?.[1]

const SIGN_IN =
  "Sign in, or send a token of this hub as Authorization: Bearer. The console's Agents page or `inlay tokens create` makes one."
const WRONG_TOKEN =
  "The token is mistyped, expired, revoked or another hub's. The console's Agents page or `inlay tokens create` makes one."

const make = Effect.gen(function* () {
  const runners = yield* SharedRunners
  const database = yield* Effect.context<SharedRunners | SqlClient | Database>()
  const tokens = yield* HubTokens
  const agents = yield* AgentGrants
  const { url } = yield* ServedAt
  const { begins } = yield* Stopping
  const scope = yield* Effect.scope
  const services = yield* Effect.context()
  const run = Effect.runPromiseWith(services)

  const load = async (): Promise<NodeHandler> => {
    const [McpHttp, { makeBus }] = await Promise.all([import("./http.ts"), import("./list-changes.ts")])
    const state = Effect.map(
      Effect.orElseSucceed(runners.writing.accounts.list, () => []),
      (all) =>
        JSON.stringify(all.map(({ plugin, name, readOnly, problem }) => [plugin, name, readOnly, problem?.reason]))
    )
    const making = Effect.gen(function* () {
      const mcp = yield* McpHttp.make({
        version,
        view: chatCard,
        reachOf: (principal: Principal) => Effect.provideContext(reachOf(principal), database),
        bus: yield* makeBus({ state })
      })
      const close = Effect.promise(mcp.close)
      // Begins with the stop, so that the server need not wait for subscriptions longer than for calls.
      yield* Effect.forkScoped(Effect.andThen(begins, close))
      yield* Effect.addFinalizer(() => close)
      return mcp
    })
    const mcp = await run(Effect.provideService(making, Scope.Scope, scope))
    const principalOf = Effect.fnUntraced(function* (token: string) {
      const principal = (yield* tokens.find(token)) ?? (yield* agents.find(token, resourceOf(url)))
      return principal && withinTools(runners.plugins, principal)
    })
    return async (request, response) => {
      const token = bearerOf(request)
      const principal = await run(Effect.result(token === undefined ? Effect.undefined : principalOf(token)))
      if (Result.isFailure(principal)) {
        // Tokens cannot be verified. With 401, clients would discard one that may be valid.
        const { message, fix } = errorJson(unreadable(principal.failure)).error
        return McpHttp.refuse(response, 503, McpHttp.SERVER_ERROR, fix === undefined ? message : `${message} ${fix}`)
      }
      if (principal.success !== undefined) return mcp.handle(request, response, principal.success)
      const error = token === undefined ? "" : 'error="invalid_token", '
      const challenge = `Bearer ${error}scope="${SCOPE}", resource_metadata="${url}${RESOURCE_METADATA}"`
      response.setHeader("www-authenticate", challenge)
      return McpHttp.refuse(response, 401, McpHttp.SERVER_ERROR, token === undefined ? SIGN_IN : WRONG_TOKEN)
    }
  }
  return onDemand(load)
})

/** Handles requests to `/mcp` with a valid `Host` and `Origin`. */
export const front = Effect.gen(function* () {
  const servedAt = yield* ServedAt
  const handle = yield* make
  const count = yield* counter("mcp")
  const run = Effect.runForkWith(yield* Effect.context())
  const take: Front = (request, response) => {
    if (!PATH.test(request.url ?? "") || !isLetIn(servedAt, request)) return false
    const startMillis = performance.now()
    for (const [name, value] of Object.entries(NODE_HEADERS)) response.setHeader(name, value)
    response.once("finish", () => count(request.method, response.statusCode, performance.now() - startMillis))
    handle(request, response).catch((error: unknown) => {
      const [fault, status, why] = internalFault(error)
      run(Effect.logError(`A request to /mcp failed because ${why}.`, error))
      if (response.headersSent) response.destroy()
      else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(errorJson(fault)))
    })
    return true
  }
  return take
})
