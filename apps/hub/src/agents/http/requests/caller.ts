/**
 * Identifies the caller of a request: by a hub token in `Authorization`, or by the console's cookie. Browsers send the
 * cookie with requests from any page, so it is accepted only for requests of the console itself.
 */
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

import { hubError } from "../../../hub-error.ts"
import type { Principal } from "../../../principals/Principal.ts"
import { withinTools } from "../../../principals/reach.ts"
import { ServedAt } from "../../../serving/ServedAt.ts"
import { ConsoleSessions, CONSOLE, type Session } from "../../credentials/ConsoleSessions.ts"
import { HubTokens, tokenIdOf } from "../../credentials/HubTokens.ts"
import { CurrentPrincipal, CurrentSession } from "../../run-as/CurrentPrincipal.ts"
import { SharedRunners } from "../../run-as/run-as.ts"

export interface Identity {
  readonly principal: Principal
  readonly session?: Session
}

const within = (principal: Principal | undefined) =>
  Effect.map(SharedRunners, ({ plugins }) => principal && withinTools(plugins, principal))

const BEARER = /^bearer +/i

const reads = (method: string): boolean => method === "GET" || method === "HEAD"

/** Whether a request with a cookie comes from the console itself, according to the headers that browsers set. */
const isOwnPage = ({ method, headers }: HttpServerRequest, origins: ReadonlySet<string>): boolean => {
  const { origin } = headers
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  return reads(method) ? origin === undefined || origins.has(origin) : origin !== undefined && origins.has(origin)
}

/** The request's principal; `undefined` if it carries no valid credential. */
export const identify = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    if (!BEARER.test(authorization)) return undefined
    const principal = yield* within(yield* (yield* HubTokens).find(authorization.replace(BEARER, "").trim()))
    const identity: Identity | undefined = principal && { principal }
    return identity
  }
  const { cookie: name, origins } = yield* ServedAt
  const cookie = request.cookies[name]
  if (cookie === undefined || cookie === "" || !isOwnPage(request, origins)) return undefined
  const session = yield* (yield* ConsoleSessions).find(cookie)
  const identity: Identity | undefined = session && { principal: CONSOLE, session }
  return identity
})

/**
 * The principal of the current request as it is now; `undefined` once its token or session has ended. For responses
 * that last. Asking does not count as a use, so an open stream prolongs no session.
 */
export const principalNow = Effect.gen(function* () {
  const principal = yield* CurrentPrincipal
  const session = yield* CurrentSession
  if (session === undefined) return yield* within(yield* (yield* HubTokens).principal(tokenIdOf(principal)))
  return (yield* (yield* ConsoleSessions).isOpen(session.id)) ? principal : undefined
})

const endedMeanwhile = hubError("request", {
  _tag: "Forbidden",
  what: "The token or session of the request was revoked or ended meanwhile.",
  nothing: "stored"
})

/** Makes statements, for what is stored after a wait, that fail if the current principal may not call any more. */
export const principalStays = Effect.gen(function* () {
  const caller = yield* Effect.context<Effect.Services<typeof principalNow>>()
  return Effect.flatMap(Effect.provideContext(principalNow, caller), (principal) =>
    principal === undefined ? Effect.fail(endedMeanwhile) : Effect.void
  )
})
