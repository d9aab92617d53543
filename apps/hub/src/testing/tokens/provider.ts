/**
 * A provider with expiring tokens. Sign-in succeeds at once. Refresh tokens work once; if one is used twice, it counts
 * as stolen and the provider revokes everything.
 */
import * as Http from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout as sleep } from "node:timers/promises"

export interface TokenProvider {
  readonly origin: string
  readonly refreshes: () => number
  /** How many refreshes have arrived, including those that are not answered yet. */
  readonly refreshRequests: () => number
  /** How many refresh tokens were presented a second time. */
  readonly reused: () => number
  /** How many requests were served with a valid token. */
  readonly served: () => number
  /** How many requests had a token that was not, or no longer, valid. */
  readonly rejected: () => number
  /** Sets a delay for the next refreshes, and a status with which they fail instead of granting a token. */
  readonly next: (of: { readonly delayMillis?: number; readonly status?: number }) => void
  /** Expires the issued access tokens, but not the refresh token. */
  readonly expireAll: () => void
  readonly revokeAll: () => void
  readonly close: () => Promise<void>
}

const read = async (request: Http.IncomingMessage): Promise<URLSearchParams> => {
  let text = ""
  for await (const chunk of request) text += String(chunk)
  return new URLSearchParams(text)
}

/** @param lifeSeconds how long an access token is valid */
export const startTokenProvider = async (lifeSeconds = 3_600): Promise<TokenProvider> => {
  let tokenCount = 0
  let access = new Set<string>()
  let refresh: string | undefined
  const usedTokens = new Set<string>()
  const counts = { refreshes: 0, refreshRequests: 0, reused: 0, served: 0, rejected: 0 }
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
    counts.refreshRequests++
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
    refreshRequests: () => counts.refreshRequests,
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
