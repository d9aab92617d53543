/**
 * Text that came from a provider is untrusted: it may hold control characters, zero-width or bidirectional marks,
 * and instructions meant for an agent. `clean` removes what cannot be seen; it does not judge what can.
 */

// C0 and C1 controls except tab and newline, line separators, and everything that Unicode gives no glyph: soft hyphen,
// zero-width and bidirectional marks, fillers, tags, variation selectors (but for the two that choose text or emoji).
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the point
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB]|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/gu

/** The text without characters that cannot be seen; half of a surrogate pair becomes U+FFFD. */
export const clean = (text: string): string => text.replace(INVISIBLE, "").toWellFormed()

/** One visible line of at most `maxChars` characters, for use inside an error message. */
export const line = (text: string, maxChars = 200): string => {
  const flat = clean(text).replace(/\s+/g, " ").trim()
  if (flat.length <= maxChars) return flat
  const cut = flat.slice(0, maxChars - 1)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

/** `clean` over every string of a JSON value, keys included. */
export const cleanJson = (value: unknown): unknown => {
  if (typeof value === "string") return clean(value)
  if (Array.isArray(value)) return value.map(cleanJson)
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [clean(key), cleanJson(item)]))
  }
  return value
}
