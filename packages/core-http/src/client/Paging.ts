/**
 * Paging by the `Link` header (RFC 8288). Only the query of a link is used, on our own endpoint, so the credential goes
 * nowhere else, whatever path and host the link names.
 */

/** One value of the header: a target in angle brackets, followed by its parameters up to the next value. */
const LINK = /<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g
/** One parameter: `rel=next`, `rel="last next"`. Some servers write single quotes. */
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([^\s;,"]*)))?/g

const relationsOf = (parameters: string): ReadonlyArray<string> => {
  for (const [, name = "", ...values] of parameters.matchAll(PARAMETER)) {
    // If the parameter is given twice, the first counts.
    if (name.toLowerCase() === "rel") return values.join("").toLowerCase().split(/\s+/)
  }
  return []
}

/** What can only be outside of every link that can be parsed if the header is malformed or truncated. */
const OUTSIDE = /[<"]|\brel\s*=\s*'?next\b/i

const queryOf = (link: string, relation: "next" | "last"): URLSearchParams | undefined => {
  for (const [, target = "", parameters = ""] of link.matchAll(LINK)) {
    if (!relationsOf(parameters).includes(relation)) continue
    return new URLSearchParams(target.split("#", 1)[0]?.split("?").slice(1).join("?") ?? "")
  }
  return undefined
}

/**
 * Returns the query of the next page, or `undefined` if this is the last page. Returns "unreadable" if the header names
 * a next page in a way that cannot be parsed, or was cut: a caller that took this for the last page would lose the rest.
 */
export const linkNext = (headers: Readonly<Record<string, string>>): URLSearchParams | "unreadable" | undefined => {
  const { link } = headers
  if (link === undefined) return undefined
  const query = queryOf(link, "next")
  if (query !== undefined) return query.size === 0 ? "unreadable" : query
  return OUTSIDE.test(link.replace(LINK, " ")) ? "unreadable" : undefined
}

/**
 * Returns the query of the last page, or `undefined` if this is the last page, if none is named, or if it cannot be
 * parsed.
 */
export const linkLast = ({ link = "" }: Readonly<Record<string, string>>): URLSearchParams | undefined => {
  const query = queryOf(link, "last")
  return query?.size === 0 ? undefined : query
}
