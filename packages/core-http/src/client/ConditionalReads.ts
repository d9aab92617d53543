/**
 * A transport wrapper that makes unchanged reads free: it stores answers with their ETag and repeats the request with
 * `if-none-match`. A 304 is answered from the stored copy. Stored answers are always revalidated.
 */
import * as Effect from "effect/Effect"

import type { Transport, TransportRequest, TransportResponse } from "../transport/Transport.ts"

type Send = Transport["Service"]["send"]

/** Wraps a transport's `send` with a cache of what it read. */
export type ConditionalReads = (send: Send) => Send

/** An ETag that can be sent back as a header, so only visible ASCII. RFC 9110, section 8.8.3. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7E]{0,256}"$/
/** Headers that describe the body keep the values of the stored answer. RFC 9111, section 3.2. */
const OF_THE_BODY = /^(?:content-|etag$)/

/**
 * Builds the cache key from everything that an answer may vary by, including the credential and the caller's size
 * limit.
 */
const keyOf = ({ url, headers, maxBodyBytes }: TransportRequest): string =>
  `${maxBodyBytes} ${url.href} ${JSON.stringify(headers)}`

/**
 * A caller that sets its own condition wants to receive "not modified" itself, and an answer without the list that its
 * caller reads separately is no answer for others.
 */
const isOwn = ({ method, headers, bodyReader }: TransportRequest): boolean =>
  method !== "GET" || bodyReader !== undefined || Object.keys(headers).some((name) => name.startsWith("if-"))

const isKeepable = ({ headers }: TransportResponse): boolean =>
  ETAG.test(headers["etag"] ?? "") &&
  !/\bno-store\b/i.test(headers["cache-control"] ?? "") &&
  !(headers["vary"] ?? "").includes("*")

/** Returns the stored answer with the headers that the 304 updates. */
const refresh = (storedResponse: TransportResponse, { headers }: TransportResponse): TransportResponse => ({
  ...storedResponse,
  headers: {
    ...storedResponse.headers,
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_BODY.test(name)))
  }
})

/** Counts two bytes per character, which is the most that a string takes. */
const bytesOf = (key: string, { text, headers }: TransportResponse): number =>
  2 * (key.length + text.length + JSON.stringify(headers).length)

/**
 * Caches up to this many bytes. The answers that have been unused for longest are dropped first.
 * @param maxBytes the most memory that all stored answers take together
 */
export const within =
  (maxBytes: number): ConditionalReads =>
  (send) => {
    /** In the order of last use. */
    const responses = new Map<string, TransportResponse>()
    let bytes = 0
    const forget = (key: string) => {
      const old = responses.get(key)
      if (old === undefined) return
      responses.delete(key)
      bytes -= bytesOf(key, old)
    }
    const keep = (key: string, response: TransportResponse) => {
      forget(key)
      const size = bytesOf(key, response)
      if (!isKeepable(response) || size > maxBytes) return
      // Copies the headers, because the caller owns the answer and may change it.
      responses.set(key, { ...response, headers: { ...response.headers } })
      bytes += size
      for (const oldest of responses.keys()) {
        if (bytes <= maxBytes) return
        forget(oldest)
      }
    }
    const read: Send = (request) => {
      const key = keyOf(request)
      const storedResponse = responses.get(key)
      const etag = storedResponse?.headers["etag"]
      const conditionalRequest =
        etag === undefined ? request : { ...request, headers: { ...request.headers, "if-none-match": etag } }
      return Effect.map(send(conditionalRequest), (response) => {
        if (response.status === 304 && storedResponse !== undefined) {
          const answer = refresh(storedResponse, response)
          // Skips the update if another answer has replaced this one by now, or evicted it.
          if (responses.get(key) === storedResponse) keep(key, answer)
          return answer
        }
        if (response.status === 200) keep(key, response)
        return response
      })
    }
    return (request) => (isOwn(request) ? send(request) : Effect.suspend(() => read(request)))
  }
