// Words of a query in words of a text: whole words, whatever their case; a phrase is words that follow each other.

const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu)
      ?.join(" ") ?? ""
  } `

const cache = new Map<string, string>()
const mostTexts = 20_000

/** A text taken apart is kept, as the same texts are searched again and again. */
const indexedWords = (text: string): string => {
  const words = cache.get(text) ?? wordsOf(text)
  if (cache.size >= mostTexts) cache.clear()
  cache.set(text, words)
  return words
}

/** Whether a text has a word or a phrase; what has no word in it is in every text. */
export const phraseTest = (phrase: string): ((text: string) => boolean) => {
  const words = wordsOf(phrase)
  return words.trim() === "" ? () => true : (text) => indexedWords(text).includes(words)
}
