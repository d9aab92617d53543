/**
 * Measures contenders side by side: in every round each gets a slice of time, in an order that rotates from round to
 * round, so that other load on the machine affects all of them. Ratios are computed within a round; the result is their
 * median.
 */
import type { Figure, Wanted } from "./benchmark.ts"
import { median, spread } from "./quantiles.ts"

export interface Contender {
  readonly name: string
  /** Runs before each slice and is not measured. */
  readonly prepare?: () => void | Promise<void>
  /** Works until the deadline (`performance.now()`). Returns how many operations it finished. */
  readonly work: (deadline: number) => Promise<number>
}

export interface Sample {
  /** User and system time of this process, in microseconds for each operation. */
  readonly cpuMicros: number
  readonly perSecond: number
}

/** By contender, with one sample for each round, in order. */
export type Samples = ReadonlyMap<string, ReadonlyArray<Sample>>

const slice = async (contender: Contender, millis: number): Promise<Sample> => {
  await contender.prepare?.()
  const startMillis = performance.now()
  const before = process.cpuUsage()
  const operations = await contender.work(startMillis + millis)
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - startMillis) / 1000
  return { cpuMicros: (user + system) / operations, perSecond: operations / seconds }
}

/** Rounds that are not counted: hot code is compiled in them, which takes some thousand calls. */
const WARM_UP = 5

export const measure = async (
  contenders: ReadonlyArray<Contender>,
  options: { readonly rounds: number; readonly sliceMillis: number; readonly warmUp?: number }
): Promise<Samples> => {
  const { warmUp = WARM_UP } = options
  const samples = new Map<string, Array<Sample>>(contenders.map(({ name }) => [name, []]))
  for (let round = -warmUp; round < options.rounds; round++) {
    for (let i = 0; i < contenders.length; i++) {
      const contender = contenders[(i + round + warmUp) % contenders.length]
      if (contender === undefined) continue
      const sample = await slice(contender, options.sliceMillis)
      if (round >= 0) samples.get(contender.name)?.push(sample)
    }
  }
  return samples
}

const of = (samples: Samples, name: string): ReadonlyArray<Sample> => {
  const own = samples.get(name)
  if (own === undefined) throw new Error(`${name} was not measured`)
  return own
}

export const medians = (samples: Samples, name: string): Sample => ({
  cpuMicros: median(of(samples, name).map(({ cpuMicros }) => cpuMicros)),
  perSecond: median(of(samples, name).map(({ perSecond }) => perSecond))
})

const ratio = (
  name: string,
  samples: Samples,
  [mine, peer]: readonly [mine: string, peer: string],
  figure: keyof Sample,
  wanted?: Wanted
): Figure => {
  const peers = of(samples, peer)
  const ratios = of(samples, mine).map((sample, round) => sample[figure] / (peers[round]?.[figure] ?? Number.NaN))
  return spread(name, ratios, wanted)
}

/** The CPU time of one contender's operation, as a multiple of another's. */
export const cpuRatio = (name: string, samples: Samples, mine: string, peer: string, wanted?: Wanted): Figure =>
  ratio(name, samples, [mine, peer], "cpuMicros", wanted)

/** How many operations one contender finishes in the time of one operation of another. */
export const throughputRatio = (name: string, samples: Samples, mine: string, peer: string, wanted?: Wanted): Figure =>
  ratio(name, samples, [mine, peer], "perSecond", wanted)
