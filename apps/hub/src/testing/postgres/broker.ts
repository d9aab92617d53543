/**
 * One PostgreSQL server for a whole test run, started by the first file that asks for its address. A Vitest global
 * setup.
 */
import { createServer } from "node:http"

import type { TestProject } from "vitest/node"

import { startPostgres, type PostgresServer } from "./server.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: string
  }
}

export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  let server: Promise<PostgresServer> | undefined
  const broker = createServer((_, response) => {
    server ??= startPostgres()
    server
      .then((running) => response.end(running.url("postgres")))
      .catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => void broker.listen(0, "127.0.0.1", resolve))
  const address = broker.address()
  if (address === null || typeof address === "string") throw new Error("the broker has no port")
  provide("postgres", `http://127.0.0.1:${address.port}`)
  return async () => {
    broker.close()
    broker.closeAllConnections()
    if (server !== undefined) await server.then((running) => running.stop())
  }
}
