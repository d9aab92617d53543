/**
 * Listens on the loopback address for the callback of one browser sign-in. Other requests are rejected and do not end
 * the sign-in: any web page or local program can send requests to this port.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"

import type { BrowserSession } from "@inlay/agent-plugin/SignIn"
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"

import { hubError } from "../hub-error.ts"
import { page, STYLED_PAGE_POLICY } from "../serving/page.ts"

const HOST = "127.0.0.1"
const PATH = "/callback"

/** A redirect target on this machine. */
export interface Loopback {
  readonly redirectUri: string
  /** Waits for the callback of a session and returns its query. Only the first callback counts. */
  readonly answerTo: (session: Pick<BrowserSession, "isOurs">) => Effect.Effect<URLSearchParams>
}

const ARRIVED = page("Back to the terminal", "<p>Inlay has received the answer. You can close this page.</p>")
const OVER = page("This sign-in is over", "<p>It was already answered. You can close this page.</p>")
const UNKNOWN = page(
  "Unknown sign-in",
  "<p>This request does not belong to a sign-in in progress. You can close this page.</p>"
)

const answer = (response: ServerResponse, status: number, text: string) =>
  response
    .writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": STYLED_PAGE_POLICY,
      "referrer-policy": "no-referrer",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      connection: "close"
    })
    .end(text)

/** The query of a request that may be the callback. Requests with another `Host` (DNS rebinding) return undefined. */
const queryOf = ({ method, url = "", headers }: IncomingMessage, host: string): URLSearchParams | undefined => {
  if (method !== "GET" || headers.host !== host) return undefined
  const at = url.indexOf("?")
  return at >= 0 && url.slice(0, at) === PATH ? new URLSearchParams(url.slice(at + 1)) : undefined
}

const unable = (error: unknown) =>
  hubError("signIn", {
    _tag: "Transport",
    sent: false,
    what: `Cannot listen on ${HOST} for the sign-in's answer (${error instanceof Error ? error.message : "unknown"}).`,
    remedy: { to: "read", text: "Allow it, or sign in with --sign-in device if the service offers that." }
  })

/** Listens on a free port until its scope ends. */
export const listen: Effect.Effect<Loopback, ProviderError, Scope.Scope> = Effect.gen(function* () {
  let waiting:
    | { readonly isOurs: BrowserSession["isOurs"]; readonly give: (query: URLSearchParams) => void }
    | undefined
  let isAnswered = false
  let host = ""
  const server = createServer((request, response) => {
    const query = queryOf(request, host)
    const receiver = query !== undefined && waiting?.isOurs(query) === true ? waiting : undefined
    if (query === undefined || receiver === undefined) return answer(response, 400, UNKNOWN)
    if (isAnswered) return answer(response, 410, OVER)
    isAnswered = true
    response.on("close", () => receiver.give(query))
    return answer(response, 200, ARRIVED)
  })
  yield* Effect.acquireRelease(
    Effect.callback<void, ProviderError>((resume) => {
      server.once("error", (error) => resume(Effect.fail(unable(error))))
      server.listen(0, HOST, () => resume(Effect.void))
    }),
    () =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        server.closeAllConnections()
      })
  )
  const address = server.address()
  host = `${HOST}:${typeof address === "object" && address !== null ? address.port : 0}`
  return {
    redirectUri: `http://${host}${PATH}`,
    answerTo: (session) => {
      const first = Deferred.makeUnsafe<URLSearchParams>()
      waiting = { isOurs: session.isOurs, give: (query) => void Deferred.doneUnsafe(first, Effect.succeed(query)) }
      return Deferred.await(first)
    }
  }
})
