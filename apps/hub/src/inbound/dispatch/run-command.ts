/**
 * Starts a command that the hub's owner configured for an event. The event reaches it on standard input and in
 * environment variables, never on its command line, so no event content can be interpreted as a command.
 */
import { spawn, type ChildProcess } from "node:child_process"
import { Socket } from "node:net"
import { constants } from "node:os"

import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"

export interface CommandLine {
  readonly file: string
  readonly args: ReadonlyArray<string>
}

export interface CommandResult {
  /** Undefined if the command could not be started, or was ended because of the time limit. */
  readonly code: number | undefined
  /** The end of its output, or why there is none. */
  readonly output: string
  readonly durationMillis: number
}

const MAX_OUTPUT_CHARS = 4_000
/** How long a command may take to end after SIGTERM before it is killed. */
const GRACE_MILLIS = 2_000
/** How long the rest of a command's output is waited for once it has ended. A process that it left may hold the pipes. */
const DRAIN_MILLIS = 500

/**
 * Parses a command line that somebody typed. It runs in the system's shell, except on Windows, whose shell would expand
 * the content of variables: there the line is split into words.
 */
export const typedCommand = (line: string): CommandLine => {
  if (process.platform !== "win32") return { file: "/bin/sh", args: ["-c", line] }
  const [file = "", ...args] = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? "")
  return { file, args }
}

/** Signals the command with all processes that it started. */
const signal = (child: ChildProcess, name: "SIGTERM" | "SIGKILL"): void => {
  try {
    if (process.platform === "win32" || child.pid === undefined) child.kill(name)
    else process.kill(-child.pid, name)
  } catch {
    // The process has just ended.
  }
}

/**
 * Ends the command with all processes that it started. Completes once they have closed the pipes, or after SIGKILL: a
 * process with a session of its own gets no signal, and may hold the pipes for as long as it runs.
 */
const end = (child: ChildProcess): Effect.Effect<void> =>
  Effect.callback((resume) => {
    const hasExited = () => child.exitCode !== null || child.signalCode !== null
    const abandon = () => {
      for (const pipe of [child.stdout, child.stderr]) pipe?.destroy()
      resume(Effect.void)
    }
    if (hasExited()) return abandon()
    const timer = setTimeout(() => {
      signal(child, "SIGKILL")
      if (hasExited()) abandon()
      else child.once("exit", abandon)
    }, GRACE_MILLIS)
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
  /** Receives the output as it is printed. By default it is only collected. */
  readonly show?: (text: string) => void
}

/** Why a command cannot be started. Windows starts only programs: a script needs one that reads it. */
const notStarted = (error: unknown): Pick<CommandResult, "code" | "output"> => {
  const hint = process.platform === "win32" ? ". Windows starts a .cmd or .bat file with cmd /c" : ""
  return {
    code: undefined,
    output: `It cannot be started: ${error instanceof Error ? error.message : "unknown"}${hint}`
  }
}

/** Starts a process. Node throws some of the system's refusals, and reports the others as events. */
const start = ({ file, args }: CommandLine, variables: Options["variables"]) =>
  Result.try(() =>
    spawn(file, args, {
      env: { ...process.env, ...variables },
      stdio: ["pipe", "pipe", "pipe"],
      detached: process.platform !== "win32"
    })
  )

/**
 * Starts the command and waits for its end, but not for processes that it leaves in the background. Interruption ends
 * the command.
 */
export const runCommand = Effect.fnUntraced(function* (command: CommandLine, options: Options) {
  const startNanos = yield* Clock.monotonicTimeNanos
  const running = Effect.callback<Pick<CommandResult, "code" | "output">>((resume) => {
    const attempt = start(command, options.variables)
    if (Result.isFailure(attempt)) return resume(Effect.succeed(notStarted(attempt.failure)))
    const child = attempt.success
    let output = ""
    const take = (text: string) => {
      output = (output + text).slice(-MAX_OUTPUT_CHARS)
      options.show?.(text)
    }
    child.stdout.setEncoding("utf8").on("data", take)
    child.stderr.setEncoding("utf8").on("data", take)
    // The command may end without reading its input.
    child.stdin.on("error", () => {})
    child.stdin.end(options.stdin)
    child.on("error", (error) => resume(Effect.succeed(notStarted(error))))
    child.on("exit", (code, name) => {
      const finish = () =>
        resume(Effect.succeed({ code: code ?? (name === null ? undefined : 128 + constants.signals[name]), output }))
      const timer = setTimeout(finish, DRAIN_MILLIS)
      child.once("close", () => {
        clearTimeout(timer)
        finish()
      })
      // They stay open, because printing would end a process in the background, but they do not keep this program.
      for (const pipe of [child.stdout, child.stderr]) if (pipe instanceof Socket) pipe.unref()
    })
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
              output: `It did not end within ${Duration.toSeconds(timeLimit)} seconds and was stopped.`
            })
        })
  const durationMillis = Math.round(Number((yield* Clock.monotonicTimeNanos) - startNanos) / 1e6)
  const ran: CommandResult = { ...outcome, durationMillis }
  return ran
})
