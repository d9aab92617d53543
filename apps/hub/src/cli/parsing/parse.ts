/** Any command line, read by `effect/cli`: its help, its usage errors, its completions, and its command run. */
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
import { inlay } from "./inlay.ts"
import { presenter } from "./presenter.ts"
import { layer as surroundings } from "./surroundings.ts"

/** The command line is none: what is wrong was said. Exit code 2, as shells and their scripts know it. */
class Misused extends Data.TaggedError("Misused")<{}> {
  override readonly [Runtime.errorExitCode] = 2
  override readonly [Runtime.errorReported] = false
}

/** `inlay help run` is `inlay run --help`. */
const withHelp = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const at = args.findIndex((arg) => !arg.startsWith("-"))
  return args[at] === "help" ? [...args.toSpliced(at, 1), "--help"] : args
}

/** A flag's value may begin with a hyphen, as in `--order -sessions`; no flag of one hyphen has more than one letter. */
const withValues = (args: ReadonlyArray<string>): ReadonlyArray<string> => {
  const joined: Array<string> = []
  for (const arg of args) {
    const flag = joined.at(-1) ?? ""
    if (/^-[A-Za-z]{2}/.test(arg) && /^--[a-z][a-z-]*$/.test(flag) && !joined.includes("--"))
      joined[joined.length - 1] = `${flag}=${arg}`
    else joined.push(arg)
  }
  return joined
}

/** @param json whether what is wrong with the arguments is said as JSON */
export const parse = (args: ReadonlyArray<string>, json: boolean) =>
  Command.runWith(inlay, { version })(withValues(withHelp(args))).pipe(
    Effect.catchTag("ShowHelp", (failure) => Effect.fail(failure.errors.length > 0 ? new Misused() : failure)),
    Effect.provide(
      Layer.mergeAll(
        surroundings,
        CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions(json), GlobalFlag.LogLevel] }),
        CliOutput.layerPresenter(presenter(json))
      )
    )
  )
