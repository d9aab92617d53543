import * as Context from "effect/Context"
/**
 * Who sends a request: a hub token in `Authorization`, or the console's cookie. A cookie comes along with whatever page sends
 * the request, so it counts only for the console's own.
 */
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

import { ConsoleSessions, CONSOLE, type Session } from "../../principals/ConsoleSessions.ts"
import { HubTokens } from "../../principals/HubTokens.ts"
import type { Principal } from "../../principals/Principal.ts"
import { ServedAt } from "./ServedAt.ts"

/** The console session of a request; absent for a token's. */
export const CurrentSession = Context.Reference<Session | undefined>("@inlay/hub/CurrentSession", {
  defaultValue: () => undefined
})

export interface Identity {
  readonly principal: Principal
  readonly session?: Session
}

const BEARER = /^bearer +/i

const reads = (method: string): boolean => method === "GET" || method === "HEAD"

/** Whether a request with a cookie is the console's own: browsers say from where it is sent. */
const isOwnPage = ({ method, headers }: HttpServerRequest, origins: ReadonlySet<string>): boolean => {
  const { origin } = headers
  const site = headers["sec-fetch-site"]
  if (site !== undefined && site !== "same-origin" && site !== "none") return false
  return reads(method) ? origin === undefined || origins.has(origin) : origin !== undefined && origins.has(origin)
}

/** The request's principal; `undefined` where it carries nothing that is taken. */
export const identify = Effect.fnUntraced(function* (request: HttpServerRequest) {
  const { authorization } = request.headers
  if (authorization !== undefined) {
    if (!BEARER.test(authorization)) return undefined
    const principal = yield* (yield* HubTokens).find(authorization.replace(BEARER, "").trim())
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
