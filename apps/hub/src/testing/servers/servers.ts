/**
 * Several real `inlay serve` processes on one PostgreSQL database behind one address, with a browser and a program as
 * clients.
 */
import { spawn, type ChildProcess } from "node:child_process"
import { randomBytes } from "node:crypto"
import { createServer, type AddressInfo } from "node:net"

import { inlayJson, main, environment } from "../processes/command.ts"
import { startProxy } from "./proxy.ts"

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer()
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export interface Options {
  /** The address of the database. */
  readonly url: string
  readonly directory: () => string
  readonly env: Readonly<Record<string, string>>
}

const startOne = async (env: Readonly<Record<string, string>>, args: ReadonlyArray<string>) => {
  const port = await freePort()
  const child = spawn(process.execPath, [main, "serve", "--port", String(port), "--allow-private", ...args], {
    env: environment(env),
    stdio: ["ignore", "pipe", "pipe"]
  })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  let errors = ""
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text))
  await new Promise<void>((resolve, reject) => {
    child.stdout.once("data", () => resolve())
    void ended.then(() => reject(new Error(`inlay serve has ended: ${errors}`)))
  })
  return { port, child, ended }
}

const end = async ({ child, ended }: { readonly child: ChildProcess; readonly ended: Promise<void> }) => {
  child.kill("SIGKILL")
  await ended
}

/** Each server has a data directory of its own, like on separate machines. They share the vault key. */
export const startServers = async ({ url, directory, env }: Options) => {
  const proxy = await startProxy()
  const key = randomBytes(32).toString("base64")
  const shared = { ...env, INLAY_DATABASE: url, INLAY_SECRET_KEY: key }
  const start = () => startOne({ ...shared, INLAY_DATA: directory() }, ["--url", proxy.url])
  // Both create the tables of the empty database at the same time.
  const servers = await Promise.all([start(), start()])
  proxy.targets.push(...servers.map(({ port }) => port))
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each test says which document it expects
  const command = <A>(args: ReadonlyArray<string>) =>
    inlayJson<A>(args, { env: { ...shared, INLAY_DATA: directory() } })

  return {
    url: proxy.url,
    proxy,
    ports: servers.map(({ port }) => port),
    command,
    token: async (...args: ReadonlyArray<string>): Promise<string> =>
      (await command<{ readonly text: string }>(["tokens", "create", "test", ...args])).json.text,
    /** Sends requests to only one server while the body runs. */
    only: async <A>(index: number, body: () => Promise<A>): Promise<A> => {
      const all = proxy.targets.splice(0)
      proxy.targets.push(...all.slice(index, index + 1))
      try {
        return await body()
      } finally {
        proxy.targets.splice(0, 1, ...all)
      }
    },
    /** Kills a server like `kill -9`. */
    kill: (index: number) => {
      const server = servers[index]
      return server === undefined ? Promise.resolve() : end(server)
    },
    /** Suspends a server: it keeps its connections, but does nothing until it is resumed. */
    stop: (index: number) => servers[index]?.child.kill("SIGSTOP"),
    goOn: (index: number) => servers[index]?.child.kill("SIGCONT"),
    close: async () => {
      await proxy.close()
      await Promise.all(servers.map(end))
    }
  }
}

export type Servers = Awaited<ReturnType<typeof startServers>>
