/** What holds for a whole command line, whichever parser read it. Apart from the flags, so that not every start loads `effect/cli`. */
import * as Context from "effect/Context"

/** What was said of the whole command line. */
export const Settings = Context.Reference<{
  /** Exactly one JSON document is printed, failures included. */
  readonly json: boolean
  /** The database that `--database` names; `undefined` for the one of `INLAY_DATABASE`, or the directory's own. */
  readonly database: string | undefined
}>("@inlay/hub/Settings", { defaultValue: () => ({ json: false, database: undefined }) })

/** The files of `--plugin`, of the commands that take it. */
export const PluginFiles = Context.Reference<ReadonlyArray<string>>("@inlay/hub/PluginFiles", {
  defaultValue: () => []
})

/** Whether the arguments ask for JSON, as far as they can be told before they are parsed: for usage errors. */
export const asksForJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return (end < 0 ? args : args.slice(0, end)).some((arg) => /^--json(=(true|1|y|yes|on))?$/.test(arg))
}

/** Whether the arguments ask for everything that is known of a failure, told in the same way. */
export const asksForCauses = (args: ReadonlyArray<string>): boolean =>
  /(^|\n)--log-level[\n=](all|trace|debug)(\n|$)/.test(args.join("\n"))
