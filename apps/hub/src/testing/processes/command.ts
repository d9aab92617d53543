/** Runs the real command as a child process, in an environment of its own. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

import { afterAll } from "vitest"

/** The published form of the program. `testing/bundle.ts` builds it before the tests. */
export const main = fileURLToPath(new URL("../../../dist/main.js", import.meta.url))

/** The compile cache is shared by all tests, as it is by all starts of a user's program. */
const caches = fileURLToPath(new URL("../../../node_modules/.cache/inlay-tests", import.meta.url))

const home = mkdtempSync(join(tmpdir(), "inlay-hub-home-"))
afterAll(() => rmSync(home, { recursive: true, force: true }))

export interface Finished {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

export interface Options {
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Arguments for Node itself, before the command. */
  readonly nodeArgs?: ReadonlyArray<string>
}

/** An environment without the machine's own accounts, data or colours. */
export const environment = (env: Options["env"] = {}): Record<string, string> => ({
  PATH: process.env["PATH"] ?? "",
  HOME: home,
  // For threads, which share the home directory of the whole process.
  XDG_DATA_HOME: join(home, ".local", "share"),
  XDG_CACHE_HOME: caches,
  ...env
})

/** The compile cache for programs and threads that tests run from source; `vitest.config.ts` sets it. */
export const sourceCache = (): Record<string, string> => ({
  NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] ?? ""
})

export const inlay = (args: ReadonlyArray<string>, { env, stdin, nodeArgs = [] }: Options = {}): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [...nodeArgs, main, ...args], { env: environment(env) })
    let stdout = ""
    let stderr = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code, stdout, stderr }))
    child.stdin.on("error", () => {})
    child.stdin.end(stdin ?? "")
  })

/** Runs with `--json`: standard output must always be exactly one document. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- each test says which document it expects
export const inlayJson = async <A = unknown>(args: ReadonlyArray<string>, options: Options = {}) => {
  const result = await inlay([...args, "--json"], options)
  return { ...result, json: JSON.parse(result.stdout) as A }
}

export interface ErrorDocument {
  readonly error: {
    readonly reason: string
    readonly message: string
    readonly provider: string
    readonly operation: string
    readonly fix: string
    readonly charged?: string
    readonly guard?: string
    readonly outcome?: string
    readonly known?: ReadonlyArray<string>
    readonly fields?: ReadonlyArray<{ readonly field: string; readonly message: string }>
  }
}
