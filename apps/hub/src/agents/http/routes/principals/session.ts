/** `/api/session`: returns the caller's identity, exchanges a sign-in link for a session cookie, and ends a session. */
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"

import { hubError } from "../../../../hub-error.ts"
import type { Principal } from "../../../../principals/Principal.ts"
import { ServedAt } from "../../../../serving/ServedAt.ts"
import { version } from "../../../../version.ts"
import { CONSOLE, ConsoleSessions, SESSION_LIFE } from "../../../credentials/ConsoleSessions.ts"
import { HubTokens, tokenIdOf } from "../../../credentials/HubTokens.ts"
import { CurrentPrincipal, CurrentSession, manager } from "../../../run-as/CurrentPrincipal.ts"
import { Api } from "../../api/Api.ts"
import { answering, failure } from "../../failure.ts"

const view = ({ id, kind, name, grant }: Principal) => ({ principal: { id, kind, name }, grant, version })

const usedLink = () =>
  failure(
    hubError("session", {
      _tag: "Unauthorized",
      what: "The link is not valid for this hub, was already used, or is older than 15 minutes.",
      remedy: { to: "read", text: "Run `inlay console` for a new one." },
      sent: false
    }),
    401
  )

const open = Effect.fnUntraced(function* (link: string) {
  const { cookie: name, isSecure } = yield* ServedAt
  const session = yield* (yield* ConsoleSessions).open(link)
  if (session === undefined) return usedLink()
  return HttpServerResponse.jsonUnsafe(view(CONSOLE), { status: 201 }).pipe(
    HttpServerResponse.setCookieUnsafe(name, Redacted.value(session.cookie), {
      httpOnly: true,
      sameSite: "strict",
      secure: isSecure,
      path: "/",
      maxAge: SESSION_LIFE
    })
  )
})

/** Ends the caller's session. An extension has no session: it revokes its own token and with it the pairing. */
const end = Effect.gen(function* () {
  const { cookie: name } = yield* ServedAt
  const principal = yield* CurrentPrincipal
  if (principal.kind === "extension") yield* (yield* HubTokens).unpair(tokenIdOf(principal))
  const session = yield* CurrentSession
  if (session !== undefined) yield* (yield* ConsoleSessions).end(session.id)
  return HttpServerResponse.empty({ status: 204 }).pipe(
    HttpServerResponse.setCookieUnsafe(name, "", { httpOnly: true, sameSite: "strict", path: "/", maxAge: 0 })
  )
})

/** Ends all sessions but the caller's own, if it has one. */
const endOthers = Effect.gen(function* () {
  yield* manager("session")
  const own = yield* CurrentSession
  return { ended: yield* (yield* ConsoleSessions).endOthers(own?.id) }
})

export const layer = HttpApiBuilder.group(Api, "session", (handlers) =>
  handlers.handleAll({
    get: () => Effect.map(CurrentPrincipal, view),
    open: ({ payload }) => answering(open(payload.link)),
    end: () => answering(end),
    endOthers: () => answering(endOthers)
  })
)
