/** Reads the cells of a list. Pure. */
/** What a text copied from a page or a document may contain unseen, such as a zero-width space. */
const UNSEEN = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/g

export const visible = (cell: string): string => cell.replace(UNSEEN, "")

/** What has no commas. An address of a page may have some. */
const PLAIN: ReadonlySet<string> = new Set(["email", "domain"])

/** What stands between two web addresses, many of which are written without their `https://`. */
const BETWEEN_PAGES = / ::: |[,;\s]{1,3}(?=https?:\/\/|www\.|(?:[a-z]{2,3}\.)?linkedin\.com\/)/i

/** The values of a cell: lists from Google Contacts and from CRMs may have several. */
export const valuesIn = (field: string, cell: string): ReadonlyArray<string> =>
  cell.split(PLAIN.has(field) ? / ::: |[,;\n]/ : BETWEEN_PAGES)
