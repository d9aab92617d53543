/**
 * Text that came from a provider is untrusted: it may hold control characters, zero-width or bidirectional marks,
 * and instructions meant for an agent. As data it passes on unchanged, since what is read may be written back;
 * `hiddenCharacters` says beside it what a reader would not see. `clean` and `line` are for text that is drawn: on a
 * terminal, in a page, within an error message.
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
  // Of a long text the beginning is enough, also where most of it cannot be seen.
  const flat = clean(text.slice(0, maxChars * 50))
    .replace(/\s+/g, " ")
    .trim()
  if (flat.length <= maxChars) return flat
  const cut = flat.slice(0, maxChars - 1)
  return `${cut.isWellFormed() ? cut : cut.slice(0, -1)}…`
}

/**
 * Words of others within a sentence of ours, marked as theirs: one line between “ and ”, which nothing in it can close.
 * Whoever reads knows by these marks where our own words end.
 */
export const quote = (text: string, maxChars = 200): string => `“${line(text, maxChars).replace(/[“”„‟]/g, '"')}”`

/** The end of a sentence of ours: what others said after a colon, as a sentence, or nothing where they said nothing. */
export const quoted = (text: string): string => {
  const words = line(text)
  return words === "" ? "." : `: ${quote(/[.!?…]$/.test(words) ? words : `${words}.`, 201)}`
}

/** A key of somebody's JSON within a line of ours: as it is where it is a name, and quoted where it might be a sentence. */
export const key = (name: string): string => (/^[\w$.@:/+-]{1,60}$/.test(name) ? name : quote(name, 60))

/** `clean` over every string of a JSON value, keys included: for a value that is drawn, never for one that is passed on. */
export const cleanJson = (value: unknown): unknown => {
  if (typeof value === "string") return clean(value)
  if (Array.isArray(value)) return value.map(cleanJson)
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), cleanJson(item)]))
  }
  return value
}

interface Kind {
  readonly name: string
  readonly characters: RegExp
}

/**
 * What hides words from a reader or turns their order. Joiners within words (Persian, Indic scripts, emoji), direction marks,
 * a byte order mark at a text's start, line ends and tabs are how text is written, and not among them.
 * https://www.unicode.org/reports/tr36/
 */
const HIDING: ReadonlyArray<Kind> = [
  { name: "direction overrides or isolates", characters: /[\u202A-\u202E\u2066-\u2069]/g },
  { name: "tag characters", characters: /[\u{E0000}-\u{E007F}]/gu },
  { name: "variation selectors", characters: /[\u{E0100}-\u{E01EF}]|[\uFE00-\uFE0F](?=[\uFE00-\uFE0F])/gu },
  {
    name: "zero-width characters",
    // Joiners only where they join nothing: after a Latin letter, or several in a row.
    characters:
      /[\u200B\u2060-\u2065\u206A-\u206F]|(?<!^)\uFEFF|(?<=[A-Za-z])[\u200C\u200D]|[\u200C\u200D](?=[\u200C\u200D])/g
  },
  { name: "fillers without a glyph", characters: /[\u034F\u17B4\u17B5\u00AD\u115F\u1160\u180E\u3164\uFFA0]/g },
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  { name: "control characters", characters: /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F]/g }
]

/** A region's flag is written with tags: https://www.unicode.org/reports/tr51/#def_emoji_tag_sequence */
const FLAG = /\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}/gu

/** Whether a text is worth a closer look: most hold none of it. */
const MAY_HIDE =
  // oxlint-disable-next-line no-control-regex -- as above
  /[\u034F\u17B4\u17B5\uFE00-\uFE0F\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u115F\u1160\u180E\u200B-\u200D\u202A-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E01EF}]/u

const MAX_LINES = 20

const hidingIn = (text: string): string => {
  if (!MAY_HIDE.test(text)) return ""
  const plain = text.replace(FLAG, "")
  return HIDING.flatMap(({ name, characters }) => {
    const count = plain.match(characters)?.length ?? 0
    return count === 0 ? [] : [`${count} ${name}`]
  }).join(", ")
}

/**
 * Where a JSON value's texts and keys hold characters that hide words or turn them, a line each: `items.0.body: 3 tag
 * characters`. At most 20 lines, and one that says how many more there are. The value itself passes on unchanged.
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
