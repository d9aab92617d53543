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

/** Returns up to `count` names, nearest first. A name that contains the input counts as nearest. */
export const nearest = (input: string, names: ReadonlyArray<string>, count = 5): ReadonlyArray<string> => {
  const lowerCased = input.toLowerCase()
  const score = (name: string) => (lowerCased !== "" && name.includes(lowerCased) ? 0 : distance(lowerCased, name))
  return [...names].sort((a, b) => score(a) - score(b) || a.localeCompare(b)).slice(0, count)
}
