/** Texts that plugins write in English, in another language. What has no translation stays in English. Pure. */

/** What a sentence with something of its own in it is replaced by; `$1` is what it holds. */
export type Sentences = ReadonlyArray<readonly [english: RegExp, text: string]>

export const translated =
  (texts: Readonly<Record<string, string>>, sentences: Sentences) =>
  (english: string): string =>
    Object.hasOwn(texts, english)
      ? (texts[english] ?? english)
      : sentences.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), english)
