/** Copying a directory's database, while another program wants to write to it. */
import { DatabaseSync } from "node:sqlite"

import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { expect, it } from "vitest"

import { backends } from "../testing/backends.ts"
import { storesAt, type Place } from "../testing/places.ts"
import { copy } from "./copy.ts"
import { databaseFile } from "./paths.ts"

const [sqlite, postgres] = backends().all

const clientOf = (place: Place) => Effect.map(Layer.build(storesAt(place)), Context.get(SqlClient))

it("keeps others from writing to it until all is copied: what they wrote would be lost", async () => {
  const [from, to] = [await sqlite.place(), await postgres.place()]
  const answers = new Set<string>()
  const write = () => {
    using other = new DatabaseSync(databaseFile(from.directory), { timeout: 0 })
    try {
      other.exec("BEGIN IMMEDIATE")
      answers.add("written")
    } catch (cause) {
      answers.add(cause instanceof Error ? cause.message : "")
    }
  }
  await Effect.gen(function* () {
    yield* copy(yield* clientOf(from), yield* clientOf(to), write)
  }).pipe(Effect.scoped, Effect.runPromise)
  expect([...answers]).toEqual(["database is locked"])
})
