/**
 * The transport implementation for Node: undici with a pool of kept-alive connections. Redirects are returned, not
 * followed. Gzip and brotli are decompressed, with the size limit applied to the output. It tracks whether a request
 * has begun to leave, so a refused connection, an unknown host or a bad certificate never counts as sent. A request
 * with `alone` uses a connection of its own, which is closed after the answer.
 *
 * Proxies are taken from `HTTPS_PROXY` (or `HTTP_PROXY`) and `NO_PROXY`. Loopback is always reached directly.
 */
import { Socket, type LookupFunction } from "node:net"
import { brotliDecompress, gunzip } from "node:zlib"

import * as Effect from "effect/Effect"
import { Agent, EnvHttpProxyAgent, buildConnector, errors, type Dispatcher } from "undici"

import { isLoopback } from "../address/BaseAddress.ts"
import { BodyBytes, isLong, release } from "./body-bytes.ts"
import { BodyContent } from "./body-content.ts"
import * as Bun from "./bun.ts"
import { codeOf } from "./error-code.ts"
import { GUARDED, guardedConnector, guardedProxies, type MayConnect } from "./node-guarded.ts"
import { proxyProblem, refuseSocks } from "./node-proxy.ts"
import { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "./Transport.ts"

/**
 * The client enforces time limits. HTTP/2 stays off, because the library may repeat its streams, and a repeat may cost
 * money.
 */
const POOL = { connections: 64, headersTimeout: 0, bodyTimeout: 0, allowH2: false } as const

/** How many bytes of a decompressed body to read at once. */
const SLICE_BYTES = 2_097_152

type Decoder = (
  packed: Buffer,
  options: { readonly maxOutputLength: number },
  done: (error: Error | null, unpacked: Buffer) => void
) => void

/**
 * By content encoding. `undefined` for a body that needs no decoding: servers also name a charset or `none`, which
 * browsers and `fetch` ignore.
 */
const decoders: ReadonlyMap<string, Decoder | undefined> = new Map<string, Decoder | undefined>([
  ["", undefined],
  ["identity", undefined],
  ["utf-8", undefined],
  ["none", undefined],
  ["gzip", gunzip],
  ["x-gzip", gunzip],
  ["br", brotliDecompress]
])

const network = (cause: unknown, sent: boolean) =>
  new TransportFailure({ kind: "network", detail: codeOf(cause) || "no code given", sent })

const tooLarge = (maxBodyBytes: number) =>
  new TransportFailure({ kind: "too-large", detail: `more than ${maxBodyBytes} bytes`, sent: true })

const unreadable = (detail: string) => new TransportFailure({ kind: "unreadable", detail, sent: true })

/**
 * Returns the failure of a request that got no status. An answer that undici's parser rejects is not a lost connection:
 * a repeat would fail in the same way.
 */
const transportFailure = (cause: unknown, sent: boolean, url: URL): TransportFailure => {
  if (codeOf(cause) === GUARDED)
    return new TransportFailure({ kind: "guarded", detail: "a private address", sent: false })
  if (!sent) {
    const problem = proxyProblem(url, cause)
    return problem === undefined
      ? network(cause, sent)
      : new TransportFailure({ kind: "network", detail: problem, sent })
  }
  if (cause instanceof errors.HeadersOverflowError) return unreadable("its headers are too large")
  return cause instanceof errors.HTTPParserError || cause instanceof errors.ResponseContentLengthMismatchError
    ? unreadable("it is not valid HTTP")
    : network(cause, sent)
}

const flatHeaders = (headers: Parameters<NonNullable<Dispatcher.DispatchHandler["onResponseStart"]>>[2]) => {
  const flat: Record<string, string> = {}
  for (const name in headers) {
    const value = headers[name]
    if (value !== undefined) flat[name] = typeof value === "string" ? value : value.join(", ")
  }
  return flat
}

type Outcome = Effect.Effect<TransportResponse, TransportFailure>

/**
 * Sends a request and reads its answer through undici's `dispatch`. Bodies are short and read as a whole, so a stream,
 * an abort signal and an interceptor per request would cost more than the request itself.
 *
 * @param settle called once with the outcome, unless the exchange was stopped before
 * @returns a function that stops the exchange and closes its connection
 */
const exchange = (
  dispatcherFor: (url: URL, alone: boolean) => Dispatcher,
  {
    url,
    method,
    headers,
    body: payload,
    maxBodyBytes,
    onProgress,
    onHead,
    bodyReader,
    alone = false
  }: TransportRequest,
  settle: (outcome: Outcome) => void
): (() => void) => {
  let over = false
  let sent = false
  let connection: Dispatcher.DispatchController | undefined
  let status = 0
  let responseHeaders: Record<string, string> = {}
  const body = new BodyBytes()
  let content = new BodyContent(bodyReader)
  /** False after the end of the body, when a decoder may be reading it. */
  let isComing = true

  const stop = () => {
    over = true
    if (isComing) body.drop()
    connection?.abort(new Error("stopped"))
  }
  const end = (outcome: Outcome) => {
    if (over) return
    over = true
    settle(outcome)
  }
  const giveUp = (failure: TransportFailure) => {
    end(Effect.fail(failure))
    stop()
  }
  const encoding = () => (responseHeaders["content-encoding"] ?? "").toLowerCase()
  const answer = (bytes: Buffer) => end(Effect.succeed({ status, headers: responseHeaders, ...content.finish(bytes) }))
  const readAsItIs = () => {
    if (over) return
    answer(body.whole)
    body.drop()
  }
  /** A decompressed body is available at once, but is still read in slices. */
  const readUnpacked = (bytes: Buffer, to = SLICE_BYTES) => {
    if (over) return
    const isReading = content.advance(bytes.subarray(0, to))
    if (isReading && to < bytes.length) return void setImmediate(readUnpacked, bytes, to + SLICE_BYTES)
    answer(bytes)
    release(bytes)
  }

  const handler: Dispatcher.DispatchHandler = {
    // A connection has been made, and the request's bytes are about to be sent.
    onRequestStart: (controller) => {
      connection = controller
      if (over) return stop()
      sent = true
      onProgress?.("sending")
    },
    onResponseStart: (_, code, rawHeaders) => {
      if (code < 200) return
      status = code
      responseHeaders = flatHeaders(rawHeaders)
      if (!over) onHead?.({ status, headers: responseHeaders })
      if (status >= 300) content = new BodyContent()
      if (decoders.has(encoding())) return
      // The encoding is named only if it looks like a name. Anything else in the header may be arbitrary text.
      const encodingName = /^[a-z0-9-]{1,16}$/.test(encoding()) ? ` ${encoding()}` : ""
      giveUp(unreadable(`its content encoding${encodingName} is not supported`))
    },
    onResponseData: (_, chunk) => {
      if (over) return
      if (body.length + chunk.length > maxBodyBytes) return giveUp(tooLarge(maxBodyBytes))
      body.add(chunk, Number(responseHeaders["content-length"]), maxBodyBytes)
      if (bodyReader !== undefined && decoders.get(encoding()) === undefined) content.advance(body.whole)
    },
    onResponseEnd: () => {
      isComing = false
      const decode = decoders.get(encoding())
      // An empty answer may declare a compression.
      if (decode === undefined || body.length === 0) {
        // Reading a long body takes a while, so yield first: collecting it took a while already.
        return isLong(body.length) ? void setImmediate(readAsItIs) : readAsItIs()
      }
      decode(body.whole, { maxOutputLength: maxBodyBytes }, (error, bytes) => {
        if (error !== null) {
          const isTooLarge = codeOf(error) === "ERR_BUFFER_TOO_LARGE"
          return end(Effect.fail(isTooLarge ? tooLarge(maxBodyBytes) : unreadable(`its ${encoding()} body is damaged`)))
        }
        body.drop()
        readUnpacked(bytes)
      })
    },
    onResponseError: (_, cause) =>
      end(Effect.fail(status === 0 ? transportFailure(cause, sent, url) : network(cause, sent)))
  }

  onProgress?.("connecting")
  try {
    dispatcherFor(url, alone).dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method,
        headers: { "accept-encoding": "gzip, br", ...headers },
        body: payload ?? null,
        // Also tells the server that no further request follows on this connection.
        ...(alone && { reset: true })
      },
      handler
    )
  } catch (cause) {
    end(Effect.fail(transportFailure(cause, sent, url)))
  }
  return stop
}

