/**
 * A PostgreSQL server for the benchmark, started like that of the hub's tests: its commits do not wait for the disk.
 */
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"

interface PostgresServer {
  readonly url: (database: string) => string
  readonly stop: () => Promise<void>
}

const hub = dirname(fileURLToPath(import.meta.resolve("@inlay/hub/package.json")))

export const startPostgres = async (): Promise<PostgresServer> => {
  const module = (await import(join(hub, "src/testing/postgres/server.ts"))) as {
    readonly startPostgres: () => Promise<PostgresServer>
  }
  return module.startPostgres()
}
