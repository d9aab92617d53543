/**
 * The authorization code flow with PKCE (RFC 6749, section 4.1; RFC 7636): it builds the address for the user's
 * browser, checks the answer, and exchanges the code for a grant. The app stores `state` and the verifier, which are
 * new for each sign-in, and receives the answer.
 */
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import type { ProviderError, Reason } from "../errors/ProviderError.ts"
import type { Transport } from "../transport/Transport.ts"
import * as Server from "./AuthorizationServer.ts"
import { reasonOfError } from "./errors.ts"
import type { Grant } from "./Grant.ts"
import type { Binding } from "./Pkce.ts"

/** The issuer whose answers are accepted (RFC 9207). */
export interface Issuer {
  /** The issuer as the server writes it. It is compared character by character. */
  readonly id: string
  /**
   * Whether every answer names the issuer, which is `authorization_response_iss_parameter_supported` in the server's
   * metadata.
   */
  readonly isAlwaysNamed: boolean
}

/** Builds the address to open in the user's browser. */
export const url = (options: {
  readonly provider: string
  /** The authorization endpoint: https, or http on this machine. */
  readonly address: string
  readonly clientId: string
  readonly scopes: ReadonlyArray<string>
  readonly redirectUri: string
  readonly state: string
  readonly challenge: string
  /** Further parameters that the service wants, such as `access_type`. */
  readonly extra?: Readonly<Record<string, string>>
}): Result.Result<URL, ProviderError> =>
  Result.mapBoth(Server.endpointOf(options.address), {
    onFailure: (reason) => Server.signInError(options.provider, reason),
    onSuccess: (endpoint) => {
      const parameters = {
        ...options.extra,
        response_type: "code",
        client_id: options.clientId,
        redirect_uri: options.redirectUri,
        scope: options.scopes.join(" "),
        state: options.state,
        code_challenge: options.challenge,
        code_challenge_method: "S256"
      }
      for (const [name, value] of Object.entries(parameters)) endpoint.searchParams.set(name, value)
      return endpoint
    }
  })

const refusal = (what: string): Reason => ({
  _tag: "Refused",
  guard: "signIn",
  what,
  remedy: { to: "signInAgain" },
  nothing: "stored"
})

const CODE = /^[\x20-\x7E]{1,4096}$/

const isSame = (one: string, other: string): boolean => {
  let difference = one.length ^ other.length
  for (let at = 0; at < one.length; at++) difference |= one.charCodeAt(at) ^ other.charCodeAt(at)
  return difference === 0
}

/**
 * Returns whether an answer belongs to this sign-in. An answer that does not is ignored and does not end the sign-in.
 */
export const isOurs = (answer: URLSearchParams, { state }: Pick<Binding, "state">): boolean => {
  const states = answer.getAll("state")
  return states.length === 1 && isSame(states[0] ?? "", state)
}

/**
 * Returns the code from the query of the redirect that the browser brought back. Refuses an answer that belongs to
 * another sign-in or another issuer, or that names a parameter twice.
 */
export const codeOf = (
  answer: URLSearchParams,
  binding: Pick<Binding, "state">,
  issuer?: Issuer
): Result.Result<string, Reason> => {
  if (!isOurs(answer, binding)) return Result.fail(refusal("The response belongs to another sign-in."))
  const names = [...answer.keys()]
  if (new Set(names).size !== names.length) return Result.fail(refusal("The response contains a parameter twice."))
  const issuerId = answer.get("iss")
  if (issuer !== undefined && (issuerId === null ? issuer.isAlwaysNamed : issuerId !== issuer.id)) {
    return Result.fail(refusal("The response comes from an unexpected issuer."))
  }
  const error = answer.get("error")
  if (error !== null) {
    const words = answer.get("error_description") ?? ""
    const failure = { code: error, words, status: 400, headers: {}, receivedAtMillis: 0 }
    return Result.fail(reasonOfError(failure) ?? refusal("The service returned an unknown error."))
  }
  const code = answer.get("code") ?? ""
  return CODE.test(code) ? Result.succeed(code) : Result.fail(refusal("The response contains no code."))
}

/** Exchanges a code for a grant. A code can be used once. */
export const finish = (
  server: Server.Server,
  answer: { readonly code: string; readonly verifier: Redacted.Redacted; readonly redirectUri: string }
): Effect.Effect<Grant, ProviderError, Transport> =>
  Server.grant(server, {
    grant_type: "authorization_code",
    code: Redacted.make(answer.code),
    code_verifier: answer.verifier,
    redirect_uri: answer.redirectUri
  })
