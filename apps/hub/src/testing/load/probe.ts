/**
 * Loaded before a program (`--import`), it tells its parent what the program takes: processor time of all threads, the
 * longest that the event loop was held, and the most memory. The hold is counted in processor time of the main thread, not
 * in the time of the clock, which other programs of the machine take as well.
 */

/** What was taken since the last `reset`. */
export interface Load {
  readonly cpuMillis: number
  readonly holdMillis: number
  /** Of the whole life of the process. */
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
