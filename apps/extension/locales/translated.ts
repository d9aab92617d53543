/** Translates texts that plugins write in English. A text without a translation stays in English. Pure. */

/**
 * Patterns for sentences with variable parts, and their translations; `$1` is the first variable part. A function gets
 * the whole match and the variable parts.
 */
export type Sentences = ReadonlyArray<
  readonly [english: RegExp, text: string | ((...parts: ReadonlyArray<string>) => string)]
>

export const translated =
  (texts: Readonly<Record<string, string>>, sentences: Sentences) =>
  (english: string): string =>
    Object.hasOwn(texts, english)
      ? (texts[english] ?? english)
      : sentences.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement as string), english)
