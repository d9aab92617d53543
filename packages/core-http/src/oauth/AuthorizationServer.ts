/**
 * An authorization server as an app asks it: for a token, for another one by a refresh token, and what its answers mean.
 * What the server says is repeated as its words, without any secret that was sent.
 */
import * as Effect from "effect/Effect"
import type * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { ProviderError, type Reason } from "../errors/ProviderError.ts"
import * as ProviderText from "../text/ProviderText.ts"
import type { Transport } from "../transport/Transport.ts"
import { NO_CLIENT, reasonOfError } from "./errors.ts"
import * as Grant from "./Grant.ts"
import { redactorOf, send, type App, type Form, type Response } from "./send.ts"

export { endpointOf, type App, type Form } from "./send.ts"

/** An authorization server, and the app that it knows us as. */
export interface Server extends App {
  /** The plugin's id. */
  readonly provider: string
  /** The token endpoint: https, or http on this machine. */
  readonly tokens: string
  /** What the service's own error codes mean, besides those of RFC 6749 and 8628. */
  readonly errors?: Readonly<Record<string, Reason>>
}

/** What was answered: fields to read, or that the user has not decided yet. */
export interface Answer {
  readonly fields: Readonly<Record<string, unknown>>
  readonly pending: "authorization_pending" | "slow_down" | undefined
  /** Unix time in milliseconds. */
  readonly receivedAtMillis: number
}

/** A failure of a sign-in. */
export const failed = (provider: string, reason: Reason): ProviderError =>
  new ProviderError({ provider, operation: "signIn", reason })

const unreadable = (said: string): Reason => ({
  _tag: "Decode",
  what: `The sign-in was answered ${said}, which this flow does not know.`,
  remedy: { to: "checkAddress", of: "signIn" }
})

const errorOf = ({ fields }: Response): string | undefined => {
  const error = fields?.["error"]
  return typeof error === "string" && error !== "" ? error : undefined
}

/** Why an answer is a failure. Some services say so with status 200. */
const failureOf = (server: Pick<Server, "errors">, response: Response): Reason | undefined => {
  const { status, headers, receivedAtMillis, fields } = response
  const code = errorOf(response)
  const description = fields?.["error_description"]
  const words = typeof description === "string" ? description : ""
  return reasonOfError({ code, words, status, headers, receivedAtMillis }, server.errors)
}

const judged = (server: Pick<Server, "errors">, response: Response): Result.Result<Answer, Reason> => {
  const { status, fields, receivedAtMillis } = response
  const code = errorOf(response)
  if (status < 500 && (code === "authorization_pending" || code === "slow_down")) {
    return Result.succeed({ fields: fields ?? {}, pending: code, receivedAtMillis })
  }
  const failure = failureOf(server, response)
  if (failure !== undefined) return Result.fail(failure)
  // What else stands beside these says no more: a service writes `{ "error": "Not Found" }`.
  if (status === 401 || status === 404) return Result.fail(NO_CLIENT)
  if (status < 200 || status >= 300 || fields === undefined || (fields["error"] ?? "") !== "") {
    return Result.fail(unreadable(code === undefined ? String(status) : ProviderText.quote(code, 60)))
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
    Effect.mapError((reason) => failed(server.provider, redactorOf(server, form).json(reason)))
  )

/** Asks an endpoint of the server. */
export const ask = (server: Server, address: string, form: Form): Effect.Effect<Answer, ProviderError, Transport> =>
  asking(server, address, form, (response) => judged(server, response))

/** The grant in an answer; one that says that the user has not decided yet holds none. */
export const grantOf = (server: Server, { fields, pending, receivedAtMillis }: Answer) =>
  Effect.fromResult(
    Result.mapError(
      pending === undefined ? Grant.read(fields, receivedAtMillis) : Result.fail(unreadable(pending)),
      (reason) => failed(server.provider, reason)
    )
  )

/** A grant from the token endpoint. */
export const grant = (server: Server, form: Form): Effect.Effect<Grant.Grant, ProviderError, Transport> =>
  Effect.flatMap(ask(server, server.tokens, form), (answer) => grantOf(server, answer))

/**
 * Another grant for a refresh token. Fails as `Unauthorized` where the server no longer takes it: only signing in again
 * helps then.
 */
export const refresh = (
  server: Server,
  refreshToken: Redacted.Redacted
): Effect.Effect<Grant.Grant, ProviderError, Transport> =>
  grant(server, { grant_type: "refresh_token", refresh_token: refreshToken })

/** What a token that is ended already is answered with, where RFC 7009's 200 is not. */
const ENDED: ReadonlySet<string | undefined> = new Set(["invalid_token", "invalid_grant"])
/** The server cannot do it. */
const NOT_DONE: ReadonlySet<string | undefined> = new Set(["unsupported_token_type", "unsupported_grant_type"])

/**
 * Ends a token (RFC 7009); with a refresh token, also what it renewed. Gives `false` where the server does not do that. A
 * token that it does not know any more is ended already.
 *
 * @param address the revocation endpoint: https, or http on this machine
 */
export const revoke = (
  server: Server,
  address: string,
  token: Redacted.Redacted
): Effect.Effect<boolean, ProviderError, Transport> =>
  asking(server, address, { token }, (response) => {
    const code = errorOf(response)
    if (response.status < 500 && ENDED.has(code)) return Result.succeed(true)
    if (response.status === 404 || (response.status < 500 && NOT_DONE.has(code))) return Result.succeed(false)
    const failure = failureOf(server, response)
    if (failure !== undefined) return Result.fail(failure)
    const isDone = response.status >= 200 && response.status < 300 && code === undefined
    return isDone ? Result.succeed(true) : Result.fail(unreadable(String(response.status)))
  })
