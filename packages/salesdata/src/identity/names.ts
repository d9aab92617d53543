/** Compares the names in two records of one provider. Pure. */

/** Words that a name has or lacks without being another. */
const FORMS =
  /^(dr|miss|mr|mrs|ms|mx|prof|professor|the|and|pty|ltd|limited|proprietary|inc|incorporated|llc|plc|co|corp|corporation|company)$/

/** A name's words, whatever their order, accents, capitals and punctuation. */
const formOf = (name: string): string => {
  const words = name
    .normalize("NFKD")
    .replace(/[\p{M}'’.]/gu, "")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
  const ownWords = words.filter((word) => !FORMS.test(word))
  return (ownWords.length > 0 ? ownWords : words).toSorted().join(" ")
}

/**
 * Whether two names are those of different subjects. A short form or an initial may be anybody's, so it counts as
 * another name: to be wrong costs a lookup, and the opposite error shows the wrong person.
 */
export const areDifferent = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && formOf(one) !== formOf(other)
