/** `inlay serve` as a process that a test can kill like `kill -9`, and start again on the same data. */
import { spawn } from "node:child_process"

import { main, environment } from "./command.ts"

export interface Serving {
  readonly url: string
  readonly pid: number
  readonly kill: () => Promise<void>
}

/** @param nodeArgs arguments for Node itself, before the command */
export const serve = async (
  directory: string,
  env: Readonly<Record<string, string>>,
  nodeArgs: ReadonlyArray<string> = []
): Promise<Serving> => {
  const args = [...nodeArgs, main, "serve", "--port", "0", "--data", directory, "--allow-private", "--json"]
  // Ignores SIGXFSZ, so that a write beyond a file size limit fails like on a full disk instead of ending the process.
  const child = spawn("/bin/sh", ["-c", `trap '' XFSZ; exec "$0" "$@"`, process.execPath, ...args], {
    env: environment(env),
    stdio: ["ignore", "pipe", "ignore"]
  })
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve))
  const url = await new Promise<string>((resolve, reject) => {
    let printed = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      printed += text
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0]
      if (address !== undefined) resolve(address)
    })
    void ended.then((code) => reject(new Error(`inlay serve ended with ${code}`)))
  })
  return {
    url,
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill("SIGKILL")
      await ended
    }
  }
}
