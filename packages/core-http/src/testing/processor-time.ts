/**
 * Measures processor time, for tests that compare two costs within one run. A single figure says more about the machine
 * than about the work.
 */

/** The system may count processor time in steps of this length. */
export const STEP_MILLIS = 10

/**
 * Returns the processor time that the work takes on its own thread, which is independent of the machine's other load.
 */
export const cpuMillis = (work: () => void): number => {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}
