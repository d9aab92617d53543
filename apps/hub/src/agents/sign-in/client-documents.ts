/**
 * Fetches the metadata document that a client id points to
 * (https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document). Anybody can name a document, so it
 * is fetched only from the public internet, from the address that was checked, and without redirects.
 */
import { lookup as systemLookup, type LookupAddress } from "node:dns"
import { request as httpsRequest } from "node:https"
import { isIP, type LookupFunction } from "node:net"

import { isPublicAddress } from "../../accounts/public-address.ts"

/** Resolves a host name to all of its addresses. */
export type Resolve = (
  name: string,
  callback: (error: Error | null, addresses: ReadonlyArray<LookupAddress>) => void
) => void

const resolveBySystem: Resolve = (name, callback) =>
  systemLookup(name, { all: true, verbatim: true }, (error, addresses) => callback(error, addresses))

const LIMIT_MILLIS = 2_500
/** Larger than any document. The authorization server's own limit is lower. */
const MAX_BYTES = 64 * 1024

const refused = (what: string) => new Error(`${what}: client documents are fetched only from the public internet`)

/** A lookup that returns only public addresses. The connection then uses the address that was checked. */
const guardedLookup =
  (resolve: Resolve): LookupFunction =>
  (name, options, callback) => {
    resolve(name, (error, addresses) => {
      if (error !== null) return callback(error, "")
      const [first] = addresses
      // A private address among public ones indicates an attack.
      if (first === undefined || !addresses.every(({ address }) => isPublicAddress(address))) {
        return callback(refused(name), "")
      }
      if (options.all === true) return callback(null, [...addresses])
      callback(null, first.address, first.family)
    })
  }

/** Removes the brackets that URLs put around IPv6 addresses. */
const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, "")

/** @param resolve defaults to the system's resolver */
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
