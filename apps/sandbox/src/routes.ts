// Serves everything on one port: services at `/<plugin>/`, their control APIs at `/control/<plugin>/`, demo pages at
// the paths that plugins claim, and an index at `/`.

import type { RequestListener } from "node:http"

import type { Sandbox } from "@inlay/sandbox-kit/sandbox"
import type { Handler } from "@inlay/sandbox-kit/wire"

interface Mount {
  readonly prefix: string
  readonly handler: Handler
  /** Pages receive their whole path, services only what follows the prefix. */
  readonly whole: boolean
}

const mountsOf = ({ handlers, id, pagePrefixes }: Sandbox): ReadonlyArray<Mount> => [
  { prefix: `/${id}`, handler: handlers.api, whole: false },
  { prefix: `/control/${id}`, handler: handlers.control, whole: false },
  ...pagePrefixes.map((prefix) => ({ prefix, handler: handlers.pages, whole: true }))
]

/** A claimed prefix ends at a slash, at a dot (`/in.json`) or at the end of the path. */
const claims = ({ prefix, whole }: Mount, path: string): boolean =>
  path === prefix || path.startsWith(`${prefix}/`) || (whole && path.startsWith(`${prefix}.`))

/** Throws if two plugins claim the same path, because one would hide the other. */
export const assertDistinct = (plugins: ReadonlyArray<Sandbox>): void => {
  const prefixes = plugins.flatMap(mountsOf).map(({ prefix }) => prefix)
  const twice = prefixes.find((prefix, index) => prefixes.indexOf(prefix) !== index)
  if (twice !== undefined) throw new Error(`two sandboxes use the path ${twice}`)
}

export const makeRouter = (plugins: ReadonlyArray<Sandbox>, index: () => string): RequestListener => {
  const mounts = plugins.flatMap(mountsOf)
  return (req, res) => {
    const path = req.url?.split("?")[0] ?? "/"
    const mount = mounts.find((candidate) => claims(candidate, path))
    if (mount !== undefined) {
      mount.handler(req, res, mount.whole ? path : path.slice(mount.prefix.length) || "/")
    } else if (path === "/") {
      res.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy":
          "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
        "x-content-type-options": "nosniff"
      })
      res.end(index())
    } else {
      res.writeHead(404, { "content-type": "application/json; charset=utf-8" })
      res.end(JSON.stringify({ error: "not_found", message: "Nothing is served here.", index: "/" }))
    }
  }
}
