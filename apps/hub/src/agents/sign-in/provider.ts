/**
 * The authorization server for agents, using `oidc-provider`: authorization code flow with PKCE (S256), for this hub's
 * MCP endpoint only, with the user's consent every time. Refresh tokens are used once, or by several calls together;
 * later reuse revokes the whole grant.
 */
import type { IncomingMessage } from "node:http"

import type { Adapter, Configuration, Interaction, KoaContextWithOIDC, Provider } from "oidc-provider"

import { NODE_HEADERS } from "../../serving/headers.ts"
import type { NewAgent } from "./AgentGrants.ts"
import type { SigningKeys } from "./keys.ts"
import { SCOPE, SCOPES } from "./metadata.ts"
import { errors, interactionPolicy, ProviderClass } from "./oidc.ts"
import { errorPage, pageHeaders } from "./pages.ts"

/** The only user of a hub. */
export const ACCOUNT = "owner"

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Lifetimes in seconds. A client that registered itself lives as long as the last grant that it was given. */
export const TTL = {
  AccessToken: HOUR,
  AuthorizationCode: MINUTE,
  Grant: 365 * DAY,
  IdToken: 10 * MINUTE,
  Interaction: 10 * MINUTE,
  RefreshToken: 30 * DAY,
  Session: HOUR
} as const

export interface Options {
  /** The hub's origin. */
  readonly issuer: string
  /** The address of the MCP endpoint, which is the only audience. */
  readonly resource: string
  readonly keys: SigningKeys
  readonly adapter: (kind: string) => Adapter
  /** Whether clients may register themselves. */
  readonly registration: boolean
  readonly fetchDocument: (address: string | URL | Request) => Promise<Response>
  /** The console session of a request; `undefined` if there is none. */
  readonly sessionOf: (request: IncomingMessage) => Promise<string | undefined>
  /** Called with the address of a client's document that could not be fetched, and why. */
  readonly onUnread: (address: string, why: string) => void
  /** Whether the document of a client may be fetched for a request now. */
  readonly mayFetch: (clientId: string, request: IncomingMessage) => Promise<boolean>
  /** Stores an agent once its user agreed and its code was issued. */
  readonly createAgent: (agent: NewAgent) => Promise<unknown>
  readonly onError: (error: Error) => void
}

const LOOPBACK = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?(\/|$)/

/**
 * Whether a client with only loopback redirects does not say what it is. It is native then, so that it may use any port
 * (RFC 8252, section 7.3).
 */
const isLocal = ({ redirect_uris: uris, application_type: type }: Readonly<Record<string, unknown>>): boolean =>
  type == null && Array.isArray(uris) && uris.length > 0 && uris.every((uri) => LOOPBACK.test(String(uri)))

const nativeWhereLocal = (document: Record<string, unknown>): Record<string, unknown> =>
  isLocal(document) ? { ...document, application_type: "native" } : document

