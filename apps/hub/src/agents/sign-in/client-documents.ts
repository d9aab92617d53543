/**
 * Fetches the metadata document that a client id points to
 * (https://datatracker.ietf.org/doc/draft-ietf-oauth-client-id-metadata-document). Anybody can name a document, so it
 * is fetched only from the public internet, from the address that was checked, and without redirects.
 */
import type { Transport } from "@inlay/core-http/Transport"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

const LIMIT = Duration.millis(2_500)
/** Larger than any document. The authorization server's own limit is lower. */
const MAX_BYTES = 64 * 1024
/** A response of these statuses cannot have a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304])

const refusalOf = (what: string) => new Error(`${what}: client documents are fetched only from the public internet`)

/** @param transport connects only to public addresses */
export const makeFetchDocument =
  ({ send }: Transport["Service"]) =>
  (address: string | URL | Request): Promise<Response> => {
    const url = new URL(address instanceof Request ? address.url : address)
    if (url.protocol !== "https:") return Promise.reject(refusalOf(url.hostname))
    const headers = { accept: "application/json" }
    return send({ method: "GET", url, headers, maxBodyBytes: MAX_BYTES, alone: true }).pipe(
      Effect.mapError(({ kind, detail }) => (kind === "guarded" ? refusalOf(url.hostname) : new Error(detail))),
      Effect.map(({ status, headers: received, text }) => {
        const documentHeaders = ["content-type", "cache-control", "expires"].flatMap(
          (name): Array<[string, string]> => {
            const value = received[name]
            return value === undefined ? [] : [[name, value]]
          }
        )
        return new Response(WITHOUT_BODY.has(status) ? null : text, { status, headers: documentHeaders })
      }),
      Effect.timeoutOrElse({
        duration: LIMIT,
        orElse: () => Effect.fail(new Error(`no answer within ${Duration.format(LIMIT)}`))
      }),
      Effect.runPromise
    )
  }
