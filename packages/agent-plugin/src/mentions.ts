/** Finds mentions of a person or company in text that others wrote, for erasing stored data about them. Pure. */

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** A path follows a host, and any other identifier begins where it is not the end of a longer one. */
const beginningOf = (text: string): string => (text.startsWith("/") ? "" : "(?<![\\p{L}\\p{N}@._+-])")

const decoded = (bytes: string): string => {
  try {
    return decodeURIComponent(bytes)
  } catch {
    return bytes
  }
}

/** A text in lower case, without percent-encoded letters beyond ASCII: an encoded capital is another letter. */
export const searchable = (text: string): string => text.replace(/(?:%[89a-f][\da-f])+/gi, decoded).toLowerCase()

/**
 * Matches searchable text that contains one of these texts as a whole: not as the end of another address, nor as the
 * beginning of a longer name.
 * @param texts at least one; those of pages are percent-encoded
 */
export const mention = (texts: ReadonlyArray<string>): RegExp =>
  new RegExp(
    `(?:${texts.map((text) => beginningOf(text) + literal(searchable(text))).join("|")})(?![\\p{L}\\p{N}@_-]|\\.[\\p{L}\\p{N}])`,
    "u"
  )
