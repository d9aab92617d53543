/**
 * The tables of a data directory's file, brought to the latest version. It stands in SQLite's `user_version`; all steps run
 * in one transaction with it, so two processes that start together apply them once, and a crash leaves the version before.
 */
import type { DatabaseSync } from "node:sqlite"

import { knownVersion, latest, statementsFrom } from "../migrations.ts"

const versionOf = (database: DatabaseSync): number =>
  Number(database.prepare("PRAGMA user_version").get()?.["user_version"])

/** Throws for a file that a newer program has written, and leaves it as it is. */
export const migrate = (database: DatabaseSync): void => {
  if (knownVersion(versionOf(database)) === latest) return
  database.exec("BEGIN IMMEDIATE")
  try {
    // Another process may have been faster.
    for (const statement of statementsFrom(versionOf(database), "sqlite")) database.exec(statement)
    database.exec(`PRAGMA user_version = ${latest}; COMMIT`)
  } catch (cause) {
    database.exec("ROLLBACK")
    throw cause
  }
}
