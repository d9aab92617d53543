/** The installed `inlay serve` on a directory of its own, and a token for it. */
import { execFile, spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const run = promisify(execFile)
const hub = dirname(fileURLToPath(import.meta.resolve("@inlay/hub/package.json")))
const program = join(hub, "dist/main.js")
/** The build of a package: the working directory's. */
const build = fileURLToPath(new URL("../../../release/src/build/main.ts", import.meta.url))

export interface RunningHub {
  readonly origin: string
  readonly token: string
  readonly close: () => Promise<void>
}

/** @param variables that connect accounts */
export const startInlay = async (variables: Readonly<Record<string, string>>): Promise<RunningHub> => {
  await run(process.execPath, [build], { cwd: hub, timeout: 60_000 })
  const home = mkdtempSync(join(tmpdir(), "inlay-bench-serve-"))
  const env = { PATH: process.env["PATH"], HOME: home, INLAY_DATA: join(home, "data"), ...variables }
  const { stdout } = await run(process.execPath, [program, "tokens", "create", "bench", "--json"], { env })
  const child = spawn(process.execPath, [program, "serve", "--port", "0"], { env, stdio: ["ignore", "pipe", "ignore"] })
  const ending = new Promise<void>((resolve) => child.once("exit", () => resolve()))
  const origin = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`inlay serve ended with code ${code ?? "none"}`)))
    createInterface({ input: child.stdout }).on("line", (line) => {
      const address = /^listening on (\S+)/.exec(line)?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  return {
    origin,
    token: (JSON.parse(stdout) as { readonly text: string }).text,
    close: async () => {
      child.kill()
      await ending
      rmSync(home, { recursive: true, force: true })
    }
  }
}
