/**
 * The transport for Node: undici with a kept-alive connection pool. Redirects are answered, not followed; gzip and
 * brotli are read with the size limit applied to what comes out. It knows whether a request began to leave, so a
 * refused connection, an unknown host or a bad certificate never counts as sent.
 *
 * Proxies are taken from `HTTPS_PROXY` (or `HTTP_PROXY`) and `NO_PROXY`; loopback is always reached directly.
 */
import type { Readable } from "node:stream"
import { createBrotliDecompress, createGunzip } from "node:zlib"

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Agent, EnvHttpProxyAgent, type Dispatcher } from "undici"

import { isLoopback } from "./BaseAddress.ts"
import { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "./Transport.ts"

/** Time limits are the client's. HTTP/2 stays off: its streams may be repeated by the library, and a repeat may cost. */
const POOL = { connections: 64, headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const

const codeOf = (cause: unknown): string => {
  if (typeof cause !== "object" || cause === null) return ""
  if ("code" in cause && typeof cause.code === "string" && cause.code !== "") return cause.code
  // A host with several addresses fails with one error for each.
  if (cause instanceof AggregateError) return codeOf(cause.errors[0])
  return "cause" in cause ? codeOf(cause.cause) : ""
}

const decoders = { gzip: createGunzip, "x-gzip": createGunzip, br: createBrotliDecompress }

const decoderFor = (encoding: string) => {
  const name = encoding.toLowerCase()
  return Object.hasOwn(decoders, name) ? decoders[name as keyof typeof decoders]() : undefined
}

const unreadable = (detail: string) => new TransportFailure({ kind: "unreadable", detail, sent: true })

const readAll = async (source: Readable, maxBodyBytes: number): Promise<Buffer> => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBodyBytes) {
      throw new TransportFailure({ kind: "too-large", detail: `more than ${maxBodyBytes} bytes`, sent: true })
    }
    chunks.push(chunk)
  }
  return chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks, bytes)
}

const readDecoded = async (body: Readable, encoding: string, maxBodyBytes: number): Promise<Buffer> => {
  const decoder = decoderFor(encoding)
  if (decoder === undefined) throw unreadable(`its content encoding ${encoding.slice(0, 20)} is not supported`)
  body.on("error", (error) => decoder.destroy(error))
  try {
    return await readAll(body.pipe(decoder), maxBodyBytes)
  } catch (cause) {
    const code = codeOf(cause)
    // zlib's own codes, and brotli's.
    if (!/^(Z_|ERR_BROTLI|ERR__ERROR_FORMAT)/.test(code)) throw cause
    // An empty answer may call itself compressed.
    if (code === "Z_BUF_ERROR" && decoder.bytesWritten === 0) return Buffer.alloc(0)
    throw unreadable(`its ${encoding} body is damaged`)
  }
}

const readBytes = async (body: Readable, encoding: string, maxBodyBytes: number): Promise<Buffer> => {
  // Destroying a body that is not read to its end raises an error on it, which nobody else waits for.
  body.on("error", () => {})
  try {
    return await (encoding === "" || encoding.toLowerCase() === "identity"
      ? readAll(body, maxBodyBytes)
      : readDecoded(body, encoding, maxBodyBytes))
  } finally {
    body.destroy()
  }
}

const flatHeaders = (headers: Dispatcher.ResponseData["headers"]): Record<string, string> => {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ")
  }
  return flat
}

/** Calls `started` when a connection stands and the request's bytes begin to leave. */
const noticingStart =
  (started: () => void): Dispatcher.DispatchInterceptor =>
  (dispatch) =>
  (options, handler) => {
    const onRequestStart = handler.onRequestStart?.bind(handler)
    handler.onRequestStart = (controller, context) => {
      started()
      onRequestStart?.(controller, context)
    }
    return dispatch(options, handler)
  }

const exchange = async (
  dispatcherFor: (url: URL) => Dispatcher,
  request: TransportRequest,
  signal: AbortSignal
): Promise<TransportResponse> => {
  let sent = false
  const started = () => {
    sent = true
    request.onProgress?.("sending")
  }
  request.onProgress?.("connecting")
  try {
    const { statusCode, headers, body } = await dispatcherFor(request.url)
      .compose(noticingStart(started))
      .request({
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: request.method,
        headers: { "accept-encoding": "gzip, br", ...request.headers },
        body: request.body ?? null,
        signal
      })
    const flat = flatHeaders(headers)
    const bytes = await readBytes(body, flat["content-encoding"] ?? "", request.maxBodyBytes)
    return { status: statusCode, headers: flat, text: new TextDecoder().decode(bytes) }
  } catch (cause) {
    if (cause instanceof TransportFailure) throw cause
    throw new TransportFailure({ kind: "network", detail: codeOf(cause) || "connection failed", sent })
  }
}

/** One pool for the layer's life. */
export const layer: Layer.Layer<Transport> = Layer.effect(
  Transport,
  Effect.gen(function* () {
    const pools = new Map<"direct" | "proxied", Dispatcher>()
    yield* Effect.addFinalizer(() =>
      Effect.promise(() => Promise.all([...pools.values()].map((pool) => pool.destroy())))
    )
    const dispatcherFor = (url: URL): Dispatcher => {
      const kind = isLoopback(url.hostname) ? "direct" : "proxied"
      const pool = pools.get(kind) ?? (kind === "direct" ? new Agent(POOL) : new EnvHttpProxyAgent(POOL))
      pools.set(kind, pool)
      return pool
    }
    return Transport.of({
      send: (request) =>
        Effect.tryPromise({
          try: (signal) => exchange(dispatcherFor, request, signal),
          catch: (cause) =>
            cause instanceof TransportFailure
              ? cause
              : new TransportFailure({ kind: "network", detail: "connection failed", sent: true })
        })
    })
  })
)
