/** Revokes an account's tokens at the service, if that is possible. */
import { secretsOf, type Account, type AccountKind } from "@inlay/agent-plugin/Account"
import * as BaseAddress from "@inlay/core-http/BaseAddress"
import { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"

import { websiteHost } from "../detect.ts"
import { apiAddress, apiVersion, applicationsPage, mediaType, tokenPage, userAgent, webAddress } from "../vendors.ts"
import { providerError } from "../wire/service.ts"

const TIME_LIMIT = Duration.seconds(30)
const MAX_ANSWER_BYTES = 64 * 1024

/** Returns the address of the service's website for an account. */
const webOf = ({ settings }: Account): string => {
  if (settings["sign_in_url"] !== undefined) return settings["sign_in_url"].replace(/\/+$/, "")
  const api = settings["base_url"] ?? apiAddress
  if (!URL.canParse(api)) return webAddress
  const url = new URL(api)
  return `${url.protocol}//${websiteHost(url)}`
}

/** A token that the user created is left for the user to delete, because other programs may use it. */
export const leftToDelete: NonNullable<AccountKind["revoke"]> = (account) =>
  Effect.succeed({
    revoked: false,
    left: `The token still works: delete it at ${webOf(account)}${tokenPage} unless something else uses it.`
  })

/** The request may or may not have revoked the tokens; it can be repeated. */
const unreachable = () =>
  providerError("revoke", {
    _tag: "Transport",
    sent: true,
    what: "The service could not be reached.",
    remedy: { to: "retry", checking: "network" }
  })

/**
 * `POST /credentials/revoke`, which takes the tokens in its body and needs no credential. It is sent directly with the
 * transport, because the client only ever puts a token in its header.
 * https://docs.github.com/en/rest/credentials/revoke
 */
export const revokeSignedIn: NonNullable<AccountKind["revoke"]> = Effect.fnUntraced(function* (account) {
  const transport = yield* Transport
  const notRevoked = {
    revoked: false,
    left: `The sign-in could not be revoked from here: remove the app at ${webOf(account)}${applicationsPage}.`
  }
  const base = BaseAddress.parse(account.settings["base_url"] ?? apiAddress)
  const credentials = [...new Set(secretsOf(account).map((secret) => Redacted.value(secret)))]
  if (Result.isFailure(base) || credentials.length === 0) return notRevoked
  const answer = yield* transport
    .send({
      method: "POST",
      url: new URL(`${BaseAddress.toString(base.success)}/credentials/revoke`),
      headers: {
        accept: mediaType,
        "content-type": "application/json",
        "user-agent": userAgent,
        "x-github-api-version": apiVersion
      },
      body: JSON.stringify({ credentials }),
      maxBodyBytes: MAX_ANSWER_BYTES
    })
    .pipe(Effect.timeout(TIME_LIMIT), Effect.mapError(unreachable))
  return answer.status === 202 ? { revoked: true } : notRevoked
})
