/** Contenders that work for a slice of time in each round: the CPU time of an operation, and how many finish. */
import type { Figure, Bound } from "./benchmark.ts"
import { median, spread } from "./quantiles.ts"
import { inRounds, ratios, samplesOf, type Samples } from "./rounds.ts"

export interface Contender {
  readonly name: string
  /** Runs before each slice and is not measured. */
  readonly prepare?: () => void | Promise<void>
  /** Works until the deadline (`performance.now()`). Returns how many operations it finished. */
  readonly work: (deadline: number) => Promise<number>
}

export interface Slice {
  /** User and system time of this process, in microseconds for each operation. */
  readonly cpuMicros: number
  readonly perSecond: number
}

export type Slices = Samples<Slice>

const slice = async (contender: Contender, millis: number): Promise<Slice> => {
  await contender.prepare?.()
  const startMillis = performance.now()
  const before = process.cpuUsage()
  const operations = await contender.work(startMillis + millis)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startMillis) / 1000
  return { cpuMicros: (user + system) / operations, perSecond: operations / seconds }
}

/** Hot code is compiled in them, which takes some thousand calls. */
const WARM_UP = 5

export const measure = (
  contenders: ReadonlyArray<Contender>,
  options: { readonly rounds: number; readonly sliceMillis: number; readonly warmUp?: number }
): Promise<Slices> =>
  inRounds(contenders, { warmUp: WARM_UP, ...options }, (contender) => slice(contender, options.sliceMillis))

const values = (slices: Slices, name: string, figure: keyof Slice): ReadonlyArray<number> =>
  samplesOf(slices, name).map((one) => one[figure])

export const medians = (slices: Slices, name: string): Slice => ({
  cpuMicros: median(values(slices, name, "cpuMicros")),
  perSecond: median(values(slices, name, "perSecond"))
})

const ratioOf =
  (figure: keyof Slice) =>
  (name: string, slices: Slices, mine: string, peer: string, wanted?: Bound): Figure =>
    spread(name, ratios(values(slices, mine, figure), values(slices, peer, figure)), wanted)

/** The CPU time of one contender's operation, as a multiple of another's. */
export const cpuRatio = ratioOf("cpuMicros")

/** How many operations one contender finishes in the time of one operation of another. */
export const throughputRatio = ratioOf("perSecond")
