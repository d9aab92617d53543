/** Who sent the request that the current effect serves. Provided to every route that is not public. */
import type { Via } from "@inlay/agent-plugin/Caller"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

import { hubError } from "../../hub-error.ts"
import type { Principal } from "../../principals/Principal.ts"
import type { Session } from "../credentials/ConsoleSessions.ts"

export class CurrentPrincipal extends Context.Service<CurrentPrincipal, Principal>()("@inlay/hub/CurrentPrincipal") {}

/** The console session of the request; absent for a request with a token. */
export const CurrentSession = Context.Reference<Session | undefined>("@inlay/hub/CurrentSession", {
  defaultValue: () => undefined
})

/** How the principal calls the HTTP API, for the audit trail. */
export const viaOf = ({ kind }: Principal): Via =>
  kind === "console" ? "console" : kind === "extension" ? "extension" : "http"

/** The failure of a call that only those who manage the hub may make. */
export const onlyManagers = (operation: string, what: string) =>
  hubError(operation, {
    _tag: "Forbidden",
    what,
    needs: "manage",
    remedy: { to: "read", text: "Use the console, or a token that was made with --manage." },
    nothing: "changed"
  })

/** The current principal, if it may manage the hub. Fails with `Forbidden` otherwise. */
export const manager = Effect.fnUntraced(function* (operation: string) {
  const principal = yield* CurrentPrincipal
  if (principal.grant.manages === true) return principal
  return yield* onlyManagers(operation, "This token may not manage accounts and tokens.")
})
