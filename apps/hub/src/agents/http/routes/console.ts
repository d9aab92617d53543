/**
 * `/`, `/sign-in` and `/assets/*`: the console, built into `dist/web`. Files are named after their content and kept for good;
 * the page itself is asked for again each time. The secret of a link stands behind the `#`, which no browser sends and no log
 * holds: opening the page by itself, as previews of links do, uses nothing up.
 */
import * as Effect from "effect/Effect"
import * as HttpRouter from "effect/http/HttpRouter"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"

import { ConsoleFiles, type ConsoleFile } from "../serving/ConsoleFiles.ts"

export const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"

const MISSING = HttpServerResponse.text(
  "The console is not built. Build it with `pnpm --filter @inlay/hub build`, or use an installed release.\n",
  { status: 404 }
)

const takesGzip = (acceptEncoding: string | undefined): boolean =>
  /(^|,)\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*(,|$))|,|$)/i.test(acceptEncoding ?? "")

/** RFC 9110, section 13.1.2: weak comparison, of one tag or several. */
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

const page = (path: string) =>
  Effect.gen(function* () {
    const file = (yield* ConsoleFiles).get(path)
    return file === undefined ? MISSING : respond(file, yield* HttpServerRequest)
  })

const asset = Effect.gen(function* () {
  const request = yield* HttpServerRequest
  const file = (yield* ConsoleFiles).get(request.url.split(/[?#]/, 1)[0] ?? "")
  return file === undefined ? HttpServerResponse.empty({ status: 404 }) : respond(file, request)
})

export const layer = HttpRouter.addAll([
  HttpRouter.route("GET", "/", page("/index.html")),
  HttpRouter.route("GET", "/sign-in", page("/index.html")),
  HttpRouter.route("GET", "/assets/*", asset)
])
