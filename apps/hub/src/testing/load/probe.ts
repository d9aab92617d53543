/**
 * Loaded before a program with `--import`, it reports resource usage to the parent process: CPU time of all threads,
 * the longest time the event loop was blocked, and peak memory. Blocking is measured in CPU time of the main thread,
 * because other programs on the machine affect wall-clock time.
 */

/** The usage since the last `reset`. */
export interface Load {
  readonly cpuMillis: number
  readonly holdMillis: number
  /** Over the whole life of the process. */
  readonly peakBytes: number
}

const threadMillis = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
const processMillis = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

let hold = 0
let last = threadMillis()
let from = processMillis()

const tick = () => {
  const now = threadMillis()
  hold = Math.max(hold, now - last)
  last = now
}
setInterval(tick, 1).unref()

process.on("message", (message) => {
  tick()
  if (message === "reset") {
    hold = 0
    from = processMillis()
  }
  const load: Load = {
    cpuMillis: processMillis() - from,
    holdMillis: hold,
    peakBytes: process.resourceUsage().maxRSS * 1024
  }
  process.send?.(load)
})
process.channel?.unref()
