/** The shape of a benchmark and its report: measures of each contender, and ratios or figures with their targets. */

export interface Settings {
  /** Fewer and shorter rounds, to check that the benchmark runs. The figures are not to be quoted. */
  readonly quick: boolean
}

/** The figures of one contender in one setting, as medians over the rounds. */
export interface Measure {
  readonly setting: string
  readonly contender: string
  /** Values by column. All measures of a benchmark have the same columns. */
  readonly values: Readonly<Record<string, number>>
}

export type Bound = { readonly atMost: number } | { readonly atLeast: number }

/** A figure to judge by: a ratio of two contenders, or a value of one. */
export interface Figure {
  readonly name: string
  readonly value: number
  /** The first and third quartile of the rounds; absent if measured only once. */
  readonly low?: number
  readonly high?: number
  readonly wanted?: Bound
}

export interface Report {
  /** The conditions in one line: sizes, counts, rounds. */
  readonly conditions: string
  readonly measures: ReadonlyArray<Measure>
  readonly figures: ReadonlyArray<Figure>
}

/** A file in `benchmarks/`, named like the file. Each runs in a process of its own. */
export interface Benchmark {
  readonly title: string
  readonly run: (settings: Settings) => Promise<Report>
}

export const isHeld = ({ value, wanted }: Figure): boolean | undefined => {
  if (wanted === undefined) return undefined
  return "atMost" in wanted ? value <= wanted.atMost : value >= wanted.atLeast
}
