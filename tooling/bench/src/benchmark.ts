/** What a benchmark is and what it reports: measures of each contender, and ratios or figures with what is wanted of them. */

export interface Settings {
  /** Fewer and shorter rounds: to see that it runs, not to quote. */
  readonly quick: boolean
}

/** One contender's figures in one setting, medians over the rounds. */
export interface Measure {
  readonly setting: string
  readonly contender: string
  /** Column -> value; the same columns for every measure of a benchmark. */
  readonly values: Readonly<Record<string, number>>
}

export type Wanted = { readonly atMost: number } | { readonly atLeast: number }

/** A number to judge by: a ratio of two contenders, or a figure of one. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** The quarters of the rounds that lie around the median; absent for what is measured once. */
  readonly low?: number
  readonly high?: number
  readonly wanted?: Wanted
}

export interface Report {
  /** What was done, in one line: sizes, counts, rounds. */
  readonly conditions: string
  readonly measures: ReadonlyArray<Measure>
  readonly figures: ReadonlyArray<Figure>
}

/** One file in `benchmarks/`, named as its file. Each runs in a process of its own. */
export interface Benchmark {
  readonly title: string
  readonly run: (settings: Settings) => Promise<Report>
}

export const isHeld = ({ value, wanted }: Figure): boolean | undefined => {
  if (wanted === undefined) return undefined
  return "atMost" in wanted ? value <= wanted.atMost : value >= wanted.atLeast
}
