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
  /** Its data directory. */
  readonly data: string
  readonly close: () => Promise<void>
  /** Ends it without a word, and starts it again on its data, at its address. */
  readonly restart: () => Promise<void>
}

const LINK = /^http:\S+\/sign-in#\S+$/m
/** Only the first start on a directory prints a link. */
const LISTENING = /listening on http:\S+/

const serve = async (data: string, port: string, until: RegExp) => {
  const child = spawn(process.execPath, [main, "serve", "--port", port, "--allow-private", "--data", data], {
    env: { PATH: process.env["PATH"] ?? "" }
  })
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  let said = ""
  const line = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      said += text
      const found = until.exec(said)?.[0]
      if (found !== undefined && said.endsWith("\n")) resolve(found)
    }
    child.stdout.setEncoding("utf8").on("data", hear)
    child.stderr.setEncoding("utf8").on("data", hear)
    child.once("error", reject)
    void ended.then(() => reject(new Error(`inlay serve ended: ${said}`)))
  })
  const end = (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal)
    return ended
  }
  return { line, end }
}

export const startHub = async (): Promise<Hub> => {
  const data = mkdtempSync(join(tmpdir(), "inlay-hub-"))
  let running = await serve(data, "0", LINK)
  const link = running.line
  const url = new URL(link).origin
  return {
    url,
    link,
    data,
    close: async () => {
      await running.end("SIGTERM")
      rmSync(data, { recursive: true, force: true })
    },
    restart: async () => {
      await running.end("SIGKILL")
      running = await serve(data, new URL(url).port, LISTENING)
    }
  }
}
