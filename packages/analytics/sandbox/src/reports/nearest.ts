// The known name that is most like an unknown one.

/** How many letters must be added, left out or changed. */
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

/** Undefined where none is like it. */
export const nearest = (name: string, names: ReadonlyArray<string>): string | undefined => {
  const lowerCaseName = name.toLowerCase()
  const [best] = names
    .map((candidate) => ({ candidate, apart: distance(lowerCaseName, candidate.toLowerCase()) }))
    .toSorted((one, other) => one.apart - other.apart)
  return best !== undefined && best.apart <= Math.max(2, name.length / 3) ? best.candidate : undefined
}
