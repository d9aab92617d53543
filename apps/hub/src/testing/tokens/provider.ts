/**
 * A provider whose tokens run out: signs in at once, renews by refresh tokens that serve once, and takes everything back
 * when one is used twice, as it must take it for stolen.
 */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface TokenProvider {
  readonly origin: string
  readonly refreshes: () => number
  /** Refresh tokens that came a second time. */
  readonly reused: () => number
  /** Requests that were served for a valid token. */
  readonly served: () => number
  /** Requests with a token that was not valid (any more). */
  readonly rejected: () => number
  /** How the next refreshes go: they take so long, and end with this status in place of a grant. */
  readonly next: (of: { readonly delayMillis?: number; readonly status?: number }) => void
  /** Ends the tokens that are out, but not the refresh token. */
  readonly expireAll: () => void
  /** Ends everything. */
  readonly revokeAll: () => void
  readonly close: () => Promise<void>
}

const read = async (request: Http.IncomingMessage): Promise<URLSearchParams> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

/** @param lifeSeconds how long an access token serves */
export const startTokenProvider = async (lifeSeconds = 3_600): Promise<TokenProvider> => {
  let tokenCount = 0
  let access = new Set<string>()
  let refresh: string | undefined
  const usedTokens = new Set<string>()
  const counts = { refreshes: 0, reused: 0, served: 0, rejected: 0 }
  let coming: { readonly delayMillis?: number; readonly status?: number } = {}

  const revokeAll = () => {
    access = new Set()
    refresh = undefined
  }
  const grant = () => {
    tokenCount++
    access = new Set([`canary-access-${tokenCount}`])
    refresh = `canary-refresh-${tokenCount}`
    return { access_token: `canary-access-${tokenCount}`, refresh_token: refresh, expires_in: lifeSeconds }
  }
  const renew = (token: string) => {
    counts.refreshes++
    if (coming.status !== undefined) return { status: coming.status, body: {} }
    if (usedTokens.has(token)) {
      counts.reused++
      revokeAll()
    }
    if (token !== refresh) return { status: 400, body: { error: "bad_refresh_token" } }
    usedTokens.add(token)
    return { status: 200, body: grant() }
  }
  const me = (authorization: string | undefined) => {
    const valid = access.has((authorization ?? "").replace("Bearer ", ""))
    counts[valid ? "served" : "rejected"]++
    return valid ? { status: 200, body: { ok: true } } : { status: 401, body: { message: "expired" } }
  }

  const answer = async (request: Http.IncomingMessage) => {
    const form = await read(request)
    if (request.url === "/sign-in") return { status: 200, body: grant() }
    if (request.url !== "/refresh") return me(request.headers.authorization)
    await sleep(coming.delayMillis ?? 0)
    return renew(form.get("refresh_token") ?? "")
  }
  const serve = async (request: Http.IncomingMessage, response: Http.ServerResponse): Promise<void> => {
    const { status, body } = await answer(request)
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  }
  const server = Http.createServer((request, response) => void serve(request, response))
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    refreshes: () => counts.refreshes,
    reused: () => counts.reused,
    served: () => counts.served,
    rejected: () => counts.rejected,
    next: (of) => (coming = of),
    expireAll: () => (access = new Set()),
    revokeAll,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
