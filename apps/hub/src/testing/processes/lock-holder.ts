/** Another program that holds a database, for tests: `node lock-holder.ts FILE write|whole MILLIS` says `held` once it does. */
import { DatabaseSync } from "node:sqlite"
import { setTimeout as sleep } from "node:timers/promises"

const [file = "", kind = "write", millis = "20000"] = process.argv.slice(2)
const database = new DatabaseSync(file, { timeout: 5_000 })
// `whole` keeps readers out too, as a program that vacuums or copies does.
if (kind === "whole") database.exec("PRAGMA locking_mode = EXCLUSIVE")
database.exec(
  "BEGIN EXCLUSIVE; CREATE TABLE IF NOT EXISTS foreign_table (id INTEGER); INSERT INTO foreign_table VALUES (1)"
)
process.stdout.write("held\n")
await sleep(Number(millis))
database.exec("ROLLBACK")
database.close()
