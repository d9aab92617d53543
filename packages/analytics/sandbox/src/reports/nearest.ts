// Finds the known name that is most similar to an unknown one.

/** Edit distance: the number of characters that must be inserted, deleted or replaced. */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, against] of [...other].entries()) {
      const change = (row[index] ?? 0) + (letter === against ? 0 : 1)
      next.push(Math.min(change, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Returns undefined if no name is similar. */
export const nearest = (name: string, names: ReadonlyArray<string>): string | undefined => {
  const lowerCaseName = name.toLowerCase()
  const [best] = names
    .map((candidate) => ({ candidate, apart: distance(lowerCaseName, candidate.toLowerCase()) }))
    .toSorted((one, other) => one.apart - other.apart)
  return best !== undefined && best.apart <= Math.max(2, name.length / 3) ? best.candidate : undefined
}
