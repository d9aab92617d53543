// Matches whole words case-insensitively. A phrase matches consecutive words.

const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu)
      ?.join(" ") ?? ""
  } `

const cache = new Map<string, string>()
const mostTexts = 20_000

/** Caches the words of a text, because the same texts are searched repeatedly. */
const indexedWords = (text: string): string => {
  const words = cache.get(text) ?? wordsOf(text)
  if (cache.size >= mostTexts) cache.clear()
  cache.set(text, words)
  return words
}

/** Tests whether a text contains a word or phrase. A phrase without words matches every text. */
export const phraseTest = (phrase: string): ((text: string) => boolean) => {
  const words = wordsOf(phrase)
  return words.trim() === "" ? () => true : (text) => indexedWords(text).includes(words)
}
