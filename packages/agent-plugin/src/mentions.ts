/** Finds mentions of a person or company in text that others wrote, for erasing stored data about them. Pure. */

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/**
 * Matches lower-case text that contains one of these texts as a whole: not as the end of another address, nor as the
 * beginning of a longer name.
 * @param texts in lower case, at least one
 */
export const mention = (texts: ReadonlyArray<string>): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}@._+-])(?:${texts.map((text) => literal(text)).join("|")})(?![\\p{L}\\p{N}@_-]|\\.[\\p{L}\\p{N}])`,
    "u"
  )
