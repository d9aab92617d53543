/**
 * Fetches the document that a client's id names (https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document).
 * Anybody may name one, so it is fetched from the public internet alone, by the address that was looked at, without
 * redirects, and not often.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns"
import { request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"

import { isPublicAddress } from "../public-address.ts"

/** Gives every address of a name. */
export type Resolve = (
  name: string,
  callback: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

const resolveBySystem: Resolve = (name, callback) =>
  systemLookup(name, { all: true, verbatim: true }, (error, addresses) => callback(error, addresses))

const LIMIT_MILLIS = 2_500
/** More than any document needs; the authorization server reads fewer yet. */
const MAX_BYTES = 64 * 1024

const refused = (what: string) => new Error(`${what}: client documents are fetched from the public internet alone`)

/** A lookup that gives public addresses only: the connection goes to the very address that was looked at. */
const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (name, options, callback) => {
    resolve(name, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const [first] = addresses
      // One private address among public ones is a trap, not a mirror.
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(refused(name), "")
      }
      if (options.all === true) return callback(null, [...addresses])
      callback(null, first.address, first.family)
    })
  }

/** An IP address as URLs write it, without brackets. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")

/** @param resolve by default the system's resolver */
export const makeFetchDocument =
  (resolve: Resolve = resolveBySystem) =>
  (address: string | URL | Request): Promise<Response> =>
    new Promise((settle, fail) => {
      const url = new URL(address instanceof Request ? address.url : address)
      const host = bare(url.hostname)
      if (url.protocol !== "https:" || (isIP(host) !== 0 && !isPublicAddress(host))) return fail(refused(host))
      const request = httpsRequest(url, {
        agent: false,
        headers: { accept: "application/json" },
        lookup: guardedLookup(resolve),
        signal: AbortSignal.timeout(LIMIT_MILLIS)
      })
      request.once("error", fail)
      request.once("response", (response) => {
        const chunks: Array<Buffer> = []
        let bytes = 0
        response.on("error", fail)
        response.on("data", (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > MAX_BYTES) request.destroy(new Error("the document is too long"))
          else chunks.push(chunk)
        })
        response.once("end", () => {
          const headers = new Headers()
          for (const name of ["content-type", "cache-control", "expires"]) {
            const value = response.headers[name]
            if (typeof value === "string") headers.set(name, value)
          }
          const status = response.statusCode ?? 502
          settle(new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers }))
        })
      })
      request.end()
    })

const WINDOW_MILLIS = 60_000

/** Whether one more document may be fetched now: so many a minute, for all that come. */
export const makeFetchLimit = (perMinute: number): (() => boolean) => {
  let endMillis = 0
  let count = 0
  return () => {
    const now = Date.now()
    if (now >= endMillis) {
      endMillis = now + WINDOW_MILLIS
      count = 0
    }
    return ++count <= perMinute
  }
}
