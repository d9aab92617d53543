/**
 * Settings of the whole command line, independent of the parser. Kept apart from the flags, so that not every start
 * loads `effect/cli`.
 */
import * as Context from "effect/Context"

/** Settings that apply to every command. */
export const Settings = Context.Reference<{
  /** Print exactly one JSON document, including for failures. */
  readonly json: boolean
  /** The value of `--data`; `undefined` to use `INLAY_DATA` or the platform's own directory. */
  readonly data: string | undefined
  /** The value of `--database`; `undefined` to use `INLAY_DATABASE` or the directory's own file. */
  readonly database: string | undefined
}>("@inlay/hub/Settings", { defaultValue: () => ({ json: false, data: undefined, database: undefined }) })

/** The files of `--plugin`, for commands that take it. */
export const PluginFiles = Context.Reference<ReadonlyArray<string>>("@inlay/hub/PluginFiles", {
  defaultValue: () => []
})

/** Whether the arguments ask for JSON. Determined before parsing, for usage errors. */
export const asksForJson = (args: ReadonlyArray<string>): boolean => {
  const end = args.indexOf("--")
  return (end < 0 ? args : args.slice(0, end)).some((arg) => /^--json(=(true|1|y|yes|on))?$/.test(arg))
}

/** Whether the arguments ask for full causes of failures. Determined before parsing. */
export const asksForCauses = (args: ReadonlyArray<string>): boolean =>
  /(^|\n)--log-level[\n=](all|trace|debug)(\n|$)/.test(args.join("\n"))

/** The files of `--plugin` among the arguments. Determined before parsing. */
export const pluginFilesIn = (args: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...args.join("\n").matchAll(/(?:^|\n)--plugin[\n=](.+)/g)].map(([, file = ""]) => file)
