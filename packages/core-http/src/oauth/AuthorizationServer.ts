/**
 * A client for the token endpoint of an authorization server: it requests, refreshes and revokes tokens, and interprets
 * the answers. The server's own texts are quoted without any secret that was sent to it.
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { ProviderError, type Reason } from "../errors/ProviderError.ts"
import * as ProviderText from "../text/ProviderText.ts"
import type { Transport } from "../transport/Transport.ts"
import { NO_CLIENT, reasonOfError } from "./errors.ts"
import * as Grant from "./Grant.ts"
import { send, type App, type Form, type Response } from "./send.ts"

export { endpointOf, type App, type Form } from "./send.ts"

/** An authorization server, and the app that is registered with it. */
export interface Server extends App {
  /** The plugin's id. */
  readonly provider: string
  /** The token endpoint: https, or http on this machine. */
  readonly tokens: string
  /** The meaning of the service's own error codes, in addition to those of RFC 6749 and 8628. */
  readonly errors?: Readonly<Record<string, Reason>>
}

/** The answer: its fields, and whether the user has not decided yet. */
export interface Answer {
  readonly fields: Readonly<Record<string, unknown>>
  readonly pending: "authorization_pending" | "slow_down" | undefined
  /** Unix time in milliseconds. */
  readonly receivedAtMillis: number
}

/** Makes the error of a failed sign-in. */
export const signInError = (provider: string, reason: Reason): ProviderError =>
  new ProviderError({ provider, operation: "signIn", reason })

const unreadable = (answer: string): Reason => ({
  _tag: "Decode",
  what: `The sign-in returned an unexpected response: ${answer}.`,
  remedy: { to: "checkAddress", of: "signIn" }
})

const judge = (server: Pick<Server, "errors">, response: Response): Result.Result<Answer, Reason> => {
  const { status, fields, code, receivedAtMillis } = response
  if (status < 500 && (code === "authorization_pending" || code === "slow_down")) {
    return Result.succeed({ fields: fields ?? {}, pending: code, receivedAtMillis })
  }
  // Some services report failures with status 200.
  const failure = reasonOfError(response, server.errors)
  if (failure !== undefined) return Result.fail(failure)
  // Any other body with these statuses says no more: a service writes `{ "error": "Not Found" }`.
  if (status === 401 || status === 404) return Result.fail(NO_CLIENT)
  if (status < 200 || status >= 300 || fields === undefined || (fields["error"] ?? "") !== "") {
    return Result.fail(unreadable(code === "" ? String(status) : ProviderText.quote(code, 60)))
  }
  return Result.succeed({ fields, pending: undefined, receivedAtMillis })
}

const asking = <A>(
  server: Server,
  address: string,
  form: Form,
  read: (response: Response) => Result.Result<A, Reason>
): Effect.Effect<A, ProviderError, Transport> =>
  send(server, address, form).pipe(
    Effect.flatMap((response) => Effect.fromResult(read(response))),
    Effect.mapError((reason) => signInError(server.provider, reason))
  )

/** Sends a request to an endpoint of the server. */
export const ask = (server: Server, address: string, form: Form): Effect.Effect<Answer, ProviderError, Transport> =>
  asking(server, address, form, (response) => judge(server, response))

/** Reads the grant from an answer. Fails if the answer says that the user has not decided yet. */
export const grantOf = (server: Server, { fields, pending, receivedAtMillis }: Answer) =>
  Effect.fromResult(
    Result.mapError(
      pending === undefined ? Grant.read(fields, receivedAtMillis) : Result.fail(unreadable(pending)),
      (reason) => signInError(server.provider, reason)
    )
  )

/** Requests a grant from the token endpoint. */
export const grant = (server: Server, form: Form): Effect.Effect<Grant.Grant, ProviderError, Transport> =>
  Effect.flatMap(ask(server, server.tokens, form), (answer) => grantOf(server, answer))

/**
 * Exchanges a refresh token for a new grant. Fails as `Unauthorized` if the server no longer accepts the refresh token;
 * the user then has to sign in again.
 */
export const refresh = (
  server: Server,
  refreshToken: Redacted.Redacted
): Effect.Effect<Grant.Grant, ProviderError, Transport> =>
  grant(server, { grant_type: "refresh_token", refresh_token: refreshToken })

/** Errors that servers return for a token that has already ended, if they do not return 200 as RFC 7009 requires. */
const ENDED: ReadonlySet<string> = new Set(["invalid_token", "invalid_grant"])
/** Errors that say that the server cannot revoke tokens of this type. */
const NOT_DONE: ReadonlySet<string> = new Set(["unsupported_token_type", "unsupported_grant_type"])

/**
 * Revokes a token (RFC 7009). For a refresh token, the tokens that it renewed are revoked too. Returns `false` if the
 * server does not support that. A token that the server no longer knows counts as revoked.
 *
 * @param address the revocation endpoint: https, or http on this machine
 */
export const revoke = (
  server: Server,
  address: string,
  token: Redacted.Redacted
): Effect.Effect<boolean, ProviderError, Transport> =>
  asking(server, address, { token }, (response) => {
    const { status, code } = response
    if (status < 500 && ENDED.has(code)) return Result.succeed(true)
    if (status === 404 || (status < 500 && NOT_DONE.has(code))) return Result.succeed(false)
    const failure = reasonOfError(response, server.errors)
    if (failure !== undefined) return Result.fail(failure)
    const isDone = status >= 200 && status < 300 && code === ""
    return isDone ? Result.succeed(true) : Result.fail(unreadable(String(status)))
  })
