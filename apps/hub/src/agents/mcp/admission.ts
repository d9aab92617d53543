/**
 * Who may ask at `/mcp`: a request to one of the hub's own names, from no page of another site, with a token. Whoever has
 * none is told where to sign in (RFC 9728, https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization).
 */
import type { IncomingMessage, ServerResponse } from "node:http"

import { validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server"

import type { Principal } from "../principals/Principal.ts"
import { refuse } from "./http.ts"

export interface Admission {
  /** The names, without ports, that the hub answers to. */
  readonly hostnames: ReadonlyArray<string>
  /** Whose token it is; `undefined` for one that is none, or has ended. */
  readonly principalOf: (token: string) => Promise<Principal | undefined>
  /** Where the protected resource's metadata stands; absent where agents cannot sign in. */
  readonly resourceMetadata: string | undefined
}

const NOT_ALLOWED = -32000

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization ?? "")?.[1]

const challenge = (response: ServerResponse, metadata: string | undefined, hadToken: boolean): void => {
  const parameters = [
    ...(hadToken ? ['error="invalid_token"'] : []),
    ...(metadata === undefined ? [] : [`resource_metadata="${metadata}"`])
  ]
  response.setHeader("www-authenticate", ["Bearer", parameters.join(", ")].join(" ").trim())
  refuse(
    response,
    401,
    NOT_ALLOWED,
    hadToken ? "The token is not, or no longer, one of this hub." : "Send a token of this hub as Authorization: Bearer."
  )
}

/** Whose request it is; `undefined` where it was answered with a refusal. */
export const admit = async (
  request: IncomingMessage,
  response: ServerResponse,
  { hostnames, principalOf, resourceMetadata }: Admission
): Promise<Principal | undefined> => {
  const { host, origin } = request.headers
  if (!validateHostHeader(host, [...hostnames]).ok) {
    return void refuse(response, 403, NOT_ALLOWED, "The Host header is none of this hub's names.")
  }
  if (!validateOriginHeader(origin, [...hostnames]).ok) {
    return void refuse(response, 403, NOT_ALLOWED, "The request is from a page of another site.")
  }
  const token = bearerOf(request)
  const principal = token === undefined ? undefined : await principalOf(token)
  if (principal === undefined) return void challenge(response, resourceMetadata, token !== undefined)
  return principal
}
