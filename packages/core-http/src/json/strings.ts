/** Finds the ends of strings in a JSON text. */

const BACKSLASH = 92

/** Returns whether the character at an index belongs to the escape that the backslash before it begins. */
export const isEscaped = (text: string, at: number): boolean => {
  let slashes = 0
  while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++
  return slashes % 2 === 1
}

/**
 * Returns the index behind a string's closing quote, given its opening quote, or `undefined` if there is none before
 * `limit`.
 */
export const endOfString = (text: string, start: number, limit = text.length): number | undefined => {
  for (let at = text.indexOf('"', start + 1); at >= 0 && at < limit; at = text.indexOf('"', at + 1)) {
    if (!isEscaped(text, at)) return at + 1
  }
  return undefined
}
