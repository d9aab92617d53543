/** The `inlay` command as somebody would run it at a terminal of 80 columns. */
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"

const main = fileURLToPath(new URL("../../../../apps/hub/src/main.ts", import.meta.url))

const run = promisify(execFile)

/** What it prints. Fails with what it says where it fails. */
export const inlay = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>>,
  dataDir: string
): Promise<string> => {
  const { stdout } = await run(process.execPath, [main, ...args, "--data", dataDir], {
    env: { PATH: process.env["PATH"] ?? "", ...env }
  })
  return stdout.trimEnd()
}
