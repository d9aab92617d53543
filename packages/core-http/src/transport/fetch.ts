/**
 * The transport for browsers: the global `fetch`, without cookies, cache, referrer or redirects. A browser does not
 * distinguish a refused connection from a reset one, so every failure of a request that was started counts as possibly
 * sent. It also hides where a redirect leads.
 */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { Transport, TransportFailure, type TransportRequest, type TransportResponse } from "./Transport.ts"

const readText = async (response: Response, maxBodyBytes: number): Promise<string> => {
  const reader = response.body?.getReader()
  if (reader === undefined) return ""
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBodyBytes) {
      await reader.cancel()
      throw new TransportFailure({ kind: "too-large", detail: `more than ${maxBodyBytes} bytes`, sent: true })
    }
    text += decoder.decode(value, { stream: true })
  }
}

const network = (detail: string, sent: boolean) => new TransportFailure({ kind: "network", detail, sent })

/** Returns whether the browser reports that there is no network. Some runtimes with `fetch` have no navigator. */
const isOffline = (): boolean => typeof navigator === "object" && "onLine" in navigator && navigator.onLine === false

const prepare = (request: TransportRequest, signal: AbortSignal): Request => {
  if (isOffline()) throw network("this browser is offline", false)
  try {
    return new Request(request.url, {
      method: request.method,
      headers: request.headers,
      ...(request.body !== undefined && { body: request.body }),
      redirect: "manual",
      credentials: "omit",
      cache: "no-store",
      referrerPolicy: "no-referrer",
      signal
    })
  } catch {
    throw network("the request cannot be written", false)
  }
}

type InitOf = (url: URL) => RequestInit | undefined

const exchange = async (request: TransportRequest, signal: AbortSignal, initOf: InitOf): Promise<TransportResponse> => {
  const response = await fetch(prepare(request, signal), initOf(request.url))
  if (response.type === "opaqueredirect") {
    throw new TransportFailure({ kind: "redirect", detail: "another address (the browser hides which)", sent: true })
  }
  const text = await readText(response, request.maxBodyBytes)
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}

const connectionFailed = () => network("the connection failed", true)

/**
 * The transport over `fetch`, for browsers and workers.
 * @param failureOf the failure that an error of `fetch` means; by default one of a request that may have been sent
 * @param initOf what else `fetch` is given for an address
 */
export const make = (
  failureOf: (cause: unknown) => TransportFailure = connectionFailed,
  initOf: InitOf = () => undefined
): Transport["Service"] => ({
  send: (request) =>
    Effect.tryPromise({
      try: (signal) => exchange(request, signal, initOf),
      catch: (cause) => (cause instanceof TransportFailure ? cause : failureOf(cause))
    })
})

/** `make` as a layer. */
export const layer: Layer.Layer<Transport> = /* @__PURE__ */ Layer.sync(Transport, () => make())