export interface OpenTransport {
  readonly transport: Transport["Service"]
  /** Closes all connections, including those that are not established yet. */
  readonly close: () => Promise<void>
}

/** Opens a connection pool. @param mayConnect checks each of its connections; none is checked by default */
export const open = (mayConnect?: MayConnect): OpenTransport => {
  // Bun replaces undici with one that cannot send.
  if (!("dispatch" in Agent.prototype)) {
    if (mayConnect !== undefined) throw new Error("connections cannot be checked in this runtime")
    return { transport: Bun.make(), close: async () => {} }
  }
  const pools = new Map<string, Dispatcher>()
  // Undici holds TLS sessions only weakly. With a resumed session, a separate connection needs no full handshake.
  const sessions = new Map<string, Buffer>()
  // Destroying a pool does not end connections that are not established yet, for example during a TLS handshake.
  const connecting = new Set<Socket>()
  const connectorOf = (resolve?: LookupFunction): buildConnector.connector => {
    const connector = buildConnector({ allowH2: POOL.allowH2, ...(resolve && { lookup: resolve }) })
    return (to, callback) => {
      const socket: unknown = connector(to, (...outcome) => {
        if (socket instanceof Socket) connecting.delete(socket)
        callback(...outcome)
      })
      if (!(socket instanceof Socket)) return
      connecting.add(socket)
      if (to.protocol === "https:") socket.on("session", (session: Buffer) => sessions.set(to.hostname, session))
    }
  }
  const connect = mayConnect === undefined ? connectorOf() : guardedConnector(connectorOf, mayConnect)
  const options = { ...POOL, connect }
  const proxied = () => {
    if (mayConnect === undefined) return new EnvHttpProxyAgent(options)
    refuseSocks()
    return new EnvHttpProxyAgent({ ...options, ...guardedProxies(connect, mayConnect) })
  }
  const dispatcherFor = (url: URL, alone: boolean): Dispatcher => {
    const isDirect = isLoopback(url.hostname)
    const name = `${isDirect ? "direct" : "proxied"} ${alone ? "alone" : "shared"}`
    const knownPool = pools.get(name)
    if (knownPool !== undefined) return knownPool
    const pool = isDirect ? new Agent(options) : proxied()
    pools.set(name, pool)
    return pool
  }
  return {
    transport: Transport.of({
      send: (request) => Effect.callback((resume) => Effect.sync(exchange(dispatcherFor, request, resume)))
    }),
    close: async () => {
      try {
        await Promise.all([...pools.values()].map((pool) => pool.destroy()))
      } finally {
        for (const socket of connecting) socket.destroy()
      }
    }
  }
}
