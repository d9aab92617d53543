/** The installed `inlay serve` on a directory of its own, with a token. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

import { buildInlay, run } from "../built.ts"

/** Monitors the program's event loop from within. */
const watch = fileURLToPath(new URL("loop-delay.ts", import.meta.url))

export interface RunningHub {
  readonly origin: string
  readonly token: string
  readonly pid: number
  /** The longest time for which its event loop was blocked since the last call, ms. */
  readonly longestBlock: () => Promise<number>
  readonly close: () => Promise<void>
}

export interface HubOptions {
  /** Whether its token has the `--manage` right, and the hub may send to this machine. */
  readonly manages?: boolean
  /** The address of a PostgreSQL database, used instead of a file. */
  readonly database?: string
  /** The token of another hub on the same data. */
  readonly token?: string
}

/** @param variables environment variables that connect accounts */
export const startInlay = async (
  variables: Readonly<Record<string, string>>,
  { manages = false, database, token }: HubOptions = {}
): Promise<RunningHub> => {
  const program = await buildInlay()
  const home = mkdtempSync(join(tmpdir(), "inlay-bench-serve-"))
  const env = { PATH: process.env["PATH"], HOME: home, INLAY_DATA: join(home, "data"), ...variables }
  const at = database === undefined ? [] : ["--database", database]
  const newToken = async () => {
    const args = [program, "tokens", "create", "bench", "--json", ...at, ...(manages ? ["--manage"] : [])]
    return (JSON.parse((await run(process.execPath, args, { env })).stdout) as { readonly text: string }).text
  }
  const bearer = token ?? (await newToken())
  const child = spawn(
    process.execPath,
    ["--import", watch, program, "serve", "--port", "0", ...at, ...(manages ? ["--allow-private"] : [])],
    { env, stdio: ["ignore", "pipe", "ignore", "ipc"] }
  )
  const ending = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const origin = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`inlay serve ended with code ${code ?? "none"}`)))
    if (child.stdout === null) return reject(new Error("inlay serve has no output"))
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /^listening on (\S+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  return {
    origin,
    pid: child.pid ?? 0,
    token: bearer,
    longestBlock: () =>
      new Promise((resolve, reject) => {
        child.once("message", (millis) => resolve(Number(millis)))
        child.send("longest", (error) => error && reject(error))
      }),
    close: async () => {
      child.kill()
      await ending
      rmSync(home, { recursive: true, force: true })
    }
  }
}
