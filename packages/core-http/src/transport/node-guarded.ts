/**
 * Connections of undici that are checked before they are made: a host name by the addresses to which it resolves at
 * that moment, an IP address by itself. This also stops a name that resolves to a different address later (DNS
 * rebinding). A proxy is told the address that was checked, because it would resolve the name once more.
 */
import { lookup, type LookupAddress } from "node:dns"
import { isIP, type LookupFunction } from "node:net"

import { Pool, type buildConnector, type EnvHttpProxyAgent } from "undici"

/** The target of a connection. */
export interface ConnectTarget {
  /** For example `https://api.example:8443`. */
  readonly origin: string
  /**
   * The address to which the name resolved, or the address that was given in place of a name. `undefined` asks whether
   * the connection may be made wherever the name leads, because a proxy is to resolve it. If not, the name is resolved
   * here, its addresses are asked about, and the proxy is told an address.
   */
  readonly address: string | undefined
}

/**
 * Decides whether a connection may be made. Called for each one, once its address is known. Must answer exactly once.
 */
export type MayConnect = (target: ConnectTarget, answer: (isAllowed: boolean) => void) => void

export const GUARDED = "ERR_INLAY_GUARDED_ADDRESS"

class GuardedAddress extends Error {
  readonly code = GUARDED
}

/** If the check throws, the connection is not allowed. */
const ask = (mayConnect: MayConnect, target: ConnectTarget, answer: (isAllowed: boolean) => void): void => {
  try {
    mayConnect(target, answer)
  } catch {
    answer(false)
  }
}

/** Checks every address of a name, since the connection may be made to any of them. */
const askAll = (
  mayConnect: MayConnect,
  origin: string,
  [first, ...rest]: ReadonlyArray<LookupAddress>,
  answer: (isAllowed: boolean) => void
): void => {
  if (first === undefined) return answer(true)
  ask(mayConnect, { origin, address: first.address }, (isAllowed) =>
    isAllowed ? askAll(mayConnect, origin, rest, answer) : answer(false)
  )
}

/** Resolves a name as Node does, for one origin. */
const guardedLookup =
  (origin: string, mayConnect: MayConnect): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      // There are no addresses beside an error, whatever the types say.
      if (error !== null) return callback(error, [])
      const [first] = addresses
      if (first === undefined) return callback(new GuardedAddress(), [])
      askAll(mayConnect, origin, addresses, (isAllowed) => {
        if (!isAllowed) return callback(new GuardedAddress(), [])
        return options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family)
      })
    })

/** Undici writes an IPv6 address without brackets. */
const targetOf = ({ protocol, hostname, port }: buildConnector.Options) => {
  const address = hostname.replace(/^\[|\]$/g, "")
  const hostOf = (each: string) => (each.includes(":") ? `[${each}]` : each) + (port === "" ? "" : `:${port}`)
  return { address, hostOf, origin: new URL(`${protocol}//${hostOf(address)}`).origin }
}

/** @param connectorOf makes a connector that resolves names by a function */
export const guardedConnector = (
  connectorOf: (resolve: LookupFunction) => buildConnector.connector,
  mayConnect: MayConnect
): buildConnector.connector => {
  const connectors = new Map<string, buildConnector.connector>()
  return (to, callback) => {
    const { address, origin } = targetOf(to)
    const connector = connectors.get(origin) ?? connectorOf(guardedLookup(origin, mayConnect))
    connectors.set(origin, connector)
    if (isIP(address) === 0) return connector(to, callback)
    ask(mayConnect, { origin, address }, (isAllowed) => {
      if (isAllowed) connector(to, callback)
      // Undici does not expect an outcome before it has registered the connection.
      else setImmediate(() => callback(new GuardedAddress(), null))
    })
  }
}

/** @param tunnel connects through a proxy, to the `host` that it is told */
const guardedTunnel =
  (tunnel: buildConnector.connector, mayConnect: MayConnect): buildConnector.connector =>
  (to, callback) => {
    const { address, hostOf, origin } = targetOf(to)
    const through = ([first, ...rest]: ReadonlyArray<LookupAddress>): void => {
      if (first === undefined) return callback(new GuardedAddress(), null)
      const servername = to.servername || (isIP(address) === 0 ? address : "")
      tunnel({ ...to, host: hostOf(first.address), servername }, (...outcome) =>
        outcome[0] !== null && rest.length > 0 ? through(rest) : callback(...outcome)
      )
    }
    ask(mayConnect, { origin, address: isIP(address) === 0 ? undefined : address }, (isAllowedAsWritten) => {
      if (isAllowedAsWritten) return tunnel(to, callback)
      lookup(address, { all: true }, (error, addresses) => {
        if (error !== null) return callback(error, null)
        askAll(mayConnect, origin, addresses, (isAllowed) => {
          if (!isAllowed) return callback(new GuardedAddress(), null)
          // Whether the proxy's network has IPv6 is not known here.
          through(addresses.toSorted((a, b) => a.family - b.family))
        })
      })
    })
  }

type Connect = { readonly connect?: buildConnector.connector }

/**
 * Has undici's proxy agent check what it connects to. It ignores the connector that it is given, except for hosts in
 * `NO_PROXY`, and makes one of its own that opens a tunnel. Plain HTTP takes a tunnel, too: a proxy that is only asked
 * for a URL resolves the name itself.
 *
 * @param connect a connector that checks
 */
export const guardedProxies = (
  connect: buildConnector.connector,
  mayConnect: MayConnect
): EnvHttpProxyAgent.Options => ({
  proxyTunnel: true,
  factory: (origin, options: Connect) => {
    if (options.connect === undefined || options.connect === connect) return new Pool(origin, { ...options, connect })
    return new Pool(origin, { ...options, connect: guardedTunnel(options.connect, mayConnect) })
  }
})
