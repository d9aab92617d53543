/** A thread that runs one command line after another, each with an environment and standard streams of its own. */
import { Readable } from "node:stream"
import { parentPort } from "node:worker_threads"

import * as Effect from "effect/Effect"
import * as Runtime from "effect/Runtime"

import { releaseAll } from "../../accounts/known-secrets.ts"
import { commandLine } from "../../cli/command-line.ts"
import type { Finished } from "../processes/command.ts"
import { listen, surround, take } from "./streams.ts"

/** A command line, with what a process would get. */
export interface Task {
  readonly args: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
}

listen()

const run = async ({ args, env, stdin }: Task): Promise<Finished> => {
  surround(env)
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(stdin)]), configurable: true })
  const exit = await Effect.runPromiseExit(commandLine(args).run)
  // A new process would not know the values that this command redacted.
  releaseAll()
  let exitCode = 0
  Runtime.defaultTeardown(exit, (code) => (exitCode = code))
  return { code: exitCode, stdout: take("stdout").join(""), stderr: take("stderr").join("") }
}

parentPort?.on("message", (task: Task) => void run(task).then((result) => parentPort?.postMessage(result, [])))
