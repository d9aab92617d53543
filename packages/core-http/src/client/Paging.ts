/**
 * Pages by the `Link` header (RFC 8288). A link is followed by its query alone, laid over our own endpoint: wherever its
 * path and host may point, no credential goes there.
 */

/** One value of a header: a target in angle brackets, and what stands behind it up to the next value. */
const LINK = /<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g
/** One parameter: `rel=next`, `rel="last next"`. */
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g

const relationsOf = (parameters: string): ReadonlyArray<string> => {
  for (const [, name = "", quotedValue, bare] of parameters.matchAll(PARAMETER)) {
    // Where it is given twice, the first counts.
    if (name.toLowerCase() === "rel") return (quotedValue ?? bare ?? "").toLowerCase().split(/\s+/)
  }
  return []
}

/** A relation in what stands outside of every link that can be read: the header is broken, or cut. */
const NEXT_OUTSIDE = /\brel\s*=\s*(?:"[^"]*\bnext\b|'?next\b)/i

const queryOf = (link: string, relation: "next" | "last"): URLSearchParams | undefined => {
  for (const [, target = "", parameters = ""] of link.matchAll(LINK)) {
    if (!relationsOf(parameters).includes(relation)) continue
    return new URLSearchParams(target.split("#", 1)[0]?.split("?").slice(1).join("?") ?? "")
  }
  return undefined
}

/**
 * The query of the next page; `undefined` where this is the last one. A header that names a next page in a way that cannot be
 * read gives "unreadable": this is not the last page, and whoever took it for that would lose the rest.
 */
export const linkNext = (headers: Readonly<Record<string, string>>): URLSearchParams | "unreadable" | undefined => {
  const { link } = headers
  if (link === undefined) return undefined
  const query = queryOf(link, "next")
  if (query !== undefined) return query.size === 0 ? "unreadable" : query
  return NEXT_OUTSIDE.test(link.replace(LINK, " ")) ? "unreadable" : undefined
}

/** The query of the last page; `undefined` where this is it, where it is not told, and where it cannot be read. */
export const linkLast = ({ link = "" }: Readonly<Record<string, string>>): URLSearchParams | undefined => {
  const query = queryOf(link, "last")
  return query?.size === 0 ? undefined : query
}
