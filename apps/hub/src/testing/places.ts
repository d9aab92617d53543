/** Places to keep everything in, for tests and the programs that they start. */
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

import { CurrentDatabase, parse } from "../storage/postgres/address.ts"
import * as Storage from "../storage/Storage.ts"

/** An empty place to keep everything in. */
export interface Place {
  readonly directory: string
  /** A database's address; without one, the directory's own file. */
  readonly url: string | undefined
}

/** Names a database's address to whatever is built or run with it. */
export const namedDatabase = (url: string | undefined): Layer.Layer<never> =>
  url === undefined ? Layer.empty : Layer.effect(CurrentDatabase, Effect.orDie(parse(url, {})))

/** The database that a program of the tests was given by its environment. */
export const databaseOfEnvironment = namedDatabase(process.env["INLAY_DATABASE"])

/** The stores of a place, opened anew. */
export const storesAt = ({ directory, url }: Place) =>
  Layer.fresh(Layer.provide(Storage.layer(directory), namedDatabase(url)))
