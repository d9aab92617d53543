/** `inlay serve` as somebody starts it on an empty data directory. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const main = fileURLToPath(new URL("../../../../apps/hub/src/main.ts", import.meta.url))

export interface Hub {
  readonly url: string
  /** The link that signs the first browser in. */
  readonly link: string
  readonly close: () => Promise<void>
}

/**
 * @param variables such as those that connect accounts
 * @param flags of `inlay serve`, besides its own
 */
export const startHub = async (
  variables: Readonly<Record<string, string>> = {},
  flags: ReadonlyArray<string> = []
): Promise<Hub> => {
  const data = mkdtempSync(join(tmpdir(), "inlay-hub-"))
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--allow-private", "--data", data, ...flags], {
    env: { PATH: process.env["PATH"] ?? "", ...variables }
  })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  let said = ""
  const link = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      said += text
      const found = /^http:\S+\/sign-in#\S+$/m.exec(said)?.[0]
      if (found !== undefined && said.endsWith("\n")) resolve(found)
    }
    child.stdout.setEncoding("utf8").on("data", hear)
    child.stderr.setEncoding("utf8").on("data", hear)
    child.once("error", reject)
    void ended.then(() => reject(new Error(`inlay serve ended: ${said}`)))
  })
  return {
    url: new URL(link).origin,
    link,
    close: async () => {
      child.kill("SIGTERM")
      await ended
      rmSync(data, { recursive: true, force: true })
    }
  }
}
