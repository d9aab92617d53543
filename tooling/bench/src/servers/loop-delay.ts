/** Loaded before a program: says, when its parent asks, for how long the event loop was not free at most since then. */
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
  // The program ends when it is done, whoever watches.
  process.channel?.unref()
}
