/** Where a text that others wrote names somebody: for erasing what is kept about one person or company. Pure. */

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/**
 * Matches lower-case text that holds one of these by itself: not the end of another address, nor the beginning of a longer
 * name. @param texts in lower case, at least one
 */
export const mention = (texts: ReadonlyArray<string>): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}@._+-])(?:${texts.map((text) => literal(text)).join("|")})(?![\\p{L}\\p{N}@_-]|\\.[\\p{L}\\p{N}])`,
    "u"
  )
