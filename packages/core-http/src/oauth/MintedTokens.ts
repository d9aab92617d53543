/**
 * Tokens that are made from an account's stored secret, such as a service account's key, and cached until they expire.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Credential from "../credential/Credential.ts"
import * as TokenSource from "../credential/TokenSource.ts"
import type { ProviderError } from "../errors/ProviderError.ts"
import { Transport } from "../transport/Transport.ts"
import type { Grant } from "./Grant.ts"

/** A placeholder that has already expired, used before the first token is made. */
const NONE: TokenSource.Token = {
  credential: { header: "authorization", value: Redacted.make(""), secrets: [] },
  expiresAtMillis: 0
}

/**
 * Makes a token source that makes tokens on demand. `mint` makes one, and receives the refresh token of the previous
 * grant, if there was one, since many providers let each be used only once.
 */
export const make = Effect.fnUntraced(function* (
  mint: (latest: Redacted.Redacted | undefined) => Effect.Effect<Grant, ProviderError, Transport>
) {
  const transport = yield* Transport
  let refreshToken: Redacted.Redacted | undefined
  let scopes: ReadonlyArray<string> = []
  const source = TokenSource.make(NONE, () =>
    mint(refreshToken).pipe(
      Effect.provideService(Transport, transport),
      Effect.map((grant): TokenSource.Token => {
        refreshToken = grant.refreshToken ?? refreshToken
        scopes = grant.scopes
        return {
          credential: Credential.bearer(grant.accessToken),
          ...(grant.expiresAtMillis !== undefined && { expiresAtMillis: grant.expiresAtMillis })
        }
      })
    )
  )
  const tokens: TokenSource.TokenSource = {
    ...source,
    secrets: () => [...source.secrets(), ...(refreshToken === undefined ? [] : [refreshToken])],
    scopes: () => scopes
  }
  return tokens
})
