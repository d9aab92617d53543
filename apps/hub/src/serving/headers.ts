/** The security headers of every response: of the app, and of Node listeners in front of it. */
import * as HttpServerResponse from "effect/http/HttpServerResponse"

const HEADERS = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "x-frame-options": "DENY",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin"
} as const

/** The default policy. Pages set their own. */
const PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** The same headers for responses that are written with Node's API. */
export const NODE_HEADERS = {
  ...HEADERS,
  "cache-control": "no-store",
  "content-security-policy": PAGE_POLICY
} as const

/** Adds them to a response of the app, which may set its own cache control and policy. */
export const withHeaders = (response: HttpServerResponse.HttpServerResponse): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.setHeaders(response, {
    ...HEADERS,
    // Otherwise a proxy such as nginx holds back what a stream has so far.
    ...(response.body._tag === "Stream" && { "x-accel-buffering": "no" }),
    ...(response.headers["cache-control"] === undefined && { "cache-control": "no-store" }),
    ...(response.headers["content-security-policy"] === undefined && { "content-security-policy": PAGE_POLICY })
  })
