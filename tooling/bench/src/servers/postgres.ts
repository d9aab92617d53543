/**
 * A PostgreSQL server for the benchmark, started like that of the hub's tests: its commits do not wait for the disk.
 */
import { join } from "node:path"

import { hub } from "../built.ts"

interface PostgresServer {
  readonly url: (database: string) => string
  readonly stop: () => Promise<void>
}

export const startPostgres = async (): Promise<PostgresServer> => {
  const module = (await import(join(hub, "src/testing/postgres/server.ts"))) as {
    readonly startPostgres: () => Promise<PostgresServer>
  }
  return module.startPostgres()
}