/** Whether the code may be sent to a scheme of the client's own, as only native clients have. They seldom say that they are. */
const hasOwnScheme = ({ redirect_uris: uris }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(uris) && uris.some((uri) => !/^https?:/i.test(String(uri)))

const GRANT_TYPES = ["authorization_code", "refresh_token"]

/**
 * Registers a client without a secret, whatever it asks for. Many ask for a way to send one without a look at those
 * that are supported, and some leave it out, which asks for one, too (RFC 7591, section 2). Some ask for every grant
 * type that they know, or send null in place of what they leave out. A server may replace what is asked for (section
 * 3.2.1); such a client that is refused cannot sign in at all.
 * @param requested the metadata that the client sent, without defaults
 */
const asSupported = (metadata: Record<string, unknown>, requested: Readonly<Record<string, unknown>>): void => {
  for (const name of Object.keys(metadata)) if (metadata[name] === null) delete metadata[name]
  metadata["token_endpoint_auth_method"] = "none"
  delete metadata["client_secret"]
  delete metadata["client_secret_expires_at"]
  const grantTypes = metadata["grant_types"]
  if (Array.isArray(grantTypes))
    metadata["grant_types"] = grantTypes.filter((type) => GRANT_TYPES.includes(String(type)))
  if (isLocal(requested)) metadata["application_type"] = "native"
}

const fetchingNative =
  ({ fetchDocument, onUnread }: Pick<Options, "fetchDocument" | "onUnread">) =>
  async (address: string | URL | Request): Promise<Response> => {
    const unread = (why: string) => onUnread(address instanceof Request ? address.url : String(address), why)
    const response = await fetchDocument(address).catch((error: Error) => {
      unread(error.message)
      throw error
    })
    if (response.status !== 200) {
      unread(`status ${response.status}`)
      return response
    }
    const text = await response.text()
    try {
      const { headers } = response
      return new Response(JSON.stringify(nativeWhereLocal(JSON.parse(text) as Record<string, unknown>)), { headers })
    } catch {
      return new Response(text, { headers: response.headers })
    }
  }

/** A page for the user, or JSON for a client that asks whether it is still known before it opens the browser. */
const renderError: NonNullable<Configuration["renderError"]> = (context, { error, error_description: description }) => {
  context.set(pageHeaders())
  if (context.accepts("html", "json") === "json") {
    context.type = "json"
    context.body = { error, error_description: description }
    return
  }
  context.type = "html"
  context.body = errorPage(error, description)
}

/**
 * Reads any requested scope as `mcp`, with `offline_access` if that was asked for: clients ask for none, or for scopes
 * of OpenID, which this hub does not have.
 */
const readScope = ({ oidc: { params = {} } }: KoaContextWithOIDC): void => {
  const requested = typeof params["scope"] === "string" ? params["scope"].split(" ") : []
  params["scope"] = SCOPES.filter((scope) => scope === SCOPE || requested.includes(scope)).join(" ")
}

export const makeProvider = (options: Options): Provider => {
  const { issuer, resource, keys, adapter, registration, mayFetch, createAgent } = options
  const policy = interactionPolicy.base()
  const always = new interactionPolicy.Check(
    "always",
    "the user is asked each time",
    "interaction_required",
    (context: KoaContextWithOIDC) => context.oidc.result?.consent === undefined
  )
  policy.get("consent")?.checks.add(always)

  const configuration: Configuration = {
    adapter,
    jwks: { keys: [keys.jwk] },
    cookies: {
      keys: [keys.secret],
      names: { session: "inlay_oauth", interaction: "inlay_oauth_step", resume: "inlay_oauth_resume" },
      long: { httpOnly: true, sameSite: "lax", path: "/oauth" },
      short: { httpOnly: true, sameSite: "lax" }
    },
    ttl: TTL,
    scopes: ["offline_access"],
    claims: {},
    extraParams: { scope: readScope },
    // The scopes of a client's own description would limit what it may ask for.
    extraClientMetadata: {
      properties: ["scope"],
      validator: (context, _key, _value, metadata) => {
        delete metadata["scope"]
        if (context?.oidc.route === "registration") asSupported(metadata, context.oidc.body ?? {})
        if (hasOwnScheme(metadata)) metadata["application_type"] = "native"
      }
    },
    responseTypes: ["code"],
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    clientDefaults: {
      grant_types: GRANT_TYPES,
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256"
    },
    clientAuthMethods: ["none"],
    routes: {
      authorization: "/oauth/authorize",
      token: "/oauth/token",
      revocation: "/oauth/revoke",
      registration: "/oauth/register",
      jwks: "/oauth/keys"
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      dPoP: { enabled: false },
      revocation: {
        enabled: true,
        allowedPolicy: (_, client, token) => Promise.resolve(token.clientId === client.clientId)
      },
      // Nothing could be done with the access token of a registration.
      registration: { enabled: registration, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: {
        enabled: true,
        ack: "draft-02",
        allowFetch: ({ req }, clientId) => mayFetch(clientId, req),
        cacheDuration: { min: 60, max: 3600 }
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, indicator) => {
          if (indicator !== resource) throw new errors.InvalidTarget("this hub issues tokens only for its MCP endpoint")
          return { scope: SCOPE, audience: resource, accessTokenFormat: "opaque", accessTokenTTL: TTL.AccessToken }
        }
      }
    },
    interactions: { policy, url: (_: unknown, { uid }: Interaction) => `/oauth/consent/${uid}` },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id }) }),
    // Uses only the grant of the consent that was just given, never an earlier one, and only in the browser that gave
    // it: another port of this host can give the cookies of a sign-in that began elsewhere to the user's browser.
    loadExistingGrant: async ({ oidc, req }) => {
      const { grantId, session } = oidc.result?.consent ?? {}
      if (grantId === undefined || session !== (await options.sessionOf(req))) return undefined
      return await oidc.provider.Grant.find(grantId)
    },
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    // A code or token lives until its own end. By default, those of clients that do not send `prompt=consent` would end
    // with the browser's session here: after an hour, or when another agent of the same program signs in.
    expiresWithSession: () => false,
    rotateRefreshToken: true,
    fetch: fetchingNative(options),
    renderError
  }
  const provider = new ProviderClass(issuer, configuration)
  provider.proxy = true
  provider.use(async (context: KoaContextWithOIDC, next) => {
    // The page that sends a code as a form does it by a script, whose hash the package adds to this directive.
    context.set("content-security-policy", `${NODE_HEADERS["content-security-policy"]}; script-src`)
    await next()
    const { route, result, entities } = (context.oidc as KoaContextWithOIDC["oidc"] | undefined) ?? {}
    if (route === "discovery") Object.assign(context.body as object, { scopes_supported: SCOPES })
    const agent = result?.consent?.["agent"] as NewAgent | undefined
    if (agent !== undefined && entities?.AuthorizationCode !== undefined) await createAgent(agent)
  })
  provider.on("server_error", (_: unknown, error: Error) => options.onError(error))
  return provider
}

/** Overwrites the request's host and forwarding headers with the hub's own address, whatever a proxy or client sent. */
export const withOwnAddress = (issuer: string, request: IncomingMessage): IncomingMessage => {
  const { protocol, host } = new URL(issuer)
  for (const name of Object.keys(request.headers)) if (name.startsWith("x-forwarded-")) delete request.headers[name]
  request.headers["x-forwarded-proto"] = protocol.slice(0, -1)
  request.headers["x-forwarded-host"] = host
  request.headers.host = host
  return request
}
