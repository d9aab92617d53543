/** Runs the `inlay` command as a user would, at a terminal of 80 columns. */
import { execFile } from "node:child_process"
import { promisify } from "node:util"

import { program } from "./program.ts"

const run = promisify(execFile)

/** The environment of a program. From this process it takes only the path and the compile cache. */
export const programEnv = (variables: Readonly<Record<string, string>>): Record<string, string> => {
  const { PATH = "", NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }), ...variables }
}

/** Returns the command's output. Fails with its error output if the command fails. */
export const inlay = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  dataDir: string
): Promise<string> => {
  const { stdout } = await run(process.execPath, [program(), ...args, "--data", dataDir], {
    env: programEnv(env)
  })
  return stdout.trimEnd()
}
