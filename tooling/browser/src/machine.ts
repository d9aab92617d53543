// What the finder knows about its machine, as one value, so that a test can pass another machine.

import { readFileSync } from "node:fs"
import { homedir, tmpdir } from "node:os"

export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The folder of the install lock. */
  readonly tmp: string
  readonly isRoot: boolean
  /** Text of /etc/os-release; empty if there is none. */
  readonly osRelease: string
  /** Reports progress, one line at a time. */
  readonly say: (line: string) => void
}

const readOsRelease = (): string => {
  try {
    return readFileSync("/etc/os-release", "utf8")
  } catch {
    return ""
  }
}

/** Progress goes to standard error, because standard output is for the path that `main.ts` prints. */
export const thisMachine = (): Machine => ({
  env: process.env,
  platform: process.platform,
  home: homedir(),
  tmp: tmpdir(),
  isRoot: process.getuid?.() === 0,
  osRelease: readOsRelease(),
  say: (line) => {
    process.stderr.write(`${line}\n`)
  }
})
