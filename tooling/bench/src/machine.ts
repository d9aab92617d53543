/** The machine and the runtime on which the figures were measured. */
import { availableParallelism, cpus, loadavg, release, totalmem, type } from "node:os"

export interface Machine {
  readonly cpu: string
  readonly cores: number
  readonly memoryGiB: number
  readonly system: string
  readonly node: string
  /** Processes that wanted a core in the last minute. Above the benchmark's own two, figures are less reliable. */
  readonly load: number
}

export const machine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() ?? "unknown",
  cores: availableParallelism(),
  memoryGiB: Math.round(totalmem() / 2 ** 30),
  system: `${type()} ${release()} ${process.arch}`,
  node: process.version,
  load: Math.round((loadavg()[0] ?? 0) * 100) / 100
})

export const sentence = ({ cpu, cores, memoryGiB, system, node, load }: Machine): string =>
  `${cpu}, ${cores} cores, ${memoryGiB} GiB; ${system}; Node ${node}; load ${load}`
