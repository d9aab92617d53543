/**
 * Connections of undici that ask first: a name by what it resolves to in that moment, an address as it stands there. So a
 * name that leads elsewhere the next time leads nowhere.
 */
import { lookup, type LookupAddress } from "node:dns"
import { isIP, type LookupFunction } from "node:net"

import { buildConnector } from "undici"

/** Where a connection is to be made. */
export interface ConnectTarget {
  /** Such as `https://api.example:8443`. */
  readonly origin: string
  /** What the name resolved to, or the address that stands in its place. */
  readonly address: string
}

/** Says whether a connection may be made; asked for each, once its address is found out. Answers once. */
export type MayConnect = (target: ConnectTarget, answer: (isAllowed: boolean) => void) => void

export const GUARDED = "ERR_INLAY_GUARDED_ADDRESS"

class GuardedAddress extends Error {
  readonly code = GUARDED
}

/** What cannot be asked is not allowed. */
const ask = (mayConnect: MayConnect, target: ConnectTarget, answer: (isAllowed: boolean) => void): void => {
  try {
    mayConnect(target, answer)
  } catch {
    answer(false)
  }
}

/** Whether each of a name's addresses is allowed: a connection may be made to any of them. */
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
      const [first] = addresses
      if (error !== null || first === undefined) return callback(error ?? new GuardedAddress(), [])
      askAll(mayConnect, origin, addresses, (isAllowed) => {
        if (!isAllowed) return callback(new GuardedAddress(), [])
        return options.all === true ? callback(null, [...addresses]) : callback(null, first.address, first.family)
      })
    })

/** @param options of each connection */
export const guardedConnector = (
  options: { readonly allowH2: boolean },
  mayConnect: MayConnect
): buildConnector.connector => {
  const connectors = new Map<string, buildConnector.connector>()
  return (to, callback) => {
    const { protocol, hostname, port } = to
    // Undici writes an IPv6 address without its brackets.
    const address = hostname.replace(/^\[|\]$/g, "")
    const host = address.includes(":") ? `[${address}]` : address
    const { origin } = new URL(`${protocol}//${host}${port === "" ? "" : `:${port}`}`)
    const own = { allowH2: options.allowH2, lookup: guardedLookup(origin, mayConnect) }
    const connector = connectors.get(origin) ?? buildConnector(own)
    connectors.set(origin, connector)
    if (isIP(address) === 0) return connector(to, callback)
    ask(mayConnect, { origin, address }, (isAllowed) => {
      if (isAllowed) connector(to, callback)
      // Undici expects no outcome before it has its connection's place.
      else setImmediate(() => callback(new GuardedAddress(), null))
    })
  }
}
