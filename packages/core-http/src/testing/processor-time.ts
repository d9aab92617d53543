/** What work costs, for tests that compare two costs of one run: a figure by itself says more of the machine than of the work. */

/** The system may count processor time in steps as long as this. */
export const STEP_MILLIS = 10

/** Processor time that work takes of its own thread: whatever else the machine does makes no difference. */
export const cpuMillis = (work: () => void): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
