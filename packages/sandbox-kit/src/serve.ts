// A server on the loopback interface that ends on request, hanging connections included.

import { createServer, type RequestListener } from "node:http"

import type { Handler } from "./wire.ts"

/** A server that listens. */
export interface Serving {
  /** Such as `http://127.0.0.1:4680`. */
  readonly origin: string
  /** Ends every connection, those that hang too. */
  readonly close: () => Promise<void>
}

/** A connection without a request stays open this long: with Node's 5 s, a client that was held up for a moment meets a reset. */
const KEEP_ALIVE_MILLIS = 60_000

/** Listens on 127.0.0.1; port 0, the default, takes a free one. Rejects with `EADDRINUSE` where it is taken. */
export const serve = (listener: RequestListener, port = 0): Promise<Serving> =>
  new Promise((resolve, reject) => {
    const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MILLIS }, listener)
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      if (typeof address !== "object" || address === null) return reject(new Error("the server has no address"))
      resolve({
        origin: `http://127.0.0.1:${address.port}`,
        close: () =>
          new Promise((finish) => {
            server.close(() => finish())
            server.closeAllConnections()
          })
      })
    })
  })

/** A handler below a path; the prefix "" takes everything. */
export interface Mount {
  readonly prefix: string
  readonly handler: Handler
}

/** The first mount whose prefix the path begins with answers; it is given the rest of the path. */
export const mounted =
  (mounts: ReadonlyArray<Mount>): RequestListener =>
  (req, res) => {
    const path = req.url?.split("?")[0] ?? "/"
    const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    mount?.handler(req, res, path.slice(mount.prefix.length) || "/")
  }
