/**
 * Runs the checkpoints of a SQLite file in a thread, because copying the write-ahead log into the file and waiting for
 * the disk twice would block the event loop for 50 to 300 ms. The thread is started with the first checkpoint.
 */
import { Worker } from "node:worker_threads"

import * as Effect from "effect/Effect"

import type { Start } from "./checkpoint-thread.ts"

/** Copies the write-ahead log of an open file into it. */
export interface Checkpoints {
  /** Starts a checkpoint and returns at once. */
  readonly begin: () => void
}

/** Makes checkpoints of the database `filename` in a thread, which ends with the scope. */
export const make = Effect.fnUntraced(function* (filename: string) {
  let thread: Promise<Worker | undefined> | undefined
  let isUnderWay = false

  /** The log grows until the next checkpoint starts a new thread, or SQLite makes one itself. */
  const ended = () => {
    thread = undefined
    isUnderWay = false
    return undefined
  }

  const start = async (): Promise<Worker> => {
    const { url } = await import("./checkpoint-thread.ts")
    const data: Start = { checkpointsOf: filename }
    const worker = new Worker(url, { workerData: data })
    worker.unref()
    worker.on("error", () => {})
    worker.on("exit", ended)
    worker.on("message", () => {
      isUnderWay = false
    })
    return worker
  }

  yield* Effect.addFinalizer(() => Effect.promise(async () => (await thread)?.terminate()))

  const checkpoints: Checkpoints = {
    begin: () => {
      if (isUnderWay) return
      isUnderWay = true
      // An update may replace the thread's file while the program runs.
      thread ??= start().catch(ended)
      void thread.then((worker) => worker?.postMessage(undefined, []))
    }
  }
  return checkpoints
})
