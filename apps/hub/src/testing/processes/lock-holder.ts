/**
 * A test program that locks a database: `node lock-holder.ts FILE write|whole MILLIS` prints `held` once it holds the
 * lock.
 */
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"

const [file = "", kind = "write", millis = "20000"] = process.argv.slice(2)
const database = new DatabaseSync(file, { timeout: 5_000 })
// `whole` also locks out readers, as a program does that vacuums or copies the database.
if (kind === "whole") database.exec("PRAGMA locking_mode = EXCLUSIVE")
database.exec(
  "BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS foreign_table (id INTEGER); INSERT INTO foreign_table VALUES (1)"
)
process.stdout.write("held\n")
await sleep(Number(millis))
database.exec("ROLLBACK")
database.close()
