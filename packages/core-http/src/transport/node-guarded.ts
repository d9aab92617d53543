/**
 * Connections of undici that are checked before they are made: a host name by the addresses to which it resolves at
 * that moment, an IP address by itself. This also stops a name that resolves to a different address later (DNS
 * rebinding).
 */
import { lookup, type LookupAddress } from "node:dns"
import { isIP, type LookupFunction } from "node:net"

import { buildConnector } from "undici"

/** The target of a connection. */
export interface ConnectTarget {
  /** For example `https://api.example:8443`. */
  readonly origin: string
  /** The address to which the name resolved, or the address that was given in place of a name. */
  readonly address: string
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

/** @param options the options of each connection */
export const guardedConnector = (
  options: { readonly allowH2: boolean },
  mayConnect: MayConnect
): buildConnector.connector => {
  const connectors = new Map<string, buildConnector.connector>()
  return (to, callback) => {
    const { protocol, hostname, port } = to
    // Undici writes an IPv6 address without brackets.
    const address = hostname.replace(/^\[|\]$/g, "")
    const host = address.includes(":") ? `[${address}]` : address
    const { origin } = new URL(`${protocol}//${host}${port === "" ? "" : `:${port}`}`)
    const own = { allowH2: options.allowH2, lookup: guardedLookup(origin, mayConnect) }
    const connector = connectors.get(origin) ?? buildConnector(own)
    connectors.set(origin, connector)
    if (isIP(address) === 0) return connector(to, callback)
    ask(mayConnect, { origin, address }, (isAllowed) => {
      if (isAllowed) connector(to, callback)
      // Undici does not expect an outcome before it has registered the connection.
      else setImmediate(() => callback(new GuardedAddress(), null))
    })
  }
}
