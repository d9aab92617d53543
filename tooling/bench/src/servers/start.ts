/**
 * Runs a server in a process of its own, so that its work does not count as the client's. It ends with this process.
 */
import { fork } from "node:child_process"
import type { Server as HttpServer } from "node:http"
import { fileURLToPath } from "node:url"

export interface Server<A> {
  /** What the server reported when it was ready. */
  readonly ready: A
  readonly close: () => Promise<void>
}

/** An account of the simulated sales data service. */
export interface Account {
  readonly baseUrl: string
  readonly apiKey: string
}

/** The variables that connect an account to a simulated service. */
interface Served {
  readonly env: Readonly<Record<string, string>>
}

interface Listening {
  readonly origin: string
}

/** What each server reports when it is ready. */
interface Reports {
  readonly analytics: Served
  readonly "bare-mcp": Listening
  readonly codehost: Served & { readonly repoPage: string }
  readonly forwarder: Listening
  readonly issues: Listening
  readonly "octokit-webhooks": Listening
  readonly probot: Listening
  readonly records: Listening
  readonly reports: Listening
  readonly salesdata: Account
}

/** @param name a module beside this one that calls `serve` or `listening` */
export const startServer = <Name extends keyof Reports>(name: Name): Promise<Server<Reports[Name]>> => {
  const file = fileURLToPath(new URL(`${name}.ts`, import.meta.url))
  const child = fork(file, { execArgv: [], stdio: ["ignore", "ignore", "inherit", "ipc"] })
  const ending = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("exit", (code) => reject(new Error(`the server ${name} ended with code ${code ?? "none"}`)))
    child.once("message", (ready) =>
      resolve({
        ready: ready as Reports[Name],
        close: () => {
          child.disconnect()
          return ending
        }
      })
    )
  })
}

/** Called in the server's module: reports that it is ready, and ends the process when its parent is gone. */
export const serve = (ready: object): void => {
  process.once("disconnect", () => process.exit(0))
  process.send?.(ready)
}

/** The same for a server that listens on a free port. Reports its `origin`. */
export const listening = (server: HttpServer): void => {
  server.listen(0, "127.0.0.1", () => {
    const address = server.address()
    if (typeof address === "object" && address !== null) serve({ origin: `http://127.0.0.1:${address.port}` })
  })
}
