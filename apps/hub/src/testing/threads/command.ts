/**
 * Runs commands for tests of what a command reads, stores and prints. They run one after another in a thread, from
 * arguments to exit code as in `program.ts`, which is ten times as fast as a process. Tests of the process itself (its
 * start, signals, crashes, concurrency, caps of a run) use `processes/command.ts`.
 */
import { Worker } from "node:worker_threads"

import { sourceCache, environment, type Finished, type Options } from "../processes/command.ts"
import type { Task } from "./thread.ts"

let thread: Worker | undefined
let last: Promise<unknown> = Promise.resolve()

const send = (task: Task): Promise<Finished> =>
  new Promise((resolve, reject) => {
    // The thread serves all files of this worker and does not keep any of them from ending.
    thread ??= new Worker(new URL("./thread.ts", import.meta.url), { env: sourceCache() }).on("error", () => {
      thread = undefined
    })
    thread.unref()
    thread.once("error", reject)
    thread.once("message", (result: Finished) => {
      thread?.off("error", reject)
      resolve(result)
    })
    thread.postMessage(task, [])
  })

/** Commands that are started at the same time run one after another. */
export const command = (args: ReadonlyArray<string>, options: Omit<Options, "nodeArgs"> = {}): Promise<Finished> => {
  const { stdin = "", env } = options
  const result = last.then(() => send({ args, stdin, env: environment(env) }))
  last = result.catch(() => undefined)
  return result
}

/** Runs with `--json`: standard output must always be exactly one document. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each test says which document it expects
export const commandJson = async <A = unknown>(
  args: ReadonlyArray<string>,
  options: Omit<Options, "nodeArgs"> = {}
) => {
  const result = await command([...args, "--json"], options)
  return { ...result, json: JSON.parse(result.stdout) as A }
}
