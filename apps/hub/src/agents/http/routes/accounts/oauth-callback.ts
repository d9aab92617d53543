/**
 * `/oauth/callback`: where a provider redirects the browser after a sign-in. Responds with a page that contains nothing
 * of the request.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { ServedAt } from "../../serving/ServedAt.ts"
import { SignIns } from "../../SignIns.ts"
import { signInCookie } from "./sign-ins.ts"

const page = (status: number, title: string, text: string) =>
  HttpServerResponse.text(
    `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">To the console</a></p></html>\n`,
    { status, contentType: "text/html; charset=utf-8" }
  )

const UNKNOWN = page(
  400,
  "Nothing to see here",
  "This is no answer to a sign-in that is under way here. It may have ended: begin it again."
)
const OTHER = page(
  403,
  "Not this browser",
  "This sign-in was begun in another browser. If you did not begin one, somebody wants you to connect their account: close this page."
)
const USED = page(410, "This sign-in is over", "Its answer came before. You can close this page.")
const UNREADABLE = page(
  503,
  "Not connected yet",
  "The hub's data cannot be used at the moment. Load this page again in a while; if that does not help, begin the sign-in again."
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
