// Normalises names for slugs, domains, e-mail addresses and searching.

/** `Tūhaka O'Brien` becomes `tuhaka obrien`: no marks, no apostrophes, lower case, single spaces. */
export const fold = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[đĐ]/g, "d")
    .replaceAll(/['’ʻ`]/g, "")
    .toLowerCase()
    .replaceAll("&", " and ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()

export const slugOf = (text: string): string => fold(text).replaceAll(" ", "-")

/** Keeps macrons and other diacritics, as some real addresses do. */
export const markedSlugOf = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replaceAll(/['’ʻ`]/g, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")

/** Returns `name` or, if it is taken, `name-2`, `name-3` and so on. Adds the result to `names`. */
export const unique = (names: Set<string>, name: string, suffix: (n: number) => string): string => {
  let candidate = name
  for (let n = 2; names.has(candidate); n += 1) candidate = suffix(n)
  names.add(candidate)
  return candidate
}
