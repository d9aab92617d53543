/**
 * `/oauth/*` and `/.well-known/*`: sign-in of agents. The authorization server is loaded on the first request for it.
 */
import type { IncomingMessage } from "node:http"

import { Accounts } from "@inlay/agent-plugin/Accounts"
import { Transport } from "@inlay/core-http/Transport"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"

import { publicTransport } from "../../accounts/Addresses.ts"
import { byNode, onDemand, type NodeHandler } from "../../serving/node-handler.ts"
import { ServedAt } from "../../serving/ServedAt.ts"
import { ConsoleSessions } from "../credentials/ConsoleSessions.ts"
import { AgentGrants } from "./AgentGrants.ts"
import type { signingKeys } from "./keys.ts"
import { RESOURCE_METADATA, resourceMetadata, resourceOf } from "./metadata.ts"
import { OAuthRecords } from "./OAuthRecords.ts"
import { SignInSettings } from "./SignInSettings.ts"

const CONSENT = /^\/oauth\/consent\/([A-Za-z0-9_-]+)$/

const cookieOf = ({ headers }: IncomingMessage, name: string): string | undefined =>
  headers.cookie
    ?.split(/; */)
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)

const makeServer = Effect.gen(function* () {
  const { url: issuer, cookie } = yield* ServedAt
  const { registration, fetchDocument } = yield* SignInSettings
  const records = yield* OAuthRecords
  const agents = yield* AgentGrants
  const sessions = yield* ConsoleSessions
  const accounts = yield* Accounts
  const transport = Context.get(yield* Layer.build(publicTransport), Transport)
  const run = Effect.runPromiseWith(yield* Effect.context<Effect.Services<typeof signingKeys>>())
  const resource = resourceOf(issuer)

  const load = async (): Promise<NodeHandler> => {
    const [Keys, { adapterOf }, documents, { makeProvider, withOwnAddress }, { makeConsent }, { errors }, allowances] =
      await Promise.all([
        import("./keys.ts"),
        import("./adapter.ts"),
        import("./client-documents.ts"),
        import("./provider.ts"),
        import("./consent.ts"),
        import("./oidc.ts"),
        import("./allowances.ts")
      ])
    const isAdmitted = allowances.makeAdmission()
    /** The address that each request comes from, before the provider gets it as if from the hub itself. */
    const addresses = new WeakMap<IncomingMessage, string>()
    const mayFetch = allowances.makeFetchAllowance(async () => {
      const ids = (await run(agents.list)).map(({ clientId }) => clientId)
      const hosts = ids.flatMap((id) => (URL.canParse(id) ? [new URL(id).host] : []))
      return { ids: new Set(ids), hosts: new Set(hosts) }
    })
    const keys = await run(Keys.signingKeys)
    const sessionOf = async (request: IncomingMessage) => {
      const value = cookieOf(request, cookie)
      return value === undefined ? undefined : (await run(sessions.find(value)))?.id
    }
    const provider = makeProvider({
      issuer,
      resource,
      keys,
      adapter: adapterOf({ records, run, usedBefore: () => new errors.InvalidGrant("it was used before") }),
      registration,
      fetchDocument: fetchDocument ?? documents.makeFetchDocument(transport),
      sessionOf,
      onUnread: (address, why) =>
        void run(Effect.logWarning(`The client document ${address} cannot be fetched: ${why}`)),
      mayFetch: (clientId, request) => mayFetch(clientId, addresses.get(request) ?? ""),
      createAgent: (agent) => run(agents.create(agent)),
      onError: (error) => void run(Effect.logError("The authorization server failed", error))
    })
    const consent = makeConsent({
      provider,
      issuer,
      resource,
      secret: keys.secret,
      sessionOf,
      accounts: () => run(Effect.orElseSucceed(accounts.list, () => []))
    })
    const answer = provider.callback()
    return async (request, response) => {
      const { pathname } = new URL(request.url ?? "/", issuer)
      const address = allowances.callerAddress(request)
      if (!isAdmitted(pathname, address, response)) return
      addresses.set(request, address)
      withOwnAddress(issuer, request)
      const uid = CONSENT.exec(pathname)?.[1]
      await (uid === undefined ? answer(request, response) : consent(request, response, uid))
    }
  }
  return onDemand(load)
})

export const layer = HttpRouter.use(
  Effect.fnUntraced(function* (router) {
    const { url } = yield* ServedAt
    const metadata = HttpServerResponse.jsonUnsafe(resourceMetadata(url), {
      headers: { "access-control-allow-origin": "*" }
    })
    yield* router.add("GET", RESOURCE_METADATA, metadata)
    yield* router.add("GET", "/.well-known/oauth-protected-resource", metadata)
    const server = byNode(yield* makeServer)
    yield* router.add("GET", "/.well-known/oauth-authorization-server", server)
    yield* router.add("*", "/oauth/*", server)
  })
)
