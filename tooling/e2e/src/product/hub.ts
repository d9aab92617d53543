/** Runs `inlay serve` as a user would, on an empty data directory. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import { programEnv } from "./command.ts"
import { program } from "./program.ts"

export interface Hub {
  readonly url: string
  /** The link that signs in the first browser. */
  readonly link: string
  /** The hub's data directory. */
  readonly data: string
  readonly close: () => Promise<void>
  /** Kills the hub, and starts it again with its data at the same address. */
  readonly restart: () => Promise<void>
}

const LINK = /^http:\S+\/sign-in#\S+$/m
/** Only the first start on a directory prints a link. */
const LISTENING = /listening on http:\S+/

interface Start {
  readonly data: string
  readonly port: string
  /** The output that shows that it is ready. */
  readonly until: RegExp
  readonly variables: Readonly<Record<string, string>>
  readonly flags: ReadonlyArray<string>
}

const serve = async ({ data, port, until, variables, flags }: Start) => {
  const child = spawn(
    process.execPath,
    [program(), "serve", "--port", port, "--allow-private", "--data", data, ...flags],
    {
      env: programEnv(variables)
    }
  )
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()))
  let printed = ""
  const line = await new Promise<string>((resolve, reject) => {
    const hear = (text: string) => {
      printed += text
      const match = until.exec(printed)?.[0]
      if (match !== undefined && printed.endsWith("\n")) resolve(match)
    }
    child.stdout.setEncoding("utf8").on("data", hear)
    child.stderr.setEncoding("utf8").on("data", hear)
    child.once("error", reject)
    void ended.then(() => reject(new Error(`inlay serve ended: ${printed}`)))
  })
  const end = (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal)
    return ended
  }
  return { line, end }
}

/**
 * @param variables for example those that connect accounts
 * @param flags additional flags of `inlay serve`
 */
export const startHub = async (
  variables: Readonly<Record<string, string>> = {},
  flags: ReadonlyArray<string> = []
): Promise<Hub> => {
  const data = mkdtempSync(join(tmpdir(), "inlay-hub-"))
  let running = await serve({ data, port: "0", until: LINK, variables, flags })
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
      running = await serve({ data, port: new URL(url).port, until: LISTENING, variables, flags })
    }
  }
}
