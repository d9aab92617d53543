/** Starts the simulated provider from its package, in a process of its own: an account, and inputs that match. */
import { spawn } from "node:child_process"

import type { Account } from "./readme/examples.ts"

export interface Sandbox extends Account {
  /** The variables that connect it. */
  readonly env: Readonly<Record<string, string>>
  /** The variables that connect the code host, if it was started too. */
  readonly codehost: Readonly<Record<string, string>>
  /** Input of a lookup that finds a person. */
  readonly person: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

interface SandboxDescription {
  readonly codehost?: Readonly<Record<string, string>>
  readonly env: Readonly<Record<string, string>>
  readonly examples: Readonly<Record<string, { readonly match: ReadonlyArray<Record<string, string>> }>>
}

const START_LIMIT_MILLIS = 20_000

const read = (line: string): Omit<Sandbox, "close"> => {
  const { codehost = {}, env, examples }: SandboxDescription = JSON.parse(line)
  return {
    codehost,
    env,
    baseUrl: env["INLAY_SALESDATA_BASE_URL"] ?? "",
    apiKey: env["INLAY_SALESDATA_API_KEY"] ?? "",
    person: examples["salesdata_people_enrichment"]?.match[0] ?? {}
  }
}

/**
 * @param args runs a program that prints the sandbox's description as one line of JSON and ends with its standard input
 */
export const startSandbox = (node: string, args: ReadonlyArray<string>, cwd: string): Promise<Sandbox> =>
  new Promise((resolve, reject) => {
    const child = spawn(node, args, { cwd, stdio: ["pipe", "pipe", "pipe"] })
    let errorText = ""
    const giveUp = setTimeout(() => child.kill("SIGKILL"), START_LIMIT_MILLIS)
    const ending = new Promise<void>((finish) => {
      child.once("close", () => {
        clearTimeout(giveUp)
        finish()
        reject(new Error(`the sandbox did not start\n${errorText}`))
      })
    })
    child.once("error", reject)
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errorText += text))
    let stdout = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text
      const line = /^(.*)\n/.exec(stdout)?.[1]
      if (line === undefined) return
      clearTimeout(giveUp)
      const close = () => {
        child.stdin.end()
        return ending
      }
      resolve({ ...read(line), close })
    })
  })
