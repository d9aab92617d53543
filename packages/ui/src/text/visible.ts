/**
 * Prepares foreign text for display and for copying. Characters that hide words or change their order (direction
 * overrides, tags, zero-width characters, controls) are shown as a mark that names them, and are left out of copies.
 * Every other character is unchanged. Pure and small, because the card in a page bundles it too.
 */
import type { CardValueKind } from "@inlay/agent-plugin/Card"

// oxlint-disable-next-line no-control-regex -- showing control characters is the point
const CONTROLS = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u2028\u2029\uFFF9-\uFFFB]/u

/**
 * Joiners and variation selectors shape emoji and the scripts that need them. They hide nothing if they follow a
 * character that they shape. https://www.unicode.org/reports/tr36/
 */
const LOOSE_JOINERS = /(?<!(?!\p{Script=Latin})[\p{L}\p{M}\p{Extended_Pictographic}\p{Emoji_Modifier}])[\u200C\u200D]/u
const LOOSE_SELECTORS = /(?<![\p{L}\p{M}\p{Emoji}])[\uFE00-\uFE0F]/u

/** LRM, RLM and ALM are part of right-to-left text. In a number or an address they only change its order. */
const DIRECTION_MARKS = /[\u200E\u200F\u061C]/u

const INVISIBLE = /(?![\u200C-\u200F\u061C]|[\uFE00-\uFE0F])\p{Default_Ignorable_Code_Point}/u

const runsOf = (...kinds: ReadonlyArray<RegExp>): RegExp =>
  new RegExp(`(?:${kinds.map(({ source }) => source).join("|")})+`, "gu")

const IN_TEXT = runsOf(CONTROLS, LOOSE_JOINERS, LOOSE_SELECTORS, INVISIBLE)
const IN_VALUES = runsOf(CONTROLS, LOOSE_JOINERS, LOOSE_SELECTORS, INVISIBLE, DIRECTION_MARKS)

const hiddenIn = (kind: CardValueKind): RegExp => (kind === "text" ? IN_TEXT : IN_VALUES)

const name = (text: string): string => `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`

/**
 * The text for display: `a‹U+202E›b` if it contains a direction override. Several in a row become one mark with their
 * number.
 */
export const visible = (text: string, kind: CardValueKind = "text"): string =>
  text.replace(hiddenIn(kind), (run) => {
    const { length } = [...run]
    return `‹${name(run)}${length > 1 ? ` ×${length}` : ""}›`
  })

/** The text for copying: on one line, without characters that hide words or change their order. */
export const copyable = (text: string, kind: CardValueKind = "text"): string =>
  text
    .replace(/[\t\r\n\u2028\u2029]+/g, " ")
    .replace(hiddenIn(kind), "")
    .toWellFormed()
    .trim()
