/** `/api/tokens`: creates, lists and revokes hub tokens. Only for callers that manage the hub. */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"

import type { Grant } from "../../../../callers/Principal.ts"
import { Inbound } from "../../../../inbound/Inbound.ts"
import { manager } from "../../../principals/CurrentPrincipal.ts"
import { HubTokens } from "../../../principals/HubTokens.ts"
import { checked } from "../../../principals/new-token.ts"
import { SharedRunners } from "../../../principals/run-as.ts"
import { tokenView } from "../../../principals/token-view.ts"
import { Api } from "../../api/Api.ts"
import { answering, requestError } from "../../failure.ts"

interface TokenRequest {
  readonly name: string
  readonly grant?: Grant | undefined
  readonly expiresInDays?: number | undefined
}

const create = Effect.fnUntraced(function* ({ name, grant = { readOnly: false }, expiresInDays }: TokenRequest) {
  yield* manager("tokens")
  const { plugins, writing } = yield* SharedRunners
  const accounts = (yield* writing.accounts.list).map(scopeOf)
  const now = yield* Clock.currentTimeMillis
  const token = yield* checked(plugins, accounts, {
    name,
    grant,
    expiresMillis: expiresInDays === undefined ? undefined : now + Duration.toMillis(Duration.days(expiresInDays))
  })
  const hubToken = yield* (yield* HubTokens).create(token)
  return { ...tokenView(hubToken.token), text: Redacted.value(hubToken.text) }
})

const revoke = Effect.fnUntraced(function* (id: string) {
  yield* manager("tokens")
  const endedCount = yield* (yield* HubTokens).revoke(id)
  if (endedCount !== undefined) {
    if (endedCount > 0) yield* (yield* Inbound).replan
    return HttpServerResponse.empty({ status: 204 })
  }
  return yield* requestError("tokens", {
    _tag: "NotFound",
    what: "There is no token with that id.",
    remedy: { to: "checkNames" },
    nothing: "changed"
  })
})

export const layer = HttpApiBuilder.group(Api, "tokens", (handlers) =>
  handlers.handleAll({
    list: () =>
      answering(
        Effect.andThen(
          manager("tokens"),
          Effect.map(
            Effect.flatMap(HubTokens, (tokens) => tokens.list),
            (tokens) => ({ tokens: tokens.map(tokenView) })
          )
        )
      ),
    create: ({ payload }) => answering(create(payload)),
    revoke: ({ params }) => answering(revoke(params.id))
  })
)
