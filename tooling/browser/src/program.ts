// Finds programs on a PATH and runs them with a time limit. A program that fails is returned as a value, never thrown.

import { spawn } from "node:child_process"
import { constants } from "node:fs"
import { access, stat } from "node:fs/promises"
import { delimiter, join } from "node:path"

import type { Machine } from "./machine.ts"

export interface Run {
  readonly ok: boolean
  readonly stdout: string
  /** The last line that says why it failed; empty if it succeeded. */
  readonly reason: string
}

export const isExecutable = async (path: string): Promise<boolean> => {
  try {
    await access(path, constants.X_OK)
    return (await stat(path)).isFile()
  } catch {
    return false
  }
}

/** Absolute path of a program on the machine's PATH. */
export const which = async (machine: Machine, name: string): Promise<string | undefined> => {
  const suffixes = machine.platform === "win32" ? [".exe", ".cmd"] : [""]
  for (const folder of (machine.env.PATH ?? "").split(delimiter).filter((part) => part !== "")) {
    for (const suffix of suffixes) {
      const path = join(folder, name + suffix)
      if (await isExecutable(path)) return path
    }
  }
  return undefined
}

const lastLine = (text: string): string =>
  text
    .split("\n")
    .map((line) => line.trim())
    .findLast((line) => line !== "") ?? ""

const endGroup = (pid: number): void => {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL")
  } catch {
    // It has ended in the meantime.
  }
}

/** Runs a program in its own process group, and ends the whole group at the time limit, because npx starts children. */
export const runProgram = (
  machine: Machine,
  program: string,
  args: ReadonlyArray<string>,
  timeoutMillis: number
): Promise<Run> =>
  new Promise((resolve) => {
    const child = spawn(program, args, {
      env: machine.env,
      detached: machine.platform !== "win32",
      shell: program.endsWith(".cmd"),
      stdio: ["ignore", "pipe", "pipe"]
    })
    const [stdout, stderr]: [Array<string>, Array<string>] = [[], []]
    let late = false
    const timer = setTimeout(() => {
      late = true
      if (child.pid !== undefined) endGroup(child.pid)
    }, timeoutMillis)
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => stdout.push(chunk))
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => stderr.push(chunk))
    const finish = (ok: boolean, reason: string): void => {
      clearTimeout(timer)
      resolve({ ok, stdout: stdout.join(""), reason })
    }
    child.on("error", (error) => finish(false, error.message))
    child.on("close", (code) => {
      if (late) return finish(false, `not done within ${timeoutMillis / 1000} s`)
      const message = lastLine(stderr.join("")) || lastLine(stdout.join(""))
      finish(code === 0, code === 0 ? "" : `exit ${code ?? "by signal"}${message === "" ? "" : `: ${message}`}`)
    })
  })
