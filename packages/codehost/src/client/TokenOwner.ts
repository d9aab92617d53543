/**
 * Whose token an account has: a user's, or that of an app's installation, such as the one that a workflow run gets. The
 * service refuses `GET /user` to an installation, but names it in GraphQL, as `github-actions[bot]`.
 * https://docs.github.com/en/rest/users/users#get-the-authenticated-user
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { Identity } from "../schema/User.ts"
import type { Http } from "../wire/requests.ts"
import { decoder } from "../wire/service.ts"

/** Who a token belongs to. */
export interface TokenOwner {
  /** An app's is `name[bot]`, which is no user's. */
  readonly login: string
  /** The headers of the response, which describe the token. */
  readonly headers: Readonly<Record<string, string>>
}

const NAME = "tokenOwner"

const user = decoder(NAME, Identity)
const installation = decoder(NAME, Schema.Struct({ viewer: Schema.Struct({ login: Schema.String }) }))

/** Asks who the account's token belongs to. */
export const ask = (http: Http): Effect.Effect<TokenOwner, ProviderError> => {
  const asUser = Effect.gen(function* () {
    const answer = yield* http.call({ operation: NAME, method: "GET", endpoint: "/user" })
    const { login } = yield* user(answer)
    return { login, headers: answer.headers }
  })
  const asApp = Effect.gen(function* () {
    const { data, headers } = yield* http.graphql(NAME, "query { viewer { login } }", {}, "token")
    const { viewer } = yield* installation({ body: data })
    return { login: viewer.login, headers }
  })
  return asUser.pipe(
    Effect.catch((error) =>
      error.reason._tag === "Forbidden"
        ? // A token that is refused for another reason is refused here too, with fewer words.
          Effect.mapError(asApp, (second) => (second.isRetryable ? second : error))
        : Effect.fail(error)
    )
  )
}
