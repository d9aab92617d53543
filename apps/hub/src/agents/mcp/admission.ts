/**
 * Authenticates requests to `/mcp`: by a hub token, or by the access token of an agent that signed in. Other clients
 * are told where to sign in (RFC 9728, https://modelcontextprotocol.io/specification/2026-07-28/basic/authorization).
 */
import type { IncomingMessage, ServerResponse } from "node:http"

import { StorageError } from "@inlay/core-http/StorageError"

import type { Principal } from "../../principals/Principal.ts"
import { errorJson, unreadable } from "../http/failure.ts"
import { SCOPE } from "../sign-in/metadata.ts"
import { refuse } from "./http.ts"

export interface Admission {
  /** The owner of a token; `undefined` if it is invalid or has expired. */
  readonly principalOf: (token: string) => Promise<Principal | undefined>
  /** The URL of the protected resource metadata. */
  readonly resourceMetadata: string
}

const NOT_ALLOWED = -32000

const bearerOf = ({ headers }: IncomingMessage): string | undefined =>
  /^Bearer +([\x21-\x7e]+)$/i.exec(headers.authorization ?? "")?.[1]

const challenge = (response: ServerResponse, metadata: string, hadToken: boolean): void => {
  const error = hadToken ? 'error="invalid_token", ' : ""
  response.setHeader("www-authenticate", `Bearer ${error}scope="${SCOPE}", resource_metadata="${metadata}"`)
  refuse(
    response,
    401,
    NOT_ALLOWED,
    hadToken
      ? "The token is mistyped, expired, revoked or another hub's. The console's Agents page or `inlay tokens create` makes one."
      : "Sign in, or send a token of this hub as Authorization: Bearer. The console's Agents page or `inlay tokens create` makes one."
  )
}

/**
 * While the hub's data cannot be read, tokens cannot be verified. 503 keeps clients from discarding a token that may be
 * valid.
 */
const unavailable = (response: ServerResponse, failure: StorageError): undefined => {
  const { message, fix } = errorJson(unreadable(failure)).error
  refuse(response, 503, NOT_ALLOWED, fix === undefined ? message : `${message} ${fix}`)
}

/** The request's principal; `undefined` if it was refused and the response was sent. */
export const admit = async (
  request: IncomingMessage,
  response: ServerResponse,
  { principalOf, resourceMetadata }: Admission
): Promise<Principal | undefined> => {
  const token = bearerOf(request)
  let principal: Principal | undefined
  try {
    principal = token === undefined ? undefined : await principalOf(token)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    return unavailable(response, error)
  }
  if (principal === undefined) challenge(response, resourceMetadata, token !== undefined)
  return principal
}
