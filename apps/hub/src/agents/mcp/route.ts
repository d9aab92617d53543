/** `/mcp`: mounted behind the guard, which has looked at Host and Origin. The official server is loaded with the first request. */
import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Caller } from "@inlay/agent-plugin/Caller"
import { Runner } from "@inlay/agent-plugin/Runner"
import type { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as Scope from "effect/Scope"
import type { SqlClient } from "effect/sql/SqlClient"

import { eventOfCall } from "../../inbound/chains/event-links.ts"
import { version } from "../../version.ts"
import { chatCard } from "../../web/built.ts"
import { byNode, onDemand, type NodeHandler } from "../http/serving/node-handler.ts"
import { ServedAt } from "../http/serving/ServedAt.ts"
import { HubTokens } from "../principals/HubTokens.ts"
import type { Principal } from "../principals/Principal.ts"
import { Plugins, runAs, SharedRunners } from "../principals/run-as.ts"
import { AgentGrants } from "../sign-in/AgentGrants.ts"
import { RESOURCE_METADATA, resourceOf } from "../sign-in/metadata.ts"
import type { Reach } from "./tools.ts"

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
      forEvent: (value: unknown) =>
        Effect.flatMap(eventOfCall(value, principal), (id) => reachOf(principal, id)).pipe(
          Effect.provideContext(services)
        )
    }
  }).pipe(runAs(principal, "mcp", event))

const make = Effect.gen(function* () {
  const shared = yield* SharedRunners
  const database = yield* Effect.context<SharedRunners | SqlClient | Database>()
  const tokens = yield* HubTokens
  const agents = yield* AgentGrants
  const { url } = yield* ServedAt
  const scope = yield* Effect.scope
  const services = yield* Effect.context()
  const run = Effect.runPromiseWith(services)

  const load = async (): Promise<NodeHandler> => {
    const [McpHttp, { makeBus }, { admit }] = await Promise.all([
      import("./http.ts"),
      import("./list-changes.ts"),
      import("./admission.ts")
    ])
    const state = Effect.map(
      Effect.orElseSucceed(shared.writing.accounts.list, () => []),
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
      yield* Effect.addFinalizer(() => Effect.promise(mcp.close))
      return mcp
    })
    const mcp = await run(Effect.provideService(making, Scope.Scope, scope))
    const admission = {
      principalOf: async (token: string) =>
        (await run(tokens.find(token))) ?? (await run(agents.find(token, resourceOf(url)))),
      resourceMetadata: url + RESOURCE_METADATA
    }
    return async (request, response) => {
      const principal = await admit(request, response, admission)
      if (principal !== undefined) await mcp.handle(request, response, principal)
    }
  }
  return onDemand(load)
})

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const handler = yield* make
    yield* router.add("*", "/mcp", byNode(handler))
  })
)
