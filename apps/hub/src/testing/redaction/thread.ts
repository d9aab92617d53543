/**
 * A thread with an environment and standard streams of its own, in which commands run as in `program.ts`. For each key
 * that it receives, it returns everything that was printed. A process for each key would take half a second to start.
 */
import { join } from "node:path"
import { parentPort } from "node:worker_threads"

import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as References from "effect/References"

import { commandLine } from "../../cli/command-line.ts"
import { listen, surround, take } from "../threads/streams.ts"
import { fromProvider, fromUser, thrownValues, type Start } from "./commands.ts"
import type { Places } from "./faults.ts"

/** A key with which to run every command. */
export interface Task {
  readonly key: string
  /** The number of the key. Every second key swaps the step and the output mode of each leak. */
  readonly number: number
  readonly places: Places
  readonly directory: string
}

/**
 * `json` and `text` are standard output in the two modes; `crash` is both streams after a defect. One entry for each
 * write.
 */
export interface Printed {
  readonly said: Readonly<Record<"json" | "text" | "stderr" | "crash", ReadonlyArray<string>>>
  readonly faults: ReadonlyArray<string>
}

const PEOPLE = ["--log-level", "all"]
const PROGRAMS = ["--json", "--log-level", "all"]

// As a terminal, it gets colours, narrow lines and the progress line.
listen({ isTTY: true, columns: 60 })

const logLevels = (key: string) =>
  Effect.gen(function* () {
    yield* Effect.logWarning("sent", key, { headers: { authorization: `Bearer ${key}` } }, new Error(key))
    for (const [how, defect] of Object.entries(thrownValues(key))) {
      yield* Effect.logError(how, Cause.die(defect), encodeURIComponent(key)).pipe(Effect.annotateLogs({ key }))
    }
  })

const hear = async ({ key, number, places, directory }: Task): Promise<Printed> => {
  const usual = {
    HOME: directory,
    INLAY_DATA: join(directory, "data"),
    INLAY_SALESDATA_API_KEY: key,
    INLAY_SALESDATA_BASE_URL: `${places.leaky}/v1`
  }
  const faults = new Set<string>()
  const run = async ({ fault, args, interrupted }: Start, flags: ReadonlyArray<string>): Promise<void> => {
    faults.add(fault)
    const { run: command } = commandLine([...flags, ...args])
    await Effect.runPromiseExit(interrupted === true ? Effect.timeout(command, "100 millis") : command)
  }
  const starts = fromUser(key, places, directory)
  const rounds = [PEOPLE, PROGRAMS] as const
  const outputByMode = { json: new Array<string>(), text: new Array<string>(), stderr: new Array<string>() }
  for (const [n, flags] of rounds.entries()) {
    const attempts = fromProvider.map(({ lookup, call }) => ((n + number) % 2 === 0 ? lookup : call))
    const groups = Map.groupBy([...attempts, ...starts], ({ env }) => env)
    for (const [env, group] of groups) {
      surround({ ...usual, ...env })
      await Promise.all(group.map((start) => run(start, flags)))
    }
    surround(usual)
    const { logs } = commandLine(flags)
    for (const level of ["Info", "All"] as const) {
      await Effect.runPromise(
        logLevels(key).pipe(Effect.provideService(References.MinimumLogLevel, level), Effect.provide(logs))
      )
    }
    outputByMode[flags === PROGRAMS ? "json" : "text"].push(...take("stdout"))
    outputByMode.stderr.push(...take("stderr"))
  }
  for (const flags of [...rounds, [], ["--json"]]) {
    const { crashReport } = commandLine(flags)
    for (const [how, defect] of Object.entries(thrownValues(key))) {
      faults.add(`thrown: ${how}`)
      crashReport.now(defect)
      await Effect.runPromise(crashReport.report(Cause.combine(Cause.fail(defect), Cause.die(defect))))
    }
  }
  const crash = [...take("stdout"), ...take("stderr")]
  return { said: { ...outputByMode, crash }, faults: [...faults] }
}

parentPort?.on("message", (task: Task) => void hear(task).then((result) => parentPort?.postMessage(result, [])))
