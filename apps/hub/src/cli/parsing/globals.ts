/** The flags of all subcommands. They may come before or after the subcommand. */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

export const Json = GlobalFlag.Setting("json")({
  flag: Flag.Boolean("json").pipe(
    Flag.withoutNegation,
    Flag.withDefault(false),
    Flag.withDescription("Print exactly one JSON document, failures included")
  )
})

export const Data = GlobalFlag.Setting("data")({
  flag: Flag.String("data").pipe(
    Flag.withMetavar("DIR"),
    Flag.optional,
    Flag.withDescription("Directory of ledger, cache and audit trail (default: INLAY_DATA, or the platform's)")
  )
})

export const Database = GlobalFlag.Setting("database")({
  flag: Flag.String("database").pipe(
    Flag.withMetavar("URL"),
    Flag.optional,
    Flag.withDescription(
      "PostgreSQL database to keep everything in (default: INLAY_DATABASE, or the directory's own file)"
    )
  )
})

/** The value of a text flag. A blank value counts as not given, because scripts pass empty variables. */
export const textOf = (flag: Option.Option<string>): string | undefined =>
  Option.getOrUndefined(Option.filter(flag, (text) => text.trim() !== ""))

export const globalFlags = [Json, Data, Database] as const

/** The values of these flags, for code that does not depend on `effect/cli`. */
export const settingsOfFlags = Effect.all({ json: Json, database: Effect.map(Database, textOf) })
