/** Builds the packages that are measured as they are installed. */
import { execFile } from "node:child_process"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

export const run = promisify(execFile)

const build = async (folder: string): Promise<string> => {
  await run(process.execPath, ["--run", "build"], { cwd: folder, timeout: 120_000 })
  return join(folder, "dist")
}

export const hub = dirname(fileURLToPath(import.meta.resolve("@inlay/hub/package.json")))

/** Builds the `inlay` program, and returns the path of its first file. */
export const buildInlay = async (): Promise<string> => join(await build(hub), "main.js")

/** Builds the code host's package, and returns the folder of what it publishes. */
export const buildCodeHost = (): Promise<string> =>
  build(dirname(dirname(fileURLToPath(import.meta.resolve("@inlay/codehost/promise")))))
