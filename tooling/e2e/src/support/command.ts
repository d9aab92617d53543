/** The `inlay` command as somebody would run it at a terminal of 80 columns. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const main = fileURLToPath(new URL("../../../../apps/hub/src/main.ts", import.meta.url))

const run = promisify(execFile)

/**
 * The environment of a program that starts from source: of this process only where other programs are, and where its
 * compiled modules are kept.
 */
export const programEnv = (variables: Readonly<Record<string, string>>): Record<string, string> => {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...variables }
}

/** What it prints. Fails with what it says where it fails. */
export const inlay = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  dataDir: string
): Promise<string> => {
  const { stdout } = await run(process.execPath, [main, ...args, "--data", dataDir], {
    env: programEnv(env)
  })
  return stdout.trimEnd()
}
