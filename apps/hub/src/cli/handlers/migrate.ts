/** `inlay migrate`: copies the contents of a data directory into a PostgreSQL database. */
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"

import { holdInput } from "../../accounts/known-secrets.ts"
import { VARIABLE } from "../../accounts/vault/secret-key.ts"
import { hubError, wrongField } from "../../hub-error.ts"
import { resume } from "../../inbound/receive/journal/journal.ts"
import { holdDirectory } from "../../serving/one-server.ts"
import { copy } from "../../storage/copy.ts"
import { databaseFile, deliveriesOf, keyFile } from "../../storage/paths.ts"
import { CurrentDatabase, parse, passwordsIn } from "../../storage/postgres/address.ts"
import * as Storage from "../../storage/Storage.ts"
import * as StorageLocation from "../../storage/StorageLocation.ts"
import { withProgress } from "../../terminal/progress.ts"
import { indentLines } from "../../terminal/wrap.ts"
import { dataDirectory } from "../data-directory.ts"
import type { Report } from "../report.ts"

/** The address is an argument here, and not a setting. */
const asArgument = (error: ProviderError) =>
  error.reason._tag === "Invalid"
    ? invalid(
        "inlay",
        "migrate",
        error.reason.fields.map(({ message }) => ({ field: "--to", message }))
      )
    : error

const nothingThere = (directory: string) =>
  hubError("migrate", {
    _tag: "NotFound",
    what: `There is nothing to copy in ${directory}.`,
    known: [],
    remedy: { to: "read", text: "Name the data directory with --data DIR or INLAY_DATA." },
    nothing: "changed"
  })

/** The directory may be older than the database in use: its ledger may lack purchases, which would be made again. */
const databaseInUse = (directory: string, name: string) =>
  wrongField(
    "migrate",
    "--database",
    `and INLAY_DATABASE must name no other database than --to: this copies a data directory, not a database, and ${directory} may be older than ${name}, which is in use. To copy the directory nevertheless, leave them out; to copy the database, use pg_dump`
  )

export const migrate = Effect.fnUntraced(function* (to: string) {
  holdInput(passwordsIn(to))
  const address = yield* Effect.mapError(parse(to.trim(), process.env), asArgument)
  const directory = yield* dataDirectory
  const current = yield* CurrentDatabase
  if (current !== undefined && current.name !== address.name) return yield* databaseInUse(directory, current.name)
  const inDirectory = Effect.provideService(CurrentDatabase, undefined)
  if (!(yield* inDirectory(StorageLocation.isUsed(directory)))) return yield* nothingThere(directory)
  // Holds the directory, because anything a server accepted in the meantime would not be copied.
  yield* StorageLocation.orUnusable(directory)(holdDirectory(directory, "migrate")).pipe(inDirectory)
  const source = yield* Layer.build(Storage.layer(directory)).pipe(inDirectory, StorageLocation.orUnusable(directory))
  yield* resume(deliveriesOf(databaseFile(directory))).pipe(
    Effect.flatMap(({ reader }) => reader.drain),
    Effect.provideContext(source),
    StorageLocation.orUnusable(directory),
    inDirectory
  )
  let label = "Copying …"
  const counts = yield* Layer.build(Storage.layer(directory)).pipe(
    Effect.flatMap((target) =>
      copy(Context.get(source, SqlClient), Context.get(target, SqlClient), ({ copied, total }) => {
        label = `Copying … ${copied} of ${total} rows`
      })
    ),
    withProgress(() => label),
    StorageLocation.orUnusable(directory),
    Effect.provideService(CurrentDatabase, address)
  )
  const rows = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return {
    ok: true,
    json: { ok: true, database: address.name, rows, tables: counts },
    text: ({ columns }) =>
      [
        ...Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([table, count]) => `${String(count).padStart(9)}  ${table}`),
        indentLines(
          `${rows} rows were copied to ${address.name}; they are still in ${directory}. Use the database with --database or INLAY_DATABASE, with the key of ${VARIABLE} or ${keyFile(directory)} on every machine.`,
          columns,
          0
        )
      ].join("\n")
  } satisfies Report
}, Effect.scoped)
