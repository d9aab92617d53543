/** Medians and quartiles of samples. */
import type { Figure, Bound } from "./benchmark.ts"

/** The value below which a share of the samples lies, interpolated between neighbours. */
export const quantile = (samples: ReadonlyArray<number>, share: number): number => {
  if (samples.length === 0) throw new Error("no samples")
  const inOrder = [...samples].sort((a, b) => a - b)
  const at = (inOrder.length - 1) * share
  const below = inOrder[Math.floor(at)] ?? Number.NaN
  const above = inOrder[Math.ceil(at)] ?? Number.NaN
  return below + (above - below) * (at - Math.floor(at))
}

export const median = (samples: ReadonlyArray<number>): number => quantile(samples, 0.5)

/** A figure from the samples of several rounds. */
export const spread = (name: string, samples: ReadonlyArray<number>, wanted?: Bound): Figure => ({
  name,
  value: median(samples),
  low: quantile(samples, 0.25),
  high: quantile(samples, 0.75),
  ...(wanted !== undefined && { wanted })
})
