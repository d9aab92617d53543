/**
 * `/`, `/sign-in` and `/assets/*`: the console, built into `dist/web`. Assets are named by their content hash and
 * cached for good; the page itself is revalidated on every load. The secret of a sign-in link is in the URL's fragment,
 * which browsers do not send and logs do not record. Opening the page does not use the link up, so link previews are
 * harmless.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { ConsoleFiles, type ConsoleFile } from "../../../serving/ConsoleFiles.ts"
import { pathOf } from "../../../serving/request-url.ts"

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const MISSING = HttpServerResponse.text(
  "The console is not built. Build it with `pnpm --filter @inlay/hub build`, or use an installed release.\n",
  { status: 404 }
)

const takesGzip = (acceptEncoding: string | undefined): boolean =>
  /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i.test(acceptEncoding ?? "")

/** Weak comparison with one or more tags (RFC 9110, section 13.1.2). */
const hasAlready = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  ifNoneMatch.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^W\//, "") === etag)

const respond = (file: ConsoleFile, { headers }: HttpServerRequest) => {
  const isZipped = takesGzip(headers["accept-encoding"])
  const own = {
    etag: file.etag,
    vary: "accept-encoding",
    "cache-control": file.isPage ? "no-cache" : "public, max-age=31536000, immutable",
    "content-security-policy": POLICY
  }
  if (hasAlready(headers["if-none-match"], file.etag)) return HttpServerResponse.empty({ status: 304, headers: own })
  return HttpServerResponse.uint8Array(isZipped ? file.gzip : file.bytes, {
    contentType: file.type,
    headers: { ...own, ...(isZipped && { "content-encoding": "gzip" }) }
  })
}

const page = Effect.gen(function* () {
  const file = (yield* ConsoleFiles).get("/index.html")
  return file === undefined ? MISSING : respond(file, yield* HttpServerRequest)
})

const asset = Effect.gen(function* () {
  const request = yield* HttpServerRequest
  const file = (yield* ConsoleFiles).get(pathOf(request.url))
  return file === undefined ? HttpServerResponse.empty({ status: 404 }) : respond(file, request)
})

export const layer = HttpRouter.addAll([
  HttpRouter.route("GET", "/", page),
  HttpRouter.route("GET", "/sign-in", page),
  HttpRouter.route("GET", "/assets/*", asset)
])
