/** Suggests known names for a misspelt one. */

/** How many letters to insert, delete or replace to get from one text to the other. */
export const distance = (a: string, b: string): number => {
  /** The distances of what was read of `a` to each beginning of `b`. */
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 0; i < a.length; i++) {
    let left = 0
    row = row.map(
      (above, at) =>
        (left = at === 0 ? i + 1 : Math.min(left + 1, above + 1, row[at - 1]! + (a[i] === b[at - 1] ? 0 : 1)))
    )
  }
  return row[b.length]!
}

/** Only so much of a text is compared: callers send what they like, and the work grows with its length. */
const MAX_CHARS = 100

/**
 * Returns up to `count` names, nearest first, whatever the case of their letters. Names that contain the input are
 * nearer than all others.
 */
export const nearest = (input: string, names: ReadonlyArray<string>, count = 5): ReadonlyArray<string> => {
  const sought = input.slice(0, MAX_CHARS).toLowerCase()
  return names
    .map((name) => {
      const other = name.slice(0, MAX_CHARS).toLowerCase()
      return [name, distance(sought, other) / (other.includes(sought) ? MAX_CHARS : 1)] as const
    })
    .sort(([a, distanceA], [b, distanceB]) => distanceA - distanceB || a.localeCompare(b))
    .slice(0, count)
    .map(([name]) => name)
}
