/**
 * Pages by the `Link` header (RFC 8288). A link is followed by its query alone, laid over our own endpoint: wherever its
 * path and host may point, no credential goes there.
 */

/** One value of a header: a target in angle brackets, and what stands behind it up to the next value. */
const LINK = /<([^<>]*)>((?:[^,"]|"(?:[^"\\]|\\.)*")*)/g
/** One parameter: `rel=next`, `rel="last next"`. */
const PARAMETER = /;\s*([^\s=;,"]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g

const relationsOf = (parameters: string): ReadonlyArray<string> => {
  for (const [, name = "", quoted, bare] of parameters.matchAll(PARAMETER)) {
    // Where it is given twice, the first counts.
    if (name.toLowerCase() === "rel") return (quoted ?? bare ?? "").toLowerCase().split(/\s+/)
  }
  return []
}

const queryOf = (headers: Readonly<Record<string, string>>, relation: "next" | "last"): URLSearchParams | undefined => {
  for (const [, target = "", parameters = ""] of (headers["link"] ?? "").matchAll(LINK)) {
    if (!relationsOf(parameters).includes(relation)) continue
    const query = target.split("#", 1)[0]?.split("?").slice(1).join("?") ?? ""
    return query === "" ? undefined : new URLSearchParams(query)
  }
  return undefined
}

/** The query of the next page; `undefined` where this is the last one. */
export const linkNext = (headers: Readonly<Record<string, string>>): URLSearchParams | undefined =>
  queryOf(headers, "next")

/** The query of the last page; `undefined` where this is it, or where it is not told. */
export const linkLast = (headers: Readonly<Record<string, string>>): URLSearchParams | undefined =>
  queryOf(headers, "last")
