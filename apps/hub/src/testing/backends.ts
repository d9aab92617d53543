/** The databases that every suite of the stores runs on: the file of a data directory, and PostgreSQL. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { beforeEach } from "vitest"

import type * as Storage from "../storage/Storage.ts"
import { storesAt, type Place } from "./places.ts"
import { temporaryDatabases } from "./postgres/databases.ts"
import { temporaryDirectories } from "./temporary.ts"

export interface Backend {
  readonly name: "SQLite" | "PostgreSQL"
  readonly place: () => Promise<Place>
  /** The stores of a new place. */
  readonly stores: () => Layer.Layer<Storage.Storage>
  /**
   * Call in the `describe` of a backend whose tests are dear: they take turns, the first on SQLite, the next on PostgreSQL.
   * `INLAY_DATABASES=both`, as `pnpm test:full` says, runs each on both.
   */
  readonly takeTurns: () => void
}

const isEachOnBoth = process.env["INLAY_DATABASES"] === "both"

const skipOthersTurns = (own: number): void => {
  let tests = 0
  beforeEach((context) => context.skip(!isEachOnBoth && tests++ % 2 !== own, "the other database's turn"))
}

/** Call at the top level of a test file. */
export const backends = () => {
  const directory = temporaryDirectories()
  const databases = temporaryDatabases()
  const backend = (name: Backend["name"], place: Backend["place"]): Backend => ({
    name,
    place,
    takeTurns: () => skipOthersTurns(name === "SQLite" ? 0 : 1),
    stores: () => Layer.orDie(Layer.unwrap(Effect.map(Effect.promise(place), storesAt)))
  })
  const sqlite = backend("SQLite", async () => ({ directory: directory(), url: undefined }))
  const postgres = backend("PostgreSQL", async () => ({ directory: directory(), url: await databases.next() }))
  return { all: [sqlite, postgres] as const, databases, directory, onPostgres: postgres.stores }
}
