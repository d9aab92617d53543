/**
 * `inlay migrate`: copies a data directory to a PostgreSQL database. Flags and help; the handler is
 * `handlers/migrate.ts`.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"

import { reporting } from "../report.ts"

export const migrate = Command.make(
  "migrate",
  {
    to: Flag.String("to").pipe(
      Flag.withMetavar("URL"),
      Flag.withDescription("A new, empty database; its password may be in PGPASSWORD")
    )
  },
  ({ to }) =>
    reporting(() => import("../handlers/migrate.ts").then((handler) => handler.migrate(to)), {
      stop: { what: "Stopped; nothing was copied.", remedy: { to: "read", text: "Run it again." } }
    })
).pipe(
  Command.withShortDescription("Copy the data directory to PostgreSQL"),
  Command.withDescription(
    "Copies what the data directory stores (accounts, ledger, cache, runs, tokens, subscriptions, events) into an empty PostgreSQL database: all of it, or nothing. The directory stays as it is. Secrets stay encrypted: every machine that uses the database needs the key."
  ),
  Command.withExamples([
    { command: "inlay migrate --to postgres://inlay@db.example/inlay", description: "Then use --database" }
  ])
)
