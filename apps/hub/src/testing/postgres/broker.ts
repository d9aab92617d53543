/**
 * One PostgreSQL server for a whole test run, started by the first file that asks for its address (`/`). On it, a
 * database with the hub's tables, created for the first file that asks for its name (`/tables`): to copy it takes a
 * fifth of the time that creating its tables takes. A Vitest global setup.
 */
import { createServer } from "node:http"

import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { TestProject } from "vitest/node"

import { parse } from "../../storage/postgres/address.ts"
import * as Postgres from "../../storage/postgres/Postgres.ts"
import { execute } from "./client.ts"
import { startPostgres, type PostgresServer } from "./server.ts"

declare module "vitest" {
  interface ProvidedContext {
    readonly postgres: string
  }
}

const createTables = async ({ url }: PostgresServer): Promise<string> => {
  const name = "tables"
  await execute(url("postgres"), `CREATE DATABASE ${name}`)
  const opening = Effect.flatMap(parse(url(name), {}), (address) => Layer.build(Postgres.layer(address)))
  await Effect.runPromise(Effect.scoped(opening))
  return name
}

export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  let server: Promise<PostgresServer> | undefined
  let tables: Promise<string> | undefined
  const broker = createServer((request, response) => {
    server ??= startPostgres()
    server
      .then((running) => (request.url === "/tables" ? (tables ??= createTables(running)) : running.url("postgres")))
      .then((answer) => response.end(answer))
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
