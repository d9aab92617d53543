/**
 * Wraps plain text to a width: between words, or within a word that is too long for a line, preferably after a
 * character such as a slash or a hyphen. Code keeps its indentation.
 */
import { widthOf } from "./Screen.ts"

export interface WrapOptions {
  /** Do not break a word that is too long, so that it can be copied. */
  readonly keepWords?: boolean
}

/** Characters after which a long word is broken, if the first part fills at least half of the line. */
const BREAKABLE = /^.*[/\-_.:,@=&?](?=.)/su

/** Splits a part that fills the line at the best position. Returns the line and the remainder. */
const brokenAt = (part: string, width: number): readonly [string, string] => {
  const [head = ""] = BREAKABLE.exec(part) ?? []
  return widthOf(head) * 2 >= width ? [head, part.slice(head.length)] : [part, ""]
}

/** The characters of a text as readers see them. */
const graphemesOf = (text: string): Iterable<Intl.SegmentData> =>
  // Created on demand: the first segmenter of a process takes 10 ms.
  new Intl.Segmenter(undefined, { granularity: "grapheme" }).segment(text)

/** The longest beginning of a text that fits in a width. */
export const beginningOf = (text: string, width: number): string => {
  let beginning = ""
  for (const { segment } of graphemesOf(text)) {
    if (widthOf(beginning + segment) > width) break
    beginning += segment
  }
  return beginning
}

const pieces = (word: string, width: number): ReadonlyArray<string> => {
  const parts: Array<string> = []
  let part = ""
  for (const { segment } of graphemesOf(word)) {
    if (part !== "" && widthOf(part + segment) > width) {
      const [head, rest] = brokenAt(part, width)
      parts.push(head)
      part = rest
    }
    part += segment
  }
  return [...parts, part]
}

/** The words of a line. The first one keeps the line's indentation, up to half of the width. */
const wordsOf = (line: string, width: number): ReadonlyArray<string> => {
  const [first, ...others] = line.split(/ +/).filter((part) => part !== "")
  if (first === undefined) return []
  const indent = Math.min(line.search(/[^ ]/), Math.floor(width / 2))
  return [" ".repeat(indent) + first, ...others]
}

const wrapLine = (line: string, width: number, options: WrapOptions): ReadonlyArray<string> => {
  if (widthOf(line) <= width) return [line]
  const lines: Array<string> = []
  let current = ""
  for (const word of wordsOf(line, width)) {
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

/** Returns at least one line. Keeps the text's own line breaks. */
export const wrap = (text: string, width: number, options: WrapOptions = {}): ReadonlyArray<string> =>
  text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width), options))

/** Wraps text to the screen and indents each line. */
export const indentLines = (text: string, columns: number, indent: number): string =>
  wrap(text, columns - indent)
    .map((line) => " ".repeat(indent) + line)
    .join("\n")
