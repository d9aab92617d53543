/** Several processes that call at the same time, on one place. */
import { spawn } from "node:child_process"

import type { Place } from "../places.ts"
import { sourceCache, environment } from "./command.ts"
import { program } from "./programs.ts"

interface Caller {
  readonly ready: Promise<void>
  readonly start: () => void
  readonly outcomes: Promise<ReadonlyArray<string>>
}

const caller = (args: ReadonlyArray<string>, url: string | undefined): Caller => {
  const child = spawn(process.execPath, [program("call-process"), ...args], {
    env: environment({ ...sourceCache(), ...(url !== undefined && { INLAY_DATABASE: url }) }),
    stdio: ["pipe", "pipe", "inherit"]
  })
  let text = ""
  const readiness = Promise.withResolvers<void>()
  const outcomes = new Promise<ReadonlyArray<string>>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (part: string) => {
      text += part
      if (text.startsWith("ready\n")) readiness.resolve()
    })
    child.on("error", reject)
    child.on("close", () => {
      // Its log is on standard output too.
      const [, json] = /^outcomes (.*)$/m.exec(text) ?? []
      if (json === undefined) reject(new Error(`a caller ended without a word: ${text}`))
      else resolve(JSON.parse(json) as ReadonlyArray<string>)
    })
  })
  return { ready: readiness.promise, start: () => void child.stdin.write("go\n"), outcomes }
}

/** Returns how the calls of all processes ended. All start when the last process is ready. */
export const callAtOnce = async (
  processes: number,
  { directory, url }: Place,
  calls: number,
  step: string,
  input: unknown = {}
): Promise<ReadonlyArray<string>> => {
  const callers = Array.from({ length: processes }, () =>
    caller([directory, String(calls), step, JSON.stringify(input)], url)
  )
  await Promise.all(callers.map(({ ready }) => ready))
  for (const { start } of callers) start()
  return (await Promise.all(callers.map(({ outcomes }) => outcomes))).flat()
}
