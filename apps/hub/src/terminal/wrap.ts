/**
 * Breaks plain text into lines of a width: between words, or inside one that is too long for a line, there behind a sign
 * such as a slash or a hyphen.
 */
import { widthOf } from "./Screen.ts"

export interface WrapOptions {
  /** Keep a word that is too long in one piece, so that it can be copied. */
  readonly keepWords?: boolean
}

/** Behind these signs a name or an address is broken, where that fills at least half of the line. */
const BREAKABLE = /^.*[/\-_.:,@=&?](?=.)/su

/** A part that fills the line, up to where it is best broken, and what goes to the next line. */
const brokenAt = (part: string, width: number): readonly [string, string] => {
  const [head = ""] = BREAKABLE.exec(part) ?? []
  return widthOf(head) * 2 >= width ? [head, part.slice(head.length)] : [part, ""]
}

const pieces = (word: string, width: number): ReadonlyArray<string> => {
  // Made when it is needed: the first one in a process takes 10 ms.
  const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" })
  const parts: Array<string> = []
  let part = ""
  for (const { segment } of graphemes.segment(word)) {
    if (part !== "" && widthOf(part + segment) > width) {
      const [head, rest] = brokenAt(part, width)
      parts.push(head)
      part = rest
    }
    part += segment
  }
  return [...parts, part]
}

const wrapLine = (line: string, width: number, options: WrapOptions): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let current = ""
  for (const word of line.split(/ +/).filter((part) => part !== "")) {
    const longer = current === "" ? word : `${current} ${word}`
    if (widthOf(longer) <= width) {
      current = longer
      continue
    }
    if (current !== "") lines.push(current)
    const parts = options.keepWords === true || widthOf(word) <= width ? [word] : pieces(word, width)
    lines.push(...parts.slice(0, -1))
    current = parts.at(-1) ?? ""
  }
  return [...lines, current]
}

/** At least one line; line breaks of the text stay. */
export const wrap = (text: string, width: number, options: WrapOptions = {}): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width), options))

/** Wrapped to the screen, each line after an indent. */
export const indentLines = (text: string, columns: number, indent: number): string =>
  wrap(text, columns - indent)
    .map((line) => " ".repeat(indent) + line)
    .join("\n")
