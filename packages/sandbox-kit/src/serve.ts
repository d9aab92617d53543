// A server on the loopback interface that can be stopped at any time, even with hanging connections.

import { createServer, type RequestListener } from "node:http"

import type { Handler } from "./wire.ts"

/** A running server. */
export interface Serving {
  /** For example `http://127.0.0.1:4680`. */
  readonly origin: string
  /** Stops the server and closes every connection, including hanging ones. */
  readonly close: () => Promise<void>
}

/**
 * How long an idle connection stays open. With Node's default of 5 s, a client that was delayed for a moment would find
 * its connection reset.
 */
const KEEP_ALIVE_MILLIS = 60_000

/** Listens on 127.0.0.1. Port 0, the default, takes a free port. Rejects with `EADDRINUSE` if the port is taken. */
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

/** A handler for all paths below a prefix. The prefix "" matches every path. */
export interface Mount {
  readonly prefix: string
  readonly handler: Handler
}

/** Calls the first mount whose prefix matches the path, with the rest of the path. */
export const mounted =
  (mounts: ReadonlyArray<Mount>): RequestListener =>
  (req, res) => {
    const path = req.url?.split("?")[0] ?? "/"
    const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    mount?.handler(req, res, path.slice(mount.prefix.length) || "/")
  }
