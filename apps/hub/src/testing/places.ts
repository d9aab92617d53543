/** Places for data (a directory or a database), for tests and the programs that they start. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { CurrentDatabase, parse } from "../storage/postgres/address.ts"
import * as Storage from "../storage/Storage.ts"

/** An empty place for all data. */
export interface Place {
  readonly directory: string
  /** The address of a database. If undefined, the SQLite file of the directory is used. */
  readonly url: string | undefined
}

/** Provides a database's address to what is built or run with this layer. */
export const namedDatabase = (url: string | undefined): Layer.Layer<never> =>
  url === undefined ? Layer.empty : Layer.effect(CurrentDatabase, Effect.orDie(parse(url, {})))

/** The database that the environment of a test program names. */
export const databaseOfEnvironment = namedDatabase(process.env["INLAY_DATABASE"])

/** The stores of a place, opened anew. */
export const storesAt = ({ directory, url }: Place) =>
  Layer.fresh(Layer.provide(Storage.layer(directory), namedDatabase(url)))
