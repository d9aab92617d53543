/** Parses and runs any command line with `effect/cli`: help, usage errors, completions and commands. */
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"

import { version } from "../../version.ts"
import { completions } from "../completing/completions.ts"
import { asksForJson, pluginFilesIn } from "../settings.ts"
import { inlay } from "./inlay.ts"
import { presenter } from "./presenter.ts"
import { unusedServices } from "./unused-services.ts"

/** The command line is invalid, and the error was printed. Exit code 2 is the convention for usage errors. */
class PrintedMisuse extends Data.TaggedError("PrintedMisuse")<{}> {
  override readonly [Runtime.errorExitCode] = 2
  override readonly [Runtime.errorReported] = false
}

/** Rewrites `inlay help run` to `inlay run --help`. */
const withHelp = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = args.findIndex((arg) => !arg.startsWith("-"))
  return args[at] === "help" ? [...args.toSpliced(at, 1), "--help"] : args
}

/** `salesdata_people_enrichment`; a flag's value may be written so, too, as in `--unknown-charge ask_again`. */
const STEP_ID = /^[a-z\d]+(_[a-z\d]+)+$/
/** Matches flags whose value is the next argument. */
const FLAG_WITH_VALUE = /^-(?!h$|-(help|json|preview)$)[^=]+$/

/** Rewrites `inlay run <tool-id> --help` to `inlay tools <tool-id>`, which shows the step's fields. */
const withStepHelp = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const [command] = args.filter((arg) => !arg.startsWith("-"))
  const id = args.find((arg, at) => STEP_ID.test(arg) && !FLAG_WITH_VALUE.test(args[at - 1] ?? ""))
  if (command !== "run" || id === undefined || !args.some((arg) => arg === "--help" || arg === "-h")) return args
  const files = pluginFilesIn(args).flatMap((file) => ["--plugin", file])
  return ["tools", id, ...files, ...(asksForJson(args) ? ["--json"] : [])]
}

/**
 * Lets a flag's value begin with a hyphen, as in `--order -sessions`. This is safe because single-hyphen flags have one
 * letter.
 */
const withValues = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (const arg of args) {
    const flag = words.at(-1) ?? ""
    if (/^-[A-Za-z]{2}/.test(arg) && /^--[a-z][a-z-]*$/.test(flag) && !words.includes("--"))
      words[words.length - 1] = `${flag}=${arg}`
    else words.push(arg)
  }
  return words
}

/** @param json whether usage errors are printed as JSON */
export const parse = (args: ReadonlyArray<string>, json: boolean) =>
  Command.runWith(inlay, { version })(withValues(withStepHelp(withHelp(args)))).pipe(
    Effect.catchTag("ShowHelp", (failure) => Effect.fail(failure.errors.length > 0 ? new PrintedMisuse() : failure)),
    Effect.provide(
      Layer.mergeAll(
        unusedServices,
        CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions(json), GlobalFlag.LogLevel] }),
        CliOutput.layerPresenter(presenter(json))
      )
    )
  )
