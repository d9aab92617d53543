/**
 * Migrates the tables of a data directory's file to the latest version. The version is stored in SQLite's
 * `user_version`. All steps run in one transaction with it, so two processes that start together apply them once, and a
 * crash leaves the previous version.
 */
import type { DatabaseSync } from "node:sqlite"

import { knownVersion, statementsFrom } from "../dialect.ts"
import { latest } from "../migrations.ts"

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare("PRAGMA user_version").get()?.["user_version"])

/**
 * Throws if a newer program has written the file, or a step fails. The file is unchanged once the database is closed,
 * which ends a transaction that was begun.
 */
export const migrate = (database: DatabaseSync): void => {
  if (knownVersion(versionOf(database)) === latest) return
  database.exec("BEGIN IMMEDIATE")
  // Reads the version again, because another process may have migrated first.
  for (const statement of statementsFrom(versionOf(database), "sqlite")) database.exec(statement)
  database.exec(`PRAGMA user_version = ${latest}; COMMIT`)
}
