/**
 * Sign-in of agents over HTTP: the metadata that leads a client here, the authorization server, and the consent page. The
 * server behind it is loaded with the first request for it.
 */
import type { IncomingMessage, ServerResponse } from "node:http"

import type { ListedAccount } from "@inlay/agent-plugin/Accounts"
import * as Effect from "effect/Effect"

import type * as SecretKey from "../../accounts/vault/secret-key.ts"
import { AgentGrants } from "./AgentGrants.ts"
import { OAuthRecords } from "./OAuthRecords.ts"

export interface Options {
  /** The hub's own address as browsers and agents have it, without a path. */
  readonly issuer: string
  readonly surroundings: SecretKey.Surroundings
  /** The console's session of a request; `undefined` where there is none. */
  readonly sessionOf: (request: IncomingMessage) => Promise<string | undefined>
  /** Those that the user may let agents use. */
  readonly accounts: Effect.Effect<ReadonlyArray<ListedAccount>>
  /** Whether clients may register themselves; most have a metadata document. */
  readonly registration: boolean
  /** Fetches clients' metadata documents; by default from the public internet alone. */
  readonly fetchDocument?: (address: string | URL | Request) => Promise<Response>
}

/** Documents of clients that are fetched in a minute, for all that come. */
const DOCUMENTS_PER_MINUTE = 30

export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource/mcp"

export const resourceOf = (issuer: string): string => `${issuer}/mcp`

/** https://datatracker.ietf.org/doc/html/rfc9728#section-2 */
const resourceMetadata = (issuer: string) => ({
  resource: resourceOf(issuer),
  authorization_servers: [issuer],
  scopes_supported: ["mcp"],
  bearer_methods_supported: ["header"],
  resource_name: "Inlay"
})

const json = (response: ServerResponse, status: number, value: object): void => {
  response.writeHead(status, {
    "content-type": "application/json",
    "access-control-allow-origin": "*",
    "cache-control": "no-store"
  })
  response.end(JSON.stringify(value))
}

const CONSENT = /^\/oauth\/consent\/([A-Za-z0-9_-]+)$/

/** Answers what begins with `/oauth/` and `/.well-known/`; the hub's Host allow-list stands before it. */
export const make = Effect.fnUntraced(function* (options: Options) {
  const { issuer, surroundings, sessionOf, accounts, registration, fetchDocument } = options
  const records = yield* OAuthRecords
  const agents = yield* AgentGrants
  const services = yield* Effect.context<Effect.Services<ReturnType<(typeof import("./keys.ts"))["signingKeys"]>>>()
  const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromiseWith(services)(effect)

  const load = async () => {
    const [{ signingKeys }, { adapterOf }, documents, { makeProvider, withOwnAddress }, { makeConsent }, { errors }] =
      await Promise.all([
        import("./keys.ts"),
        import("./adapter.ts"),
        import("./client-documents.ts"),
        import("./provider.ts"),
        import("./consent.ts"),
        import("./oidc.ts")
      ])
    const keys = await run(Effect.provideContext(signingKeys(surroundings), services))
    const provider = makeProvider({
      issuer,
      resource: resourceOf(issuer),
      keys,
      adapter: adapterOf({ records, run, usedBefore: () => new errors.InvalidGrant("it was used before") }),
      registration,
      fetchDocument: fetchDocument ?? documents.makeFetchDocument(),
      mayFetch: documents.makeFetchLimit(DOCUMENTS_PER_MINUTE),
      onError: (error) => void run(Effect.logError("The authorization server failed", error))
    })
    const consent = makeConsent({
      provider,
      issuer,
      resource: resourceOf(issuer),
      secret: keys.secret,
      sessionOf,
      accounts: () => run(accounts),
      createAgent: (agent) => run(agents.create(agent))
    })
    const callback = provider.callback()
    return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
      withOwnAddress(issuer, request)
      const uid = CONSENT.exec(path)?.[1]
      await (uid === undefined ? callback(request, response) : consent(request, response, uid))
    }
  }
  let loading: ReturnType<typeof load> | undefined
  /** One that could not be loaded is tried again with the next request. */
  const loaded = () =>
    (loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    }))

  return {
    handle: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const path = new URL(request.url ?? "/", issuer).pathname
      if (path === RESOURCE_METADATA || path === "/.well-known/oauth-protected-resource") {
        return json(response, 200, resourceMetadata(issuer))
      }
      const answer = await loaded()
      await answer(request, response, path)
    }
  }
})
