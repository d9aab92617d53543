/**
 * Measures contenders side by side: every round takes a sample of each, in an order that rotates from round to round,
 * so that other load on the machine affects all of them. They are compared within a round.
 */

/** By contender, with one sample for each round, in order. */
export type Samples<Sample> = ReadonlyMap<string, ReadonlyArray<Sample>>

export interface RoundOptions {
  readonly rounds: number
  /** Rounds before the others, whose samples are not counted. */
  readonly warmUp: number
}

export const inRounds = async <Contender extends { readonly name: string }, Sample>(
  contenders: ReadonlyArray<Contender>,
  { rounds, warmUp }: RoundOptions,
  take: (contender: Contender) => Promise<Sample>
): Promise<Samples<Sample>> => {
  const samples = new Map<string, Array<Sample>>(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < warmUp + rounds; round++) {
    const first = round % contenders.length
    for (const contender of [...contenders.slice(first), ...contenders.slice(0, first)]) {
      const sample = await take(contender)
      if (round >= warmUp) samples.get(contender.name)?.push(sample)
    }
  }
  return samples
}

export const samplesOf = <Sample>(samples: Samples<Sample>, name: string): ReadonlyArray<Sample> => {
  const own = samples.get(name)
  if (own === undefined) throw new Error(`${name} was not measured`)
  return own
}

type PerRound = (mine: ReadonlyArray<number>, peer: ReadonlyArray<number>) => ReadonlyArray<number>

export const ratios: PerRound = (mine, peer) => mine.map((value, round) => value / (peer[round] ?? Number.NaN))

export const differences: PerRound = (mine, peer) => mine.map((value, round) => value - (peer[round] ?? Number.NaN))
