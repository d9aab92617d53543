/** Reads figures of another process from Linux's `/proc`. */
import { readFileSync } from "node:fs"
import { setTimeout as sleep } from "node:timers/promises"

/** Resident memory, MiB. */
export const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? Number.NaN) / 1024

/** User and system time, ms. The kernel counts in hundredths of a second. */
const cpuMillisOf = (pid: number): number => {
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")
  const all = fields.split(" ")
  return (Number(all[11]) + Number(all[12])) * 10
}

/** Longer than the pause of a server that postpones work while requests arrive. */
const LOOK_MILLIS = 500
const IDLE_SHARE = 0.1

/** Waits until the process is almost idle. */
export const idle = async (pid: number): Promise<void> => {
  for (let before = cpuMillisOf(pid); ;) {
    await sleep(LOOK_MILLIS)
    const now = cpuMillisOf(pid)
    if (now - before <= IDLE_SHARE * LOOK_MILLIS) return
    before = now
  }
}
