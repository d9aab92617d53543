/**
 * What callers without a token may make the authorization server do in a minute, by address. Otherwise anybody could
 * fill the database, or use up what agents need to sign in.
 */
import type { IncomingMessage, ServerResponse } from "node:http"

import { isPublicAddress } from "../../accounts/public-address.ts"
import { errorPage, pageHeaders } from "./pages.ts"

const WINDOW_MILLIS = 60_000

/** Makes a function that counts under a key and says whether that is still within the limit of this minute. */
const perMinute = (max: number): ((key?: string) => boolean) => {
  let endMillis = 0
  const counts = new Map<string, number>()
  return (key = "") => {
    const now = performance.now()
    if (now >= endMillis) {
      endMillis = now + WINDOW_MILLIS
      counts.clear()
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= max
  }
}

/** An address without the port that some proxies append: `192.0.2.1:443`, `[2001:db8::1]:443`. */
const withoutPort = (address: string): string => address.replace(/^([\d.]+):\d+$/, "$1").replace(/^\[(.*)\].*$/, "$1")

/** An IPv6 address as its network of 64 bits, whose addresses all belong to one customer. */
const networkOf = (address: string): string => {
  if (!address.includes(":")) return address
  const [head = "", tail] = address.split("::")
  const groups = head === "" ? [] : head.split(":")
  return [...groups, ...(tail === undefined ? [] : ["0", "0", "0", "0"])].slice(0, 4).join(":")
}

/**
 * The address that a request comes from: the connection's, or the one that the last proxy saw if the connection comes
 * from a private network or this machine.
 */
export const callerAddress = ({ socket, headers }: Pick<IncomingMessage, "socket" | "headers">): string => {
  // An IPv4 connection to a socket of both versions.
  const connected = (socket.remoteAddress ?? "").replace(/^::ffff:(?=[\d.]+$)/i, "")
  const seenByProxy = String(headers["x-forwarded-for"] ?? "")
    .split(",")
    .at(-1)
    ?.trim()
  return networkOf(isPublicAddress(connected) ? connected : withoutPort(seenByProxy || connected))
}

/** @param perAddress the most of one address; `ofAll` together */
const allowance = (perAddress: number, ofAll: number) => {
  const [ofAddress, together] = [perMinute(perAddress), perMinute(ofAll)]
  return (address: string): boolean => ofAddress(address) && together()
}

/** Makes a function that says whether a request may go on. If not, it has answered the request. */
export const makeAdmission = () => {
  // Each stores a record for ten minutes.
  const authorize = allowance(100, 300)
  const register = allowance(20, 60)
  return (pathname: string, address: string, response: ServerResponse): boolean => {
    // As the provider's routes match it.
    const path = pathname.toLowerCase().replace(/\/$/, "")
    const isRegistration = path === "/oauth/register"
    if (isRegistration ? register(address) : path !== "/oauth/authorize" || authorize(address)) return true
    const error = "temporarily_unavailable"
    const why = "Too many sign-ins began here. Try again in a minute."
    const headers = isRegistration ? { "content-type": "application/json" } : pageHeaders()
    response.writeHead(429, { ...headers, "retry-after": "60" })
    response.end(isRegistration ? JSON.stringify({ error, error_description: why }) : errorPage(error, why))
    return false
  }
}

export interface GrantedClients {
  readonly ids: ReadonlySet<string>
  readonly hosts: ReadonlySet<string>
}

/**
 * Makes a function that says whether a client's document may be fetched now. Clients that the user has allowed before,
 * and others of their hosts, have allowances of their own, which strangers cannot use up.
 *
 * @param granted the clients that the user has allowed
 */
export const makeFetchAllowance = (granted: () => Promise<GrantedClients>) => {
  const [ofClient, ofHost, ofStrangers] = [perMinute(10), perMinute(10), allowance(20, 60)]
  return async (clientId: string, address: string): Promise<boolean> => {
    const { ids, hosts } = await granted()
    if (ids.has(clientId)) return ofClient(clientId)
    const { host } = new URL(clientId)
    return hosts.has(host) ? ofHost(host) : ofStrangers(address) && ofHost(host)
  }
}
