/**
 * A command that the hub's owner named, started for an event. Events reach it on standard input and in variables, never as a
 * part of its command line, so nothing in them is ever read as a command.
 */
import { spawn, type ChildProcess } from "node:child_process"
import { constants } from "node:os"

import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"

export interface CommandLine {
  readonly file: string
  readonly args: ReadonlyArray<string>
}

export interface Ran {
  /** `undefined` where it could not be started, or had to be ended. */
  readonly code: number | undefined
  /** The end of what it printed, or why there is nothing. */
  readonly output: string
  readonly durationMillis: number
}

const MAX_OUTPUT_CHARS = 4_000
/** How long a command may take to end after SIGTERM, before it is killed. */
const GRACE_MILLIS = 2_000

/** A line that somebody typed, as the system's shell reads it; on Windows, whose shell expands what is in variables, by its words. */
export const typedCommand = (line: string): CommandLine => {
  if (process.platform !== "win32") return { file: "/bin/sh", args: ["-c", line] }
  const [file = "", ...args] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "")
  return { file, args }
}

/** With all that it started itself. */
const signal = (child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void => {
  try {
    if (process.platform === "win32" || child.pid === undefined) child.kill(name)
    else process.kill(-child.pid, name)
  } catch {
    // It has just ended.
  }
}

const end = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    if (child.exitCode !== null || child.signalCode !== null) return resume(Effect.void)
    const timer = setTimeout(() => signal(child, "SIGKILL"), GRACE_MILLIS)
    child.once("close", () => {
      clearTimeout(timer)
      resume(Effect.void)
    })
    signal(child, "SIGTERM")
  })

interface Options {
  readonly stdin: string
  readonly variables: Readonly<Record<string, string>>
  readonly timeLimit?: Duration.Duration
  /** Where its output goes besides; by default it is only kept. */
  readonly show?: (text: string) => void
}

/** Starts it and waits for its end; ends it where the waiting is interrupted. */
export const runCommand = Effect.fnUntraced(function* (command: CommandLine, options: Options) {
  const startNanos = yield* Clock.monotonicTimeNanos
  const running = Effect.callback<Pick<Ran, "code" | "output">>((resume) => {
    const child = spawn(command.file, command.args, {
      env: { ...process.env, ...options.variables },
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32"
    })
    let output = ""
    const take = (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_CHARS)
      options.show?.(text)
    }
    child.stdout.setEncoding("utf8").on("data", take)
    child.stderr.setEncoding("utf8").on("data", take)
    // It may end without reading.
    child.stdin.on("error", () => {})
    child.stdin.end(options.stdin)
    child.on("error", (error) =>
      resume(Effect.succeed({ code: undefined, output: `It cannot be started: ${error.message}` }))
    )
    child.on("close", (code, name) =>
      resume(Effect.succeed({ code: code ?? (name === null ? undefined : 128 + constants.signals[name]), output }))
    )
    return end(child)
  })
  const { timeLimit } = options
  const outcome =
    timeLimit === undefined
      ? yield* running
      : yield* Effect.timeoutOrElse(running, {
          duration: timeLimit,
          orElse: () =>
            Effect.succeed({
              code: undefined,
              output: `It had not ended after ${Duration.toSeconds(timeLimit)} seconds, and was ended.`
            })
        })
  const durationMillis = Math.round(Number((yield* Clock.monotonicTimeNanos) - startNanos) / 1e6)
  const ran: Ran = { ...outcome, durationMillis }
  return ran
})
