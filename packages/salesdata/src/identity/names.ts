/** Compares the names in two records of one provider. Pure. */

/** Words that a name has or lacks without being another. */
const FORMS =
  /^(dr|miss|mrs?|ms|mx|prof(essor)?|the|and|pty|ltd|limited|proprietary|inc(orporated)?|llc|plc|co(mpany)?|corp(oration)?)$/

/**
 * A name's words, without accents, capitals and punctuation. Accents belong to no script. Marks that do, such as the vowel
 * signs of Devanagari, are letters, as are the two that Hiragana and Katakana share: without them, it would be another name.
 */
export const wordsOf = (name: string | null): ReadonlyArray<string> =>
  (name ?? "")
    .normalize("NFKD")
    .replace(/(?![\u3099\u309a])[\p{sc=Zinh}'’ʻʼ]|\.(?!\p{L}{2})/gu, "")
    .toLowerCase()
    // Unicode does not count a stroke as an accent.
    .replace(/[đłø]/g, (letter) => "dlo"["đłø".indexOf(letter)] ?? "")
    .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []

/** Words in the same order for names that differ in the order or form alone. */
export const formOf = (words: ReadonlyArray<string>): string => {
  const ownWords = words.filter((word) => !FORMS.test(word))
  return (ownWords.length > 0 ? ownWords : words).toSorted().join(" ")
}

/**
 * Whether two names are those of different subjects. A short form or an initial may be anybody's, so it counts as
 * another name: to be wrong costs a lookup, and the opposite error shows the wrong person.
 */
export const areDifferent = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && formOf(wordsOf(one)) !== formOf(wordsOf(other))
