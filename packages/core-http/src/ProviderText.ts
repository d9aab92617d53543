/**
 * Text that came from a provider is untrusted: it may hold control characters, zero-width or bidirectional marks,
 * and instructions meant for an agent. `clean` removes what cannot be seen; it does not judge what can.
 */

// C0 and C1 controls except tab and newline, soft hyphen, zero-width, bidirectional and invisible format characters, tags.
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the point
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u00AD\u061C\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB]|[\u{E0000}-\u{E007F}]/gu

/** The text without characters that cannot be seen. */
export const clean = (text: string): string => text.replace(INVISIBLE, "")

/** One visible line of at most `maxChars` characters, for use inside an error message. */
export const line = (text: string, maxChars = 200): string => {
  const flat = clean(text).replace(/\s+/g, " ").trim()
  return flat.length > maxChars ? `${flat.slice(0, maxChars - 1)}…` : flat
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
