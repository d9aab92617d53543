/**
 * Handles untrusted text from providers, which may contain control characters, zero-width or bidirectional marks, and
 * instructions meant for an agent. As data it is passed on unchanged, since it may be written back after it was read;
 * `hiddenCharacters` reports separately what a reader would not see. `clean` and `line` are for text that is displayed:
 * on a terminal, in a page, or in an error message.
 */

// C0 and C1 controls except tab and newline, line separators, and everything to which Unicode gives no glyph: soft
// hyphen, zero-width and bidirectional marks, fillers, tags, variation selectors (except the two that choose text or
// emoji).
const INVISIBLE =
  // oxlint-disable-next-line no-control-regex -- removing control characters is the point
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB]|(?![\uFE0E\uFE0F])\p{Default_Ignorable_Code_Point}/gu

/** Removes invisible characters. Half of a surrogate pair becomes U+FFFD. */
export const clean = (text: string): string => text.replace(INVISIBLE, "").toWellFormed()

/** Returns one visible line of at most `maxChars` characters, for use in an error message. */
export const line = (text: string, maxChars = 200): string => {
  // For a long text the beginning is enough, even if most of it is invisible.
  const flat = clean(text.slice(0, maxChars * 50))
    .replace(/\s+/g, " ")
    .trim()
  if (flat.length <= maxChars) return flat
  const cut = flat.slice(0, maxChars - 1)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

/**
 * Quotes foreign text within a sentence of ours: one line between “ and ”, which the text itself cannot close. These
 * marks show readers where our own words end.
 */
export const quote = (text: string, maxChars = 200): string => `“${line(text, maxChars).replace(/[“”„‟]/g, '"')}”`

/**
 * Returns the end of a sentence of ours: a colon and the quoted text as a sentence, or only a full stop if the text is
 * empty.
 */
export const quoted = (text: string): string => {
  const words = line(text)
  return words === "" ? "." : `: ${quote(/[.!?…]$/.test(words) ? words : `${words}.`, 201)}`
}

/**
 * Returns a key of foreign JSON for use in a line of ours: unchanged if it is a simple name, otherwise quoted, since it
 * might be a sentence.
 */
export const key = (name: string): string => (/^[\w$.@:/+-]{1,60}$/.test(name) ? name : quote(name, 60))

/**
 * Applies `clean` to every string of a JSON value, including keys. For values that are displayed, never for values that
 * are passed on.
 */
export const cleanJson = (value: unknown): unknown => {
  if (typeof value === "string") return clean(value)
  if (Array.isArray(value)) return value.map(cleanJson)
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), cleanJson(item)]))
  }
  return value
}

interface Kind {
  /** With `(s)` where the plural has an s. */
  readonly name: string
  readonly characters: RegExp
}

/**
 * Characters that hide words from a reader or change their order. Joiners within words (Persian, Indic scripts, emoji),
 * direction marks, a byte order mark at the start of a text, line ends and tabs are ordinary text and not included.
 * https://www.unicode.org/reports/tr36/
 */
const HIDING: ReadonlyArray<Kind> = [
  { name: "direction override(s) or isolate(s)", characters: /[\u202A-\u202E\u2066-\u2069]/g },
  { name: "tag character(s)", characters: /[\u{E0000}-\u{E007F}]/gu },
  { name: "variation selector(s)", characters: /[\u{E0100}-\u{E01EF}]|[\uFE00-\uFE0F](?=[\uFE00-\uFE0F])/gu },
  {
    name: "zero-width character(s)",
    // Joiners only where they join nothing: after a Latin letter, or several in a row.
    characters:
      /[\u200B\u2060-\u2065\u206A-\u206F]|(?<!^)\uFEFF|(?<=[A-Za-z])[\u200C\u200D]|[\u200C\u200D](?=[\u200C\u200D])/g
  },
  { name: "filler(s) without a glyph", characters: /[\u034F\u17B4\u17B5\u00AD\u115F\u1160\u180E\u3164\uFFA0]/g },
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  { name: "control character(s)", characters: /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g }
]

/** The flag of a region is written with tags: https://www.unicode.org/reports/tr51/#def_emoji_tag_sequence */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu

/** A fast first check, since most texts contain no such characters. */
const MAY_HIDE =
  // oxlint-disable-next-line no-control-regex -- as above
  /[\u034F\u17B4\u17B5\uFE00-\uFE0F\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u115F\u1160\u180E\u200B-\u200D\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E01EF}]/u

const MAX_LINES = 20

const hidingIn = (text: string): string => {
  if (!MAY_HIDE.test(text)) return ""
  const plain = text.replace(FLAG, "")
  return HIDING.flatMap(({ name, characters }) => {
    const count = plain.match(characters)?.length ?? 0
    return count === 0 ? [] : [`${count} ${name.replaceAll("(s)", count === 1 ? "" : "s")}`]
  }).join(", ")
}

/**
 * Lists where the texts and keys of a JSON value contain characters that hide words or change their order, one line per
 * place: `items.0.body: 3 tag characters`. At most 20 lines, plus one that says how many more there are. The value
 * itself is not changed.
 */
export const hiddenCharacters = (value: unknown): ReadonlyArray<string> => {
  const lines: Array<string> = []
  const look = (node: unknown, path: string): void => {
    if (typeof node === "string") {
      const hiding = hidingIn(node)
      if (hiding !== "") lines.push(`${path === "" ? "the text" : path}: ${hiding}`)
    } else if (typeof node === "object" && node !== null) {
      for (const [name, item] of Object.entries(node)) {
        const hiding = hidingIn(name)
        if (hiding !== "") lines.push(`a key of ${path === "" ? "the answer" : path}: ${hiding}`)
        look(item, path === "" ? key(name) : `${path}.${key(name)}`)
      }
    }
  }
  look(value, "")
  return lines.length <= MAX_LINES
    ? lines
    : [...lines.slice(0, MAX_LINES), `and ${lines.length - MAX_LINES} more places`]
}
