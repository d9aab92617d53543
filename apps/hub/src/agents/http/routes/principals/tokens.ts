/** `/api/tokens`: creates, lists and revokes hub tokens. Only for callers that manage the hub. */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Redacted from "effect/Redacted"

import { notThere } from "../../../../hub-error.ts"
import { Inbound } from "../../../../inbound/Inbound.ts"
import { expiryAfter, HubTokens, tokenView } from "../../../credentials/HubTokens.ts"
import { checked } from "../../../credentials/new-token.ts"
import { manager } from "../../../run-as/CurrentPrincipal.ts"
import { SharedRunners } from "../../../run-as/run-as.ts"
import { Api } from "../../api/Api.ts"
import type { BodyOf } from "../../api/shapes.ts"
import type { TokensGroup } from "../../api/tokens.ts"
import { answering } from "../../failure.ts"
import { principalStays } from "../../requests/caller.ts"

const list = Effect.gen(function* () {
  yield* manager("tokens")
  return { tokens: (yield* (yield* HubTokens).list).map(tokenView) }
})

const create = Effect.fnUntraced(function* (body: BodyOf<typeof TokensGroup, "create">) {
  yield* manager("tokens")
  const { name, grant = { readOnly: false }, expiresInDays } = body
  const { plugins, writing } = yield* SharedRunners
  const accounts = (yield* writing.accounts.list).map(scopeOf)
  const now = yield* Clock.currentTimeMillis
  const token = yield* checked(plugins, accounts, {
    name,
    grant,
    expiresMillis: expiryAfter(expiresInDays, now)
  })
  const hubToken = yield* (yield* HubTokens).create(token, yield* principalStays)
  return { ...tokenView(hubToken.token), text: Redacted.value(hubToken.text) }
})

const revoke = Effect.fnUntraced(function* (id: string) {
  yield* manager("tokens")
  const endedCount = yield* (yield* HubTokens).revoke(id)
  if (endedCount === undefined) {
    return yield* notThere("tokens", "There is no token with that id.")
  }
  if (endedCount > 0) yield* (yield* Inbound).replan
})

export const layer = HttpApiBuilder.group(Api, "tokens", (handlers) =>
  handlers.handleAll({
    list: () => answering(list),
    create: ({ payload }) => answering(create(payload)),
    revoke: ({ params }) => answering(revoke(params.id))
  })
)
