/**
 * The transport for Node: undici with a kept-alive connection pool. Redirects are answered, not followed; gzip, deflate
 * and brotli are read with the size limit applied to what comes out.
 */
import type { Readable } from "node:stream"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { EnvHttpProxyAgent, type Dispatcher } from "undici"

import { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "./Transport.ts"

/** undici's codes for a connection that never carried a byte of the request. */
const NOT_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "CERT_HAS_EXPIRED"
])

const codeOf = (cause: unknown): string => {
  if (typeof cause !== "object" || cause === null) return ""
  if ("code" in cause && typeof cause.code === "string" && cause.code !== "") return cause.code
  // A host with several addresses fails with one error for each.
  if (cause instanceof AggregateError) return codeOf(cause.errors[0])
  return "cause" in cause ? codeOf(cause.cause) : ""
}

const network = (cause: unknown): TransportFailure => {
  const code = codeOf(cause)
  return new TransportFailure({ kind: "network", detail: code || "connection failed", sent: !NOT_SENT.has(code) })
}

const decoders = { gzip: createGunzip, "x-gzip": createGunzip, deflate: createInflate, br: createBrotliDecompress }

const flatHeaders = (headers: Dispatcher.ResponseData["headers"]): Record<string, string> => {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ")
  }
  return flat
}

const unreadable = (detail: string) => new TransportFailure({ kind: "unreadable", detail, sent: true })

const readText = async (body: Readable, encoding: string | undefined, maxBodyBytes: number): Promise<string> => {
  let source: Readable = body
  if (encoding !== undefined && encoding !== "identity") {
    const make = decoders[encoding.toLowerCase() as keyof typeof decoders]
    if (make === undefined) throw unreadable(`content encoding ${encoding.slice(0, 20)} is not supported`)
    const decoder = make()
    body.on("error", (error) => decoder.destroy(error))
    source = body.pipe(decoder)
  }
  const chunks: Array<Buffer> = []
  let bytes = 0
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > maxBodyBytes) {
        throw new TransportFailure({ kind: "too-large", detail: `more than ${maxBodyBytes} bytes`, sent: true })
      }
      chunks.push(chunk)
    }
  } catch (cause) {
    if (cause instanceof TransportFailure) throw cause
    if (codeOf(cause).startsWith("Z_") || codeOf(cause).startsWith("ERR__ERROR_FORMAT")) {
      throw unreadable(`the ${encoding} body is damaged`)
    }
    throw cause
  } finally {
    if (source !== body) body.destroy()
  }
  return (chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes)).toString("utf8")
}

const exchange = async (
  dispatcher: Dispatcher,
  request: TransportRequest,
  signal: AbortSignal
): Promise<TransportResponse> => {
  const { statusCode, headers, body } = await dispatcher.request({
    origin: request.url.origin,
    path: request.url.pathname + request.url.search,
    method: request.method as Dispatcher.HttpMethod,
    headers: { "accept-encoding": "gzip, deflate, br", ...request.headers },
    body: request.body ?? null,
    signal
  })
  const flat = flatHeaders(headers)
  const text = await readText(body, flat["content-encoding"], request.maxBodyBytes)
  return { status: statusCode, headers: flat, text }
}

/** One pool for the layer's life; proxies are taken from `HTTPS_PROXY` and `NO_PROXY`. */
export const layer: Layer.Layer<Transport> = Layer.effect(
  Transport,
  Effect.gen(function* () {
    const dispatcher = yield* Effect.acquireRelease(
      Effect.sync(() => new EnvHttpProxyAgent({ connections: 64, headersTimeout: 0, bodyTimeout: 0 })),
      (agent) => Effect.promise(() => agent.destroy())
    )
    return Transport.of({
      send: (request) =>
        Effect.tryPromise({
          try: (signal) => exchange(dispatcher, request, signal),
          catch: (cause) => (cause instanceof TransportFailure ? cause : network(cause))
        })
    })
  })
)
