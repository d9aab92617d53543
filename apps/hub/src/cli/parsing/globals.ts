/** The flags of all subcommands. They may come before or after the subcommand. */
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"

import * as Flags from "./flags.ts"

const Json = GlobalFlag.Setting("json")({
  flag: Flags.onOff("json", "Print exactly one JSON document, failures included")
})

const Data = GlobalFlag.Setting("data")({
  flag: Flags.text("data", "DIR", "Data directory (default: INLAY_DATA, or the platform's)")
})

const Database = GlobalFlag.Setting("database")({
  flag: Flags.text(
    "database",
    "URL",
    "PostgreSQL database to keep everything in (default: INLAY_DATABASE, or the directory's own file)"
  )
})

export const globalFlags = [Json, Data, Database] as const

/** The values of these flags, for code that does not depend on `effect/cli`. */
export const settingsOfFlags = Effect.all({ json: Json, data: Data, database: Database })
