// Identifies the caller and checks that the token permits the operation.

import type { IncomingMessage } from "node:http"

import { scopes, type Token } from "../sign-in/tokens.ts"
import type { SandboxState } from "../state.ts"
import { scopeInsufficient, serviceDisabled, unauthenticated, withoutCredential } from "./errors.ts"
import { type Operation, services } from "./operation.ts"

const bearer = /^Bearer +(\S+)$/i

/** Returns undefined if the request has no token. */
export const tokenOf = ({ clock, tokens }: SandboxState, req: IncomingMessage): Token | "unknown" | undefined => {
  const { authorization } = req.headers
  if (authorization === undefined) return undefined
  const token = tokens.find(bearer.exec(authorization)?.[1] ?? "")
  if (token === undefined) return "unknown"
  const { expiresAtMillis } = token
  return expiresAtMillis !== null && expiresAtMillis <= clock.now() ? "unknown" : token
}

/**
 * Refuses requests without a valid token or the required scope, and requests to an API that is disabled in the token's
 * project.
 */
export const authorized = (
  { settings }: SandboxState,
  token: Token | "unknown" | undefined,
  { name, readOnly, service }: Operation
): Token => {
  if (token === undefined) throw withoutCredential()
  if (token === "unknown") throw unauthenticated()
  const { host, title } = services[service]
  // The Data API does not accept the scope for changes:
  // https://developers.google.com/analytics/devguides/reporting/data/v1/rest/v1beta/properties/runReport
  const reading = service === "data" ? [scopes.readonly] : [scopes.readonly, scopes.edit]
  const enough = readOnly ? reading : [scopes.edit]
  if (!token.scopes.some((scope) => enough.some((one) => one === scope))) throw scopeInsufficient(host, name)
  if (settings.disabledServices.split(",").includes(service)) throw serviceDisabled(host, title, token.project)
  return token
}
