/**
 * Loaded before a program. When its parent asks, reports the longest time for which the event loop was blocked since
 * the last time.
 */
import { monitorEventLoopDelay } from "node:perf_hooks"
import { isMainThread } from "node:worker_threads"

const RESOLUTION_MILLIS = 5

if (isMainThread && process.channel !== undefined) {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MILLIS })
  delay.enable()
  process.on("message", () => {
    process.send?.(Math.max(0, delay.max / 1e6 - RESOLUTION_MILLIS))
    delay.reset()
  })
  // Must not keep the program from ending.
  process.channel?.unref()
}
