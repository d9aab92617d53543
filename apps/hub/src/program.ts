/**
 * Runs the command line of this process: takes its arguments, sets one exit code, and keeps secrets out of the output.
 */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as Cause from "effect/Cause"
import * as Exit from "effect/Exit"
import * as Runtime from "effect/Runtime"

import { commandLine } from "./cli/command-line.ts"
import { isOutputLost, watchOutput } from "./terminal/lost-output.ts"

const { run, crashReport } = commandLine(process.argv.slice(2))

// Errors outside of any fiber, such as an `error` event without a listener.
process.on("uncaughtException", (error) => {
  crashReport.now(error)
  process.exit(1)
})
watchOutput()
// A terminal that is closed sends SIGHUP, which would end this process at once: without the answers of paid calls under
// way, and leaving the commands that it runs, which have groups of their own, without their parent.
process.on("SIGHUP", () => process.emit("SIGTERM", "SIGTERM"))

const teardown: Runtime.Teardown = (exit, onExit) => {
  if (isOutputLost()) return onExit(1)
  const isStopped = Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
  if (isStopped && typeof process.exitCode === "number") return onExit(process.exitCode)
  return Runtime.defaultTeardown(exit, onExit)
}

NodeRuntime.runMain(run, { teardown, disableErrorReporting: true })
