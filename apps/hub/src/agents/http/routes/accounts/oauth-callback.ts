/**
 * `/oauth/callback`: where a provider redirects the browser after a sign-in. Responds with a page that contains nothing
 * of the request.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { ServedAt } from "../../../../serving/ServedAt.ts"
import { SignIns } from "../../SignIns.ts"
import { signInCookie } from "./sign-ins.ts"

const page = (status: number, title: string, text: string) =>
  HttpServerResponse.text(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">To the console</a></p></html>\n`,
    { status, contentType: "text/html; charset=utf-8" }
  )

const UNKNOWN = page(
  400,
  "Unknown sign-in",
  "This request does not belong to a sign-in in progress. It may have ended: start it again."
)
const OTHER = page(
  403,
  "Not this browser",
  "This sign-in was started in another browser. If you did not start one, somebody may be trying to make you connect their account: close this page."
)
const USED = page(410, "This sign-in is over", "It was already answered. You can close this page.")
const UNREADABLE = page(
  503,
  "Not connected yet",
  "The hub's data cannot be used at the moment. Reload this page later; if that does not help, start the sign-in again."
)
const DONE = page(200, "Connected", "You can close this page.")
const FAILED = page(200, "Not connected", "The console says why. You can close this page.")

const callback = Effect.gen(function* () {
  const request = yield* HttpServerRequest
  const { cookie } = yield* ServedAt
  const { url } = request
  const at = url.indexOf("?")
  const query = new URLSearchParams(at < 0 ? "" : url.slice(at + 1))
  const outcome = yield* (yield* SignIns).answer(query, (id) => request.cookies[signInCookie(cookie, id)])
  if (outcome === "unknown") return UNKNOWN
  if (outcome === "otherBrowser") return OTHER
  if (outcome === "used") return USED
  return outcome.state === "done" ? DONE : FAILED
}).pipe(Effect.catchTag("StorageError", () => Effect.succeed(UNREADABLE)))

export const layer = HttpRouter.add("GET", "/oauth/callback", callback)
