/** Tokens that are made from what an account holds, such as a service account's key: kept until they run out. */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

import * as Credential from "../credential/Credential.ts"
import * as TokenSource from "../credential/TokenSource.ts"
import type { ProviderError } from "../errors/ProviderError.ts"
import { Transport } from "../transport/Transport.ts"
import type { Grant } from "./Grant.ts"

/** None yet: it has run out since ever. */
const NONE: TokenSource.Token = {
  credential: { header: "authorization", value: Redacted.make(""), secrets: [] },
  expiresAtMillis: 0
}

/**
 * A source whose tokens are made when they are asked for. `mint` makes one from what is at hand; it is given the refresh token
 * of the grant before, where there was one: many providers let each be used once.
 */
export const make = Effect.fnUntraced(function* (
  mint: (latest: Redacted.Redacted | undefined) => Effect.Effect<Grant, ProviderError, Transport>
) {
  const transport = yield* Transport
  let refreshToken: Redacted.Redacted | undefined
  const source = TokenSource.make(NONE, () =>
    Effect.suspend(() => mint(refreshToken)).pipe(
      Effect.provideService(Transport, transport),
      Effect.map((grant): TokenSource.Token => {
        refreshToken = grant.refreshToken ?? refreshToken
        return {
          credential: Credential.bearer(grant.accessToken),
          ...(grant.expiresAtMillis !== undefined && { expiresAtMillis: grant.expiresAtMillis })
        }
      })
    )
  )
  const tokens: TokenSource.TokenSource = {
    ...source,
    secrets: () => [...source.secrets(), ...(refreshToken === undefined ? [] : [refreshToken])]
  }
  return tokens
})
