/** `inlay connect analytics` as a user starts it: a process that waits for a sign-in in a browser. */
import { spawn } from "node:child_process"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

import type { RunningSandbox } from "@inlay/sandbox"

import { callControl } from "../world/control-api.ts"
import { programEnv } from "./command.ts"
import { program } from "./program.ts"

/** The part of its JSON document that these tests read. */
interface Outcome {
  readonly code: number | null
  readonly stderr: string
  readonly json: {
    readonly kind?: string
    readonly scopes?: ReadonlyArray<string>
    readonly error?: { readonly reason: string; readonly message: string }
  }
}

export interface Connecting {
  /** The address that it shows. */
  readonly url: string
  readonly outcome: Promise<Outcome>
  /** Presses Ctrl-C. */
  readonly stop: () => void
  /** Runs `inlay` on the same data directory and returns its JSON document. */
  readonly inlay: (...args: ReadonlyArray<string>) => Promise<unknown>
  readonly close: () => void
}

const run = (args: ReadonlyArray<string>, env: Readonly<Record<string, string>>, nodeArgs: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [...nodeArgs, program(), ...args, "--json"], {
    env: programEnv(env)
  })
  let stdout = ""
  let stderr = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text))
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text))
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => {
      try {
        resolve({ code, stderr, json: JSON.parse(stdout) as Outcome["json"] })
      } catch {
        reject(new Error(`it ended without printing its JSON: ${stdout}${stderr}`))
      }
    })
  })
  return { child, outcome, stderr: () => stderr }
}

/** Arguments for Node that shorten the five minutes that a sign-in waits to two seconds. */
export const IMPATIENT: ReadonlyArray<string> = [
  "--import",
  `data:text/javascript,${encodeURIComponent(`
    const wait = globalThis.setTimeout
    globalThis.setTimeout = Object.assign(
      (handler, millis, ...more) => wait(handler, millis === 300000 ? 2000 : millis, ...more),
      wait
    )
  `)}`
]

/** Starts it with a data directory of its own, and resolves once it shows where to sign in. */
export const connecting = async (
  { plugins, origin }: Pick<RunningSandbox, "plugins" | "origin">,
  nodeArgs: ReadonlyArray<string> = []
): Promise<Connecting> => {
  const analytics = plugins["analytics"]
  if (analytics === undefined) throw new Error("the sandbox has no analytics")
  const clients = await callControl<Readonly<Record<string, string>>>({ plugins }, "analytics", "/clients")
  const data = mkdtempSync(join(tmpdir(), "inlay-sign-in-"))
  const accounts = `${origin}/analytics-accounts`
  const env = {
    INLAY_ANALYTICS_DATA_BASE_URL: analytics.env["INLAY_ANALYTICS_DATA_BASE_URL"] ?? "",
    INLAY_ANALYTICS_ADMIN_BASE_URL: analytics.env["INLAY_ANALYTICS_ADMIN_BASE_URL"] ?? "",
    INLAY_ANALYTICS_SIGN_IN_URL: `${accounts}/o/oauth2/v2/auth`,
    INLAY_ANALYTICS_TOKEN_URL: `${accounts}/token`,
    INLAY_ANALYTICS_REVOKE_URL: `${accounts}/revoke`,
    INLAY_ANALYTICS_CLIENT_ID: clients["client_id"] ?? ""
  }
  const { child, outcome, stderr } = run(["connect", "analytics", "--kind", "sign_in", "--data", data], env, nodeArgs)
  child.stdin.end(`client_secret=${clients["client_secret"]}\n`)
  const url = await new Promise<string>((resolve, reject) => {
    outcome.then(({ json }) => reject(new Error(`it ended: ${JSON.stringify(json)}`)), reject)
    child.stderr.on("data", () => {
      const address = /^(http:\S+)$/m.exec(stderr())?.[1]
      if (address !== undefined) resolve(address)
    })
  })
  return {
    url,
    outcome,
    stop: () => void child.kill("SIGINT"),
    inlay: async (...args) => (await run([...args, "--data", data], {}, []).outcome).json,
    close: () => {
      child.kill("SIGKILL")
      rmSync(data, { recursive: true, force: true })
    }
  }
}
