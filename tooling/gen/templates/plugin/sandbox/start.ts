// This service alone on a port of its own, for tests of teams that use the package.

import { createServer, type Server } from "node:http"

import { makeApi } from "./api.ts"
import { makeControl } from "./control.ts"
import { type Description, describe } from "./describe.ts"
import { notFound } from "./http.ts"
import { makeState } from "./state.ts"

/** A sandbox that is being served. */
export interface RunningSandbox extends Description {
  /** Such as `http://127.0.0.1:4680`. */
  readonly origin: string
  /** Ends every connection, those that hang too. */
  readonly close: () => Promise<void>
}

const listen = (server: Server, port: number): Promise<string> =>
  new Promise((resolve, reject) => {
    server.once("error", reject)
    server.listen(port, "127.0.0.1", () => {
      const address = server.address()
      if (typeof address === "object" && address !== null) resolve(`http://127.0.0.1:${address.port}`)
      else reject(new Error("the sandbox has no address"))
    })
  })

/** Serves a sandbox on 127.0.0.1, on Node; resolves once it listens. Port 0, the default, takes a free one. */
export const startSandbox = async ({ port = 0 }: { readonly port?: number } = {}): Promise<RunningSandbox> => {
  const state = makeState()
  const mounts = [
    { prefix: "/starter", handler: makeApi(state) },
    { prefix: "/control/starter", handler: makeControl(state) },
    { prefix: "", handler: notFound }
  ]
  const server = createServer((req, res) => {
    const path = req.url?.split("?")[0] ?? "/"
    const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    mount?.handler(req, res, path.slice(mount.prefix.length))
  })
  const origin = await listen(server, port)
  return {
    origin,
    ...describe(origin),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
