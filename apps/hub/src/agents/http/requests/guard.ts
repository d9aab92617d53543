/**
 * Checks every request before any route: its `Host` (against DNS rebinding), its `Origin` (against pages of other
 * sites) and its credential. Adds security headers to every response.
 */
import * as NodeHttpServerRequest from "@effect/platform-node/NodeHttpServerRequest"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { hubError } from "../../../hub-error.ts"
import { withHeaders } from "../../../serving/headers.ts"
import { pathOf } from "../../../serving/request-url.ts"
import { isOwnEnd, ServedAt } from "../../../serving/ServedAt.ts"
import { CurrentPrincipal, CurrentSession } from "../../run-as/CurrentPrincipal.ts"
import { answering, failure } from "../failure.ts"
import { identify } from "./caller.ts"

/** Paths that need no principal. If they require other credentials, they check these themselves. */
const PUBLIC: ReadonlyArray<{
  readonly path: string
  readonly below?: true
  readonly reads?: true
  readonly method?: string
}> = [
  { path: "/healthz" },
  { path: "/webhooks", below: true },
  { path: "/oauth", below: true },
  { path: "/.well-known", below: true },
  // The console's pages and scripts contain no data. The API that they call requires a principal.
  { path: "/", reads: true },
  { path: "/sign-in", reads: true },
  { path: "/assets", below: true, reads: true },
  // Its 401 response tells clients where agents sign in.
  { path: "/mcp" },
  // Requires the secret of a sign-in link.
  { path: "/api/session", method: "POST" },
  // Lets a browser extension verify the hub, and pair with it by a pairing code.
  { path: "/api/hub", method: "GET" },
  { path: "/api/pairings", method: "POST" }
]

/** Whether a request is served without a principal. */
export const isPublic = ({ url, method }: HttpServerRequest): boolean => {
  const path = pathOf(url)
  return PUBLIC.some(
    (one) =>
      (path === one.path || (one.below === true && path.startsWith(`${one.path}/`))) &&
      (one.method === undefined || one.method === method) &&
      (one.reads === undefined || method === "GET" || method === "HEAD")
  )
}

const refusalOf = (status: number, reason: Reason) => Effect.succeed(failure(hubError("request", reason), status))

/** 421 Misdirected Request (RFC 9110, section 15.5.20). */
export const otherHost = refusalOf(421, {
  _tag: "Refused",
  guard: "endpoint",
  what: "The request is for a different host than this hub's.",
  remedy: { to: "read", text: "Use the address that `inlay serve` printed, or start it with --url." }
})

const otherOrigin = refusalOf(403, {
  _tag: "Refused",
  guard: "endpoint",
  what: "The request comes from another site's page.",
  remedy: { to: "read", text: "Use the hub's own console, or a program that sends no Origin." }
})

/** The `WWW-Authenticate` header for a request without a valid token. */
const challenge = (hasToken: boolean): string => `Bearer realm="inlay"${hasToken ? ', error="invalid_token"' : ""}`

const unauthorized = (hasToken: boolean) =>
  failure(
    hubError("request", {
      _tag: "Unauthorized",
      what: hasToken
        ? "The hub token is not valid: it is mistyped, expired or revoked, or an agent's sign-in, which is for /mcp only."
        : "This needs a hub token.",
      remedy: {
        to: "read",
        text: "Make one with `inlay tokens create`, and send it as `Authorization: Bearer ...`; for the console, run `inlay console`."
      },
      sent: false
    }),
    401,
    { "www-authenticate": challenge(hasToken) }
  )

/** The origin that browsers send for an extension's own pages and worker. No website can have it. */
const EXTENSION = /^(?:chrome|moz)-extension:\/\/[^/]+$/

/** An extension may call only the API, and only with an extension's token: cookies and other tokens are rejected. */
const mayBeExtension = (origin: string, { url }: HttpServerRequest): boolean =>
  EXTENSION.test(origin) && url.startsWith("/api/")

/** Monitoring asks each server by itself for these, at an address that `--url` does not name. */
const MONITORED: ReadonlyArray<string> = ["/healthz", "/metrics"]

/**
 * Whether `Host` is the address at which the connection arrived, or missing, as in HAProxy's check. A page that led a name
 * here sends that name.
 */
const isMonitoring = (request: HttpServerRequest, host: string): boolean =>
  MONITORED.includes(pathOf(request.url)) &&
  (host === "" || isOwnEnd(host, NodeHttpServerRequest.toIncomingMessage(request).socket))

/** Wraps an app with all of these checks. */
export const guarded = <E, R>(app: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>) =>
  Effect.gen(function* () {
    const request = yield* HttpServerRequest
    const { hosts, origins } = yield* ServedAt
    const host = (request.headers["host"] ?? "").toLowerCase()
    if (!hosts.has(host) && !isMonitoring(request, host)) return yield* otherHost
    const { origin } = request.headers
    const isForeign = origin !== undefined && !origins.has(origin)
    if (isForeign && !mayBeExtension(origin, request)) return yield* otherOrigin
    const serving = app as Effect.Effect<HttpServerResponse.HttpServerResponse, E, Exclude<R, CurrentPrincipal>>
    if (isPublic(request)) return yield* serving
    const identity = yield* answering(identify(request))
    if (identity === undefined) return unauthorized(request.headers["authorization"] !== undefined)
    if (HttpServerResponse.isHttpServerResponse(identity)) return identity
    if (isForeign && identity.principal.kind !== "extension") return yield* otherOrigin
    return yield* serving.pipe(
      Effect.provideService(CurrentPrincipal, identity.principal),
      Effect.provideService(CurrentSession, identity.session)
    )
  }).pipe(Effect.map(withHeaders))
