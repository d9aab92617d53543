/** `/api/pairing-codes`, `/api/pairings` and `/api/hub`: pairs browser extensions, each with a principal of its own. */
import { scopeOf } from "@inlay/agent-plugin/Accounts"
import * as ProviderText from "@inlay/core-http/ProviderText"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Redacted from "effect/Redacted"

import { hubError, wrongField } from "../../../../hub-error.ts"
import type { Grant } from "../../../../principals/Principal.ts"
import { isReachedAt, ServedAt } from "../../../../serving/ServedAt.ts"
import { version } from "../../../../version.ts"
import { HubIdentity, PROTOCOL } from "../../../credentials/HubIdentity.ts"
import { expiryAfter, HubTokens, tokenIdOf } from "../../../credentials/HubTokens.ts"
import { checked } from "../../../credentials/new-token.ts"
import { PairingCodes, type Redemption } from "../../../credentials/PairingCodes.ts"
import { manager } from "../../../run-as/CurrentPrincipal.ts"
import { SharedRunners } from "../../../run-as/run-as.ts"
import { Api } from "../../api/Api.ts"
import type { PairingGroup } from "../../api/pairing.ts"
import type { QueryOf } from "../../api/shapes.ts"
import { answering, failure } from "../../failure.ts"
import { otherHost } from "../../requests/guard.ts"

const MAX_NAME_CHARS = 60
const UNNAMED = "a browser"

const view = Effect.map(
  HubIdentity.use(({ id }) => id),
  (id) => ({ service: "inlay" as const, id, version, protocol: PROTOCOL })
)

/**
 * Greets an extension, and proves to it that it asks this hub: at an address of this hub, because a program at any
 * other may pass on what the extension asks.
 */
const hub = Effect.fnUntraced(function* ({ token, nonce, address }: QueryOf<typeof PairingGroup, "hub">) {
  const { headers } = yield* HttpServerRequest
  if (address !== undefined && !isReachedAt(address, headers["host"] ?? "", yield* ServedAt)) return yield* otherHost
  const self = yield* view
  if (token === undefined || nonce === undefined || address === undefined) return self
  return { ...self, proof: (yield* (yield* HubTokens).proof(token, nonce, address)) ?? null }
})

const code = Effect.fnUntraced(function* (grant: Grant, expiresInDays: number | undefined) {
  const { id: madeBy } = yield* manager("pairing")
  if (grant.manages === true) {
    return yield* wrongField("pairing", "manages", "cannot be granted to a browser")
  }
  const { plugins, writing } = yield* SharedRunners
  const accounts = (yield* writing.accounts.list).map(scopeOf)
  yield* checked(plugins, accounts, { name: UNNAMED, grant, expiresMillis: undefined })
  const pairingCode = yield* (yield* PairingCodes).create({ grant, tokenDays: expiresInDays }, madeBy)
  return {
    code: Redacted.value(pairingCode.code),
    tokenId: pairingCode.tokenId,
    expiresAt: new Date(pairingCode.expiresMillis).toISOString()
  }
})

const NEW_CODE = "Ask for a new code in the hub's console, on its Agents page."

/** The response to a code that was not accepted. */
const refusal = (redemption: Exclude<Redemption<unknown>, { readonly state: "taken" }>) => {
  const remedy = { to: "read" as const, text: NEW_CODE }
  const conflict = (what: string) => hubError("pairing", { _tag: "Conflict", what, remedy, nothing: "changed" })
  switch (redemption.state) {
    case "wrong":
      return failure(
        hubError("pairing", {
          _tag: "Invalid",
          what: "This is not a pairing code of this hub.",
          remedy: { to: "correctInput" },
          fields: [{ field: "code", message: "is not a pairing code of this hub" }],
          nothing: "changed"
        })
      )
    case "used":
      return failure(conflict("The pairing code was used before."))
    case "ended":
      return failure(conflict("The pairing code has expired: it is valid for ten minutes."), 410)
    case "revoked":
      return failure(conflict("The token that made the pairing code was revoked."), 410)
    case "tooMany":
      return failure(
        hubError("pairing", {
          _tag: "RateLimited",
          what: "Too many wrong pairing codes: no code is accepted for a while.",
          retryAfterSeconds: redemption.retryAfterSeconds,
          nothing: "changed"
        })
      )
  }
}

/**
 * The browser's name, with a number if a token has it already: browsers of a team name themselves alike, and one of them
 * may have to be revoked.
 */
const nameApart = (browser: string, tokens: ReadonlyArray<{ readonly name: string }>): string => {
  const names = new Set(tokens.map(({ name }) => name))
  let name = browser
  for (let number = 2; names.has(name); number += 1) name = `${browser} ${number}`
  return name
}

const pair = Effect.fnUntraced(function* (text: string, browser: string, replaces = "") {
  const tokens = yield* HubTokens
  const earlier = yield* tokens.find(replaces)
  const replaced = earlier && tokenIdOf(earlier)
  const now = yield* Clock.currentTimeMillis
  const ownName = ProviderText.line(browser.trim(), MAX_NAME_CHARS) || UNNAMED
  const redemption = yield* (yield* PairingCodes).redeem(text, ({ grant, tokenDays, tokenId }) =>
    Effect.flatMap(tokens.list, (all) =>
      tokens.create({
        id: tokenId,
        kind: "extension",
        name: nameApart(
          ownName,
          all.filter(({ id }) => id !== replaced)
        ),
        grant,
        expiresMillis: expiryAfter(tokenDays, now)
      })
    )
  )
  if (redemption.state !== "taken") return refusal(redemption)
  const { token, text: secret } = redemption.stored
  return { ...(yield* view), token: Redacted.value(secret), tokenId: token.id, name: token.name, grant: token.grant }
})

export const layer = HttpApiBuilder.group(Api, "pairing", (handlers) =>
  handlers.handleAll({
    hub: ({ query }) => answering(hub(query)),
    code: ({ payload }) => answering(code(payload.grant, payload.expiresInDays)),
    pair: ({ payload }) => answering(pair(payload.code, payload.browser, payload.replaces))
  })
)
