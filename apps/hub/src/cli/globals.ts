/** The flags that every subcommand takes, before it or after it. */
import * as Flag from "effect/cli/Flag"
import * as GlobalFlag from "effect/cli/GlobalFlag"
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

/** A text flag's value; a blank one, as scripts pass an empty variable, counts as not given. */
export const textOf = (flag: Option.Option<string>): string | undefined =>
  Option.getOrUndefined(Option.filter(flag, (text) => text.trim() !== ""))

/** Whether the arguments ask for JSON, as far as they can be told before they are parsed: for usage errors. */
export const asksForJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return (end < 0 ? args : args.slice(0, end)).some((arg) => /^--json(=(true|1|y|yes|on))?$/.test(arg))
}

/** Whether the arguments ask for everything that is known of a failure, told in the same way. */
export const asksForCauses = (args: ReadonlyArray<string>): boolean =>
  /(^|\n)--log-level[\n=](all|trace|debug)(\n|$)/.test(args.join("\n"))
