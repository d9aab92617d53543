/**
 * `/api/sign-ins`: begins, shows and gives up account sign-ins. `/oauth/callback`: where a provider redirects the browser
 * afterwards; its response is a page that contains nothing of the request.
 */
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Redacted from "effect/Redacted"

import { DEFAULT_NAME } from "../../../../accounts/naming.ts"
import { StoredAccounts } from "../../../../accounts/StoredAccounts.ts"
import { hubError, wrongField } from "../../../../hub-error.ts"
import { page, STYLED_PAGE_POLICY } from "../../../../serving/page.ts"
import { queryOf } from "../../../../serving/request-url.ts"
import { ServedAt } from "../../../../serving/ServedAt.ts"
import { CurrentSession, manager } from "../../../run-as/CurrentPrincipal.ts"
import { connectable } from "../../accounts/connectable.ts"
import { refuseTaken } from "../../accounts/find-account.ts"
import { Api } from "../../api/Api.ts"
import type { BodyOf } from "../../api/shapes.ts"
import type { SignInsGroup } from "../../api/sign-ins.ts"
import { answering } from "../../failure.ts"
import { type Outcome, type SignInPrompt, SignIns } from "../../SignIns.ts"

/** The name of the cookie that must come back with a sign-in's callback. */
const signInCookie = (session: string, id: string): string => `${session}_${id.slice(0, 8)}`

const view = ({ expiresMillis, ...prompt }: SignInPrompt, outcome: Outcome | undefined) => ({
  ...prompt,
  expiresAt: new Date(expiresMillis).toISOString(),
  ...(outcome ?? { state: "waiting" as const })
})

const wrongWay = (message: string) => wrongField("signIn", "way", message)

/** The owner of a sign-in: the browser's session, or the token that began it. */
const owner = Effect.fnUntraced(function* () {
  const { id } = yield* manager("signIn")
  return (yield* CurrentSession)?.id ?? id
})

const beginSignIn = Effect.fnUntraced(function* (body: BodyOf<typeof SignInsGroup, "begin">) {
  const { way, replace = false, values = {}, ...named } = body
  const whose = yield* owner()
  const storedAccounts = yield* StoredAccounts
  const before = (yield* storedAccounts.names).find(
    ({ plugin, name }) => plugin === named.plugin && name === (named.name ?? DEFAULT_NAME)
  )
  if (before !== undefined && !replace) yield* refuseTaken(before)
  // An account that can no longer be opened can still be replaced.
  const old = before && (yield* Effect.orElseSucceed(storedAccounts.byId(before.id), () => undefined))
  const settings = old?.kind === named.kind ? old.settings : {}
  const one = yield* connectable({ ...named, values: { ...settings, ...values } })
  const signInRequest = { one, replacedId: before?.id, owner: whose }
  const { browser, device } = one.kind.signIn ?? {}
  const signIns = yield* SignIns
  const session = yield* CurrentSession
  if (
    browser !== undefined &&
    way !== "device" &&
    (session !== undefined || way === "browser" || device === undefined)
  ) {
    if (session === undefined) {
      return yield* wrongWay("browser works only from the console, whose browser returns with the answer")
    }
    const { url, cookie, isSecure } = yield* ServedAt
    const { origin = url } = (yield* HttpServerRequest).headers
    const signIn = yield* signIns.inBrowser(browser, signInRequest, `${origin}/oauth/callback`)
    return HttpServerResponse.jsonUnsafe(view(signIn.shown, undefined), { status: 201 }).pipe(
      HttpServerResponse.setCookieUnsafe(signInCookie(cookie, signIn.shown.id), Redacted.value(signIn.browser), {
        httpOnly: true,
        // `lax`, so that the provider's redirect sends it. The session's own cookie is `strict` and is not sent.
        sameSite: "lax",
        secure: isSecure,
        path: "/oauth/callback",
        maxAge: Duration.minutes(10)
      })
    )
  }
  if (device === undefined || way === "browser") {
    return yield* wrongWay(
      `is not supported by this account kind; it supports ${browser === undefined ? "device" : "browser"}`
    )
  }
  return view(yield* signIns.byDevice(device, signInRequest), undefined)
})

const notUnderWay = () =>
  hubError("signIn", { _tag: "NotFound", what: "There is no such sign-in.", remedy: { to: "signInAgain" } })

const state = Effect.fnUntraced(function* (id: string) {
  const signIn = yield* (yield* SignIns).find(id, yield* owner())
  return signIn === undefined ? yield* notUnderWay() : view(signIn.shown, signIn.outcome)
})

const giveUp = Effect.fnUntraced(function* (id: string) {
  if (!(yield* (yield* SignIns).giveUp(id, yield* owner()))) return yield* notUnderWay()
})

export const layer = HttpApiBuilder.group(Api, "signIns", (handlers) =>
  handlers.handleAll({
    begin: ({ payload }) => answering(beginSignIn(payload)),
    state: ({ params }) => answering(state(params.id)),
    giveUp: ({ params }) => answering(giveUp(params.id))
  })
)

const answer = (status: number, title: string, text: string) =>
  HttpServerResponse.text(page(title, `<p>${text}</p><p><a href="/">To the console</a></p>`), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { "content-security-policy": STYLED_PAGE_POLICY }
  })

const UNKNOWN = answer(
  400,
  "Unknown sign-in",
  "This request does not belong to a sign-in in progress. It may have ended: start it again."
)
const OTHER = answer(
  403,
  "Not this browser",
  "This sign-in was started in another browser. If you did not start one, somebody may be trying to make you connect their account: close this page."
)
const USED = answer(410, "This sign-in is over", "It was already answered. You can close this page.")
const UNREADABLE = answer(
  503,
  "Not connected yet",
  "The hub's data cannot be used at the moment. Reload this page later; if that does not help, start the sign-in again."
)
const DONE = answer(200, "Connected", "You can close this page.")
const FAILED = answer(200, "Not connected", "The console says why. You can close this page.")

const callback = Effect.gen(function* () {
  const request = yield* HttpServerRequest
  const { cookie } = yield* ServedAt
  const outcome = yield* (yield* SignIns).answer(
    queryOf(request.url),
    (id) => request.cookies[signInCookie(cookie, id)]
  )
  if (outcome === "unknown") return UNKNOWN
  if (outcome === "otherBrowser") return OTHER
  if (outcome === "used") return USED
  return outcome.state === "done" ? DONE : FAILED
}).pipe(Effect.catchTag("StorageError", () => Effect.succeed(UNREADABLE)))

export const callbackLayer = HttpRouter.add("GET", "/oauth/callback", callback)
