// This service alone on a port of its own, for tests of teams that use the package.

import { createServer, type Server } from "node:http"

import { type Description, describe } from "./describe.ts"
import { makeHandlers } from "./mounts.ts"
import type { SandboxOptions } from "./state.ts"

/** How the sandbox behaves, and where it listens. */
export interface StartOptions extends SandboxOptions {
  /** On 127.0.0.1; 0, the default, takes a free one. */
  readonly port?: number
}

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

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })

/** Serves a sandbox on 127.0.0.1, on Node; resolves once it listens. */
export const startSandbox = async ({ port = 0, ...options }: StartOptions = {}): Promise<RunningSandbox> => {
  const { api, control, pages } = makeHandlers(options)
  const mounts = [
    { prefix: "/codehost", handler: api },
    { prefix: "/control/codehost", handler: control },
    { prefix: "", handler: pages }
  ]
  const server = createServer((req, res) => {
    const path = req.url?.split("?")[0] ?? "/"
    const mount = mounts.find(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`))
    mount?.handler(req, res, path.slice(mount.prefix.length) || "/")
  })
  const origin = await listen(server, port)
  return { origin, ...describe(origin), close: () => close(server) }
}
