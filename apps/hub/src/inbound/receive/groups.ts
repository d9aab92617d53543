/**
 * Groups rows that arrive while others are being written into the next write, so a burst of deliveries costs few commits
 * or syncs. Each row is finished when its own group is. Starts no fiber for a row.
 */

/** The size limit of a group, whose rows may be in memory twice. A single row may be longer. */
export const MAX_BYTES = 4_194_304

export interface Options<A, E> {
  /** Returns, by row, why it could not be written. Never fails. */
  readonly write: (rows: ReadonlyArray<A>) => Promise<ReadonlyArray<E | undefined>>
  /** Roughly how much memory a row takes. */
  readonly bytesOf: (row: A) => number
  /** The most rows of a group. */
  readonly maxRows?: number
}

export const make = <A, E>({ write, bytesOf, maxRows = Infinity }: Options<A, E>) => {
  let waiting: Array<{ readonly row: A; readonly finish: (problem: E | undefined) => void }> = []
  let isWriting = false
  let written = Promise.resolve()

  const nextGroup = () => {
    let bytes = 0
    let end = 0
    for (const { row } of waiting) {
      bytes += bytesOf(row)
      if (end > 0 && (end === maxRows || bytes > MAX_BYTES)) break
      end += 1
    }
    const group = waiting.slice(0, end)
    waiting = waiting.slice(end)
    return group
  }

  const writeAll = async (): Promise<void> => {
    // Rows that arrive in the same turn of the event loop join.
    await new Promise(setImmediate)
    while (waiting.length > 0) {
      const group = nextGroup()
      const problems = await write(group.map(({ row }) => row))
      group.forEach(({ finish }, at) => finish(problems[at]))
    }
    isWriting = false
  }

  return {
    add: (row: A, finish: (problem: E | undefined) => void): void => {
      waiting.push({ row, finish })
      if (isWriting) return
      isWriting = true
      written = writeAll()
    },
    /** Completes when all rows that were added before are finished. */
    written: (): Promise<void> => written
  }
}
