/** Runs commands in a thread: a key goes in, everything printed comes out. */
import { stripVTControlCharacters } from "node:util"
import { Worker } from "node:worker_threads"

import { sourceCache } from "../processes/command.ts"
import type { Printed, Task } from "./thread.ts"

/** What was printed, without repeated writes and formatting codes. */
export type Page = Readonly<Record<keyof Printed["said"], string>>

export interface Terminal {
  /** One at a time, because the key is in the thread's environment. */
  readonly print: (task: Task) => Promise<{
    readonly page: Page
    /** The `--json` documents, in order. */
    readonly documents: ReadonlyArray<string>
    readonly faults: ReadonlyArray<string>
  }>
  readonly close: () => Promise<unknown>
}

const page = (writes: ReadonlyArray<string>): string => [...new Set(writes)].map(stripVTControlCharacters).join("")

export const openTerminal = (): Terminal => {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), { env: sourceCache() })
  const print = (task: Task) =>
    new Promise<Printed>((resolve, reject) => {
      thread.once("message", resolve)
      thread.once("error", reject)
      thread.postMessage(task, [])
    })
  return {
    print: async (task) => {
      const { said, faults } = await print(task)
      thread.removeAllListeners("error")
      const { json, text, stderr, crash } = said
      return {
        page: { json: page(json), text: page(text), stderr: page(stderr), crash: page(crash) },
        documents: json,
        faults
      }
    },
    close: () => thread.terminate()
  }
}
