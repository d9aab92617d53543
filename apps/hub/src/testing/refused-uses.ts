/** Makes it impossible to note when something was used last, as on a full disk. */
import { Database } from "@inlay/sql-stores/Database"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

export const refuseUses = Effect.fnUntraced(function* (table: string) {
  const sql = yield* SqlClient.SqlClient
  const { dialect } = yield* Database
  if (dialect === "sqlite") {
    yield* sql`CREATE TRIGGER ${sql(`${table}_full`)} BEFORE UPDATE ON ${sql(table)}
      BEGIN SELECT RAISE(ABORT, 'full'); END`
    return
  }
  yield* sql`CREATE FUNCTION ${sql(`${table}_full`)}() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN RAISE EXCEPTION 'full'; END $$`
  yield* sql`CREATE TRIGGER ${sql(`${table}_full`)} BEFORE UPDATE ON ${sql(table)}
    FOR EACH ROW EXECUTE FUNCTION ${sql(`${table}_full`)}()`
})
