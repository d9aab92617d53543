// Words of a query in words of a text: whole words, whatever their case; a phrase is words that follow each other.

const wordsOf = (text: string): string =>
  ` ${
    text
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu)
      ?.join(" ") ?? ""
  } `

const known = new Map<string, string>()
const mostKnown = 20_000

/** A text taken apart is kept, as the same texts are searched again and again. */
const indexed = (text: string): string => {
  const words = known.get(text) ?? wordsOf(text)
  if (known.size >= mostKnown) known.clear()
  known.set(text, words)
  return words
}

/** Whether a text has a word or a phrase; what has no word in it is in every text. */
export const phraseTest = (phrase: string): ((text: string) => boolean) => {
  const words = wordsOf(phrase)
  return words.trim() === "" ? () => true : (text) => indexed(text).includes(words)
}
