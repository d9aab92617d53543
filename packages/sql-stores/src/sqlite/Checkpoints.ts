/**
 * Checkpoints of a SQLite file by a thread: copying the write-ahead log into the file, and waiting for the disk twice, would
 * stop the event loop for 50 to 300 ms. The thread is started with the first.
 */
import { Worker } from "node:worker_threads"

import * as Effect from "effect/Effect"

import type { Start } from "./checkpoint-thread.ts"

/** What copies the log of a file that is open. */
export interface Checkpoints {
  /** Returns at once. */
  readonly begin: () => void
}

/** By a thread of the database `filename`; it ends with the scope. */
export const make = Effect.fnUntraced(function* (filename: string) {
  let thread: Promise<Worker> | undefined
  let isUnderWay = false

  const start = async (): Promise<Worker> => {
    const { url } = await import("./checkpoint-thread.ts")
    const data: Start = { checkpointsOf: filename }
    const started = new Worker(url, { workerData: data })
    started.unref()
    // Where it ends, the log grows until the next one is asked for a checkpoint, or SQLite makes one itself.
    started.on("error", () => {})
    started.on("exit", () => {
      thread = undefined
      isUnderWay = false
    })
    started.on("message", () => {
      isUnderWay = false
    })
    return started
  }

  yield* Effect.addFinalizer(() => Effect.promise(async () => (await thread)?.terminate()))

  const checkpoints: Checkpoints = {
    begin: () => {
      if (isUnderWay) return
      isUnderWay = true
      thread ??= start()
      void thread.then((started) => started.postMessage(undefined, []))
    }
  }
  return checkpoints
})
