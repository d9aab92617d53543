/**
 * Reads that cost nothing where nothing changed: answers are kept with their ETag and asked for again with
 * `if-none-match`; a 304 is answered from what was kept. Nothing is ever answered without asking.
 */
import * as Effect from "effect/Effect"

import type { Transport, TransportRequest, TransportResponse } from "../transport/Transport.ts"

type Send = Transport["Service"]["send"]

/** A transport's `send` with a memory of what it read. */
export type ConditionalReads = (send: Send) => Send

/** Visible ASCII: it is sent back as a header. RFC 9110, section 8.8.3. */
const ETAG = /^(?:W\/)?"[\x21\x23-\x7E]{0,256}"$/
/** What describes the body stays that of the kept one. RFC 9111, section 3.2. */
const OF_THE_BODY = /^(?:content-|transfer-|etag$)/

/** By all that an answer may vary by: the credential, and how much the caller will read, included. */
const keyOf = ({ url, headers, maxBodyBytes }: TransportRequest): string =>
  `${maxBodyBytes} ${url.href} ${JSON.stringify(headers)}`

/** Who asks under a condition of their own wants to hear "not modified". */
const isOwn = ({ method, headers }: TransportRequest): boolean =>
  method !== "GET" || Object.keys(headers).some((name) => name.startsWith("if-"))

const isKeepable = ({ headers }: TransportResponse): boolean =>
  ETAG.test(headers["etag"] ?? "") &&
  !/\bno-store\b/i.test(headers["cache-control"] ?? "") &&
  !(headers["vary"] ?? "").includes("*")

/** The kept answer with the news of the 304. */
const refresh = (storedResponse: TransportResponse, { headers }: TransportResponse): TransportResponse => ({
  ...storedResponse,
  headers: {
    ...storedResponse.headers,
    ...Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_BODY.test(name)))
  }
})

/** Two bytes a character, as the longest strings take them. */
const bytesOf = (key: string, { text, headers }: TransportResponse): number =>
  2 * (key.length + text.length + Object.entries(headers).reduce((sum, [k, v]) => sum + k.length + v.length, 0))

/**
 * Remembers up to so many bytes, those longest unused forgotten first.
 * @param maxBytes the most that all kept answers take, in memory
 */
export const within =
  (maxBytes: number): ConditionalReads =>
  (send) => {
    /** In the order of their last use. */
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
      // The answer is the caller's own.
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
          // Another answer may have taken its place by now, or a longer one its room.
          if (responses.get(key) === storedResponse) keep(key, answer)
          return answer
        }
        if (response.status === 200) keep(key, response)
        return response
      })
    }
    return (request) => (isOwn(request) ? send(request) : Effect.suspend(() => read(request)))
  }
