/**
 * Refuses what a principal's calls would still send after its token, pairing or sign-in was revoked or has ended, or its
 * console session was signed out.
 */
import type { Reason } from "@inlay/core-http/ProviderError"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

import type { Principal } from "../../principals/Principal.ts"
import type { Session } from "../credentials/ConsoleSessions.ts"
import { tokenIdOf } from "../credentials/HubTokens.ts"
import { isGranted } from "../sign-in/AgentGrants.ts"

/** How long a call may have taken before it is asked whether its principal still may call. Most end earlier. */
const ASKED_AFTER_MILLIS = 1000

const ENDED: Reason = {
  _tag: "Forbidden",
  what: "The token, session or sign-in of this call was revoked or ended while the call waited.",
  nothing: "sent"
}

type CallingPrincipal = Pick<Principal, "id" | "kind">

/** Makes `SharedRunners.refusal`. A database that cannot be read refuses nothing, since the principal was valid. */
export const make = Effect.map(SqlClient, (sql) => {
  const endedAt = ({ kind, ...principal }: CallingPrincipal, session: Session | undefined, now: number) => {
    const id = tokenIdOf(principal)
    if (kind === "agent") return sql`SELECT id FROM agents WHERE id = ${id} AND NOT ${isGranted(sql, now)}`
    if (kind === "console") {
      return session === undefined
        ? Effect.succeed([])
        : sql`SELECT 1 WHERE NOT EXISTS (SELECT id FROM console_sessions WHERE id = ${session.id})`
    }
    return sql`SELECT id FROM hub_tokens WHERE id = ${id}
      AND (revoked_millis IS NOT NULL OR expires_millis <= ${now})`
  }
  return (
    principal: CallingPrincipal,
    session: Session | undefined,
    startMillis: number
  ): Effect.Effect<Reason | undefined> =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      if (now < startMillis + ASKED_AFTER_MILLIS) return undefined
      const [ended] = yield* endedAt(principal, session, now)
      return ended && ENDED
    }).pipe(Effect.orElseSucceed(() => undefined))
})
