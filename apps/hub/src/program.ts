/** Runs the command line of this process: arguments in, one exit code out, and nothing secret on the way. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as CliConfig from "effect/cli/CliConfig"
import * as CliOutput from "effect/cli/CliOutput"
import * as Command from "effect/cli/Command"
import * as GlobalFlag from "effect/cli/GlobalFlag"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Runtime from "effect/Runtime"

import { completions } from "./cli/completions.ts"
import { crash } from "./cli/crash.ts"
import { asksForCauses, asksForJson } from "./cli/globals.ts"
import { inlay } from "./cli/inlay.ts"
import { logger, redactorOf } from "./cli/logger.ts"
import { presenter } from "./cli/presenter.ts"
import { layer as environment } from "./environment.ts"
import { version } from "./version.ts"

const args = process.argv.slice(2)
const json = asksForJson(args)
const redactor = redactorOf(process.env)
const dying = crash({ json, causes: asksForCauses(args), redactor })

// What no fiber owns, such as an error event that nobody listens to.
process.on("uncaughtException", (error) => {
  dying.now(error)
  process.exit(1)
})
// A reader that went away, such as `head`, ends the output, not the program.
process.stdout.on("error", () => {})
process.stderr.on("error", () => {})

const services = Layer.mergeAll(
  environment,
  CliConfig.layer({
    builtIns: [GlobalFlag.Help, GlobalFlag.Version, completions(json), GlobalFlag.LogLevel]
  }),
  CliOutput.layerPresenter(presenter(json)),
  Logger.layer([logger(redactor, (text) => void process.stderr.write(text))])
)

const teardown: Runtime.Teardown = (exit, onExit) => {
  const stopped = Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
  if (stopped && typeof process.exitCode === "number") return onExit(process.exitCode)
  return Runtime.defaultTeardown(exit, onExit)
}

Command.runWith(inlay, { version })(args).pipe(
  Effect.tapCause((cause) => (Cause.hasDies(cause) ? dying.report(cause) : Effect.void)),
  Effect.provide(services),
  NodeRuntime.runMain({ teardown, disableErrorReporting: true })
)
