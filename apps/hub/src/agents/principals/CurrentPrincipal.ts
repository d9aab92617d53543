/** Whose request the running effect serves: of every route of the hub's server that is not public. */
import type { Via } from "@inlay/agent-plugin/Caller"
import { ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import type { Principal } from "./Principal.ts"

export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()("@inlay/hub/CurrentPrincipal") {}

/** By what a principal calls the HTTP API. */
export const viaOf = ({ kind }: Principal): Via =>
  kind === "console" ? "console" : kind === "extension" ? "extension" : "http"

/** The current principal, where it may manage; fails as `Forbidden` where it may not. */
export const manager = Effect.fnUntraced(function* (operation: string) {
  const principal = yield* CurrentPrincipal
  if (principal.grant.manages === true) return principal
  return yield* new ProviderError({
    provider: "inlay",
    operation,
    reason: {
      _tag: "Forbidden",
      what: "This token may not manage accounts and tokens.",
      needs: "manage",
      remedy: { to: "read", text: "Use the console, or a token that was made with --manage." },
      nothing: "changed"
    }
  })
})
