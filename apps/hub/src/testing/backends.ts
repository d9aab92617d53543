/** The databases on which every suite of the stores runs: the SQLite file of a data directory, and PostgreSQL. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import type * as Storage from "../storage/Storage.ts"
import { storesAt, type Place } from "./places.ts"
import { temporaryDatabases } from "./postgres/databases.ts"
import { temporaryDirectories } from "./temporary.ts"

export interface Backend {
  readonly name: "SQLite" | "PostgreSQL"
  readonly place: () => Promise<Place>
  /** The stores of a new place. */
  readonly stores: () => Layer.Layer<Storage.Storage>
}

/** Call at the top level of a test file. */
export const backends = () => {
  const directory = temporaryDirectories()
  const databases = temporaryDatabases()
  const backend = (name: Backend["name"], place: Backend["place"]): Backend => ({
    name,
    place,
    stores: () => Layer.orDie(Layer.unwrap(Effect.map(Effect.promise(place), storesAt)))
  })
  const sqlite = backend("SQLite", async () => ({ directory: directory(), url: undefined }))
  const postgres = backend("PostgreSQL", async () => ({ directory: directory(), url: await databases.withTables() }))
  return { all: [sqlite, postgres] as const, databases, directory, onPostgres: postgres.stores }
}
