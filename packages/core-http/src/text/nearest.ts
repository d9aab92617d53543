/** Suggests known names for a misspelt one. */

const distance = (a: string, b: string): number => {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const current = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      current[j] = Math.min(change, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1)
    }
    previous = current
  }
  return previous[b.length] ?? 0
}

/** Only so much of a text is compared: callers send what they like, and the work grows with its length. */
const MAX_CHARS = 100

/** Returns up to `count` names, nearest first. A name that contains the input counts as nearest. */
export const nearest = (input: string, names: ReadonlyArray<string>, count = 5): ReadonlyArray<string> => {
  const sought = input.slice(0, MAX_CHARS).toLowerCase()
  return names
    .map((name) => ({
      name,
      score: sought !== "" && name.includes(sought) ? 0 : distance(sought, name.slice(0, MAX_CHARS))
    }))
    .sort((a, b) => a.score - b.score || a.name.localeCompare(b.name))
    .slice(0, count)
    .map(({ name }) => name)
}
