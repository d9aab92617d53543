/**
 * The addresses at which the server is reached, and so the valid values of `Host` and `Origin`. Any other value
 * indicates a page of another site.
 */
import { isIPv6, type Socket } from "node:net"

import * as Context from "effect/Context"

export class ServedAt extends Context.Service<
  ServedAt,
  {
    /** The preferred origin, for users and redirects. */
    readonly url: string
    /** Valid values of `Host`, in lower case. */
    readonly hosts: ReadonlySet<string>
    readonly origins: ReadonlySet<string>
    /**
     * The name of the session cookie. It contains the port because browsers share cookies between ports, and two hubs
     * on one machine would overwrite each other's. Servers behind one address use the same name, so that each accepts a
     * cookie set by another.
     */
    readonly cookie: string
    /** Whether browsers use https. */
    readonly isSecure: boolean
  }
>()("@inlay/hub/ServedAt") {}

const LOOPBACK = ["127.0.0.1", "localhost", "[::1]"]

/**
 * Whether an address names a host as it is written. A short form does not, such as `0`, which is every address of the
 * machine, nor does anything that is more than a host.
 */
export const isHost = (host: string): boolean => {
  if (isIPv6(host)) return URL.canParse(`http://[${host}]`)
  return (
    !host.startsWith("[") && URL.canParse(`http://${host}`) && new URL(`http://${host}`).hostname === host.toLowerCase()
  )
}

/** A host as an address names it. */
const bracketed = (host: string): string => (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host)

/** A host as browsers write it: in lower case, and an IPv6 address in its shortest form. */
export const canonicalHost = (host: string): string =>
  new URL(`http://${bracketed(host)}`).hostname.replace(/^\[|\]$/g, "")

const isLoopback = (host: string): boolean => LOOPBACK.includes(bracketed(host))

/**
 * Whether a server that listens on this host listens on every address of its machine, or on every one of IPv4. The host
 * itself is none.
 */
export const isEveryAddress = (host: string): boolean => ["0.0.0.0", "[::]", "[::ffff:0:0]"].includes(bracketed(host))

const portOf = (url: URL | undefined): string | undefined =>
  url && (url.port === "" ? (url.protocol === "https:" ? "443" : "80") : url.port)

/** Whether a `Host` names this end of a connection. A server on `::` sees IPv4 addresses mapped to IPv6. */
export const isOwnEnd = (
  host: string,
  { localAddress = "", localPort }: Pick<Socket, "localAddress" | "localPort">
): boolean => {
  const name = bracketed(localAddress.replace(/^::ffff:(?=[\d.]+$)/i, ""))
  // Clients may leave out the port of http.
  return host === `${name}:${localPort}` || (localPort === 80 && host === name)
}

/**
 * Whether the server is reached at an origin, such as `https://hub.example`: that of its URL, or the one that this
 * request names as its `Host`. A loopback name counts only if the request names it, as every hub has those.
 * @param host the request's `Host`
 */
export const isReachedAt = (origin: string, host: string, { url }: Pick<ServedAt["Service"], "url">): boolean =>
  URL.canParse(origin) && [new URL(url).host, host.toLowerCase()].includes(new URL(origin).host)

export interface Listening {
  readonly host: string
  readonly port: number
  /** The address by which others reach the server, such as a proxy's. */
  readonly url: URL | undefined
}

export const servedAt = ({ host, port, url }: Listening): ServedAt["Service"] => {
  const names = isLoopback(host) || isEveryAddress(host) ? LOOPBACK : [bracketed(host), ...LOOPBACK]
  const own = names.map((name) => new URL(`http://${name}:${port}`))
  const all = url === undefined ? own : [url, ...own]
  return {
    url: url?.origin ?? `http://${isEveryAddress(host) ? "127.0.0.1" : bracketed(host)}:${port}`,
    // A client may name the port although it is that of the scheme.
    hosts: new Set(all.flatMap((one) => [one.host, `${one.hostname}:${portOf(one)}`])),
    origins: new Set(all.map((one) => one.origin)),
    cookie: `inlay_session_${portOf(url) ?? port}`,
    isSecure: url?.protocol === "https:"
  }
}
