/**
 * Processes that spend from one data directory. Each question goes to the process with the least to do, and a killed
 * process is replaced.
 */
import { fork, type ChildProcess } from "node:child_process"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

import { program } from "../processes/programs.ts"
import { shiftArguments } from "../processes/shifted-clock.ts"
import type { Disk, Line, Outcome, Question } from "./process.ts"

export interface CrewOptions {
  readonly directory: string
  readonly env: Readonly<Record<string, string>>
  readonly processes: number
  /** The clock error in milliseconds of each process that replaces a killed one, in turn; empty for none. */
  readonly clocksOff: ReadonlyArray<number>
  /** Questions that one process handles at once. */
  readonly inFlight: number
  /** `lost` if the process was killed before it answered. */
  readonly onOutcome: (question: Question, outcome: Outcome | "lost") => void
  /** Called when a process ends without having been killed. */
  readonly onFailure: (cause: Error) => void
}

export interface Crew {
  /** Returns false if all processes are busy. */
  readonly ask: (question: Question) => boolean
  readonly isIdle: () => boolean
  /** Kills one of them with SIGKILL. */
  readonly kill: (which: number) => void
  /** Fills the disk of one of them for a while. */
  readonly fillDisk: (which: number, millis: number) => void
  /** What all processes have logged so far, process by process. */
  readonly lines: () => ReadonlyArray<Line>
  readonly close: () => Promise<void>
}

interface Spender {
  readonly child: ChildProcess
  readonly asked: Map<number, Question>
  readonly ended: Promise<unknown>
}

/** Parses a log. A last line without a line end was cut off by a kill, so nobody was told what it says. */
export const linesOf = (log: string): ReadonlyArray<Line> =>
  log
    .split("\n")
    .slice(0, -1)
    .map((text) => JSON.parse(text) as Line)

export const startCrew = (options: CrewOptions): Crew => {
  const { directory, env, inFlight, processes, clocksOff, onOutcome, onFailure } = options
  const spenders: Array<Spender> = []
  const logs: Array<string> = []

  const hire = (): void => {
    const log = join(directory, `process-${logs.length}.jsonl`)
    writeFileSync(log, "")
    logs.push(log)
    const replacements = logs.length - 1 - processes
    const off = replacements < 0 ? undefined : clocksOff[replacements % clocksOff.length]
    const child = fork(program("spending-process"), [directory, log], {
      env,
      execArgv: off === undefined ? [] : [...shiftArguments(off)],
      stdio: ["ignore", "ignore", "inherit", "ipc"]
    })
    const questions = new Map<number, Question>()
    const ended = new Promise((resolve) => child.on("exit", resolve))
    const spender: Spender = { child, asked: questions, ended }
    spenders.push(spender)
    child.on("message", (line: Line) => {
      const question = questions.get(line.number)
      if (question === undefined || line.at !== "answered") return
      questions.delete(question.number)
      onOutcome(question, line)
    })
    child.on("error", onFailure)
    child.on("exit", (code, signal) => {
      spenders.splice(spenders.indexOf(spender), 1)
      if (signal === "SIGKILL") {
        hire()
        for (const question of questions.values()) onOutcome(question, "lost")
      } else if (code !== 0 || questions.size > 0) onFailure(new Error(`a process ended by itself: ${code ?? signal}`))
    })
  }

  for (let n = 0; n < processes; n++) hire()

  return {
    ask: (question) => {
      const [spender] = spenders.toSorted((a, b) => a.asked.size - b.asked.size)
      if (spender === undefined || spender.asked.size >= inFlight) return false
      spender.asked.set(question.number, question)
      // If the process was just killed, the question is lost with it.
      spender.child.send(question, () => {})
      return true
    },
    isIdle: () => spenders.every(({ asked }) => asked.size === 0),
    kill: (which) => {
      spenders[which % spenders.length]?.child.kill("SIGKILL")
    },
    fillDisk: (which, millis) => {
      const child = spenders[which % spenders.length]?.child
      const tell = (disk: Disk["disk"]) => {
        if (child?.connected === true) child.send({ disk } satisfies Disk, () => {})
      }
      tell("full")
      setTimeout(() => tell("free"), millis)
    },
    lines: () => logs.flatMap((log) => linesOf(readFileSync(log, "utf8"))),
    close: async () => {
      for (const { child } of spenders) if (child.connected) child.disconnect()
      await Promise.all(spenders.map(({ ended }) => ended))
    }
  }
}
