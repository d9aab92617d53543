/** One command line, from arguments to what is printed and logged. The process around it, and its end, are `program.ts`. */
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"

import { holdInput, redactor } from "../accounts/known-secrets.ts"
import { layer as environment } from "../environment.ts"
import { passwordsIn } from "../storage/postgres/address.ts"
import { version } from "../version.ts"
import { completions } from "./completing/completions.ts"
import { crash } from "./crash.ts"
import { asksForCauses, asksForJson } from "./globals.ts"
import { inlay } from "./inlay.ts"
import { logger } from "./logger.ts"
import { presenter } from "./presenter.ts"

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

export const commandLine = (args: ReadonlyArray<string>) => {
  const json = asksForJson(args)
  holdInput(args.flatMap(passwordsIn))
  const dying = crash({ json, causes: asksForCauses(args), redactor })
  const logs = Logger.layer([logger(redactor, (text) => void process.stderr.write(text))])
  const services = Layer.mergeAll(
    environment,
    CliConfig.layer({
      builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions(json), GlobalFlag.LogLevel]
    }),
    CliOutput.layerPresenter(presenter(json)),
    logs
  )
  const run = Command.runWith(inlay, { version })(withHelp(args)).pipe(
    Effect.catchTag("ShowHelp", (failure) => Effect.fail(failure.errors.length > 0 ? new Misused() : failure)),
    Effect.tapCause((cause) => (Cause.hasDies(cause) ? dying.report(cause) : Effect.void)),
    Effect.provide(services)
  )
  return { run, dying, logs }
}
