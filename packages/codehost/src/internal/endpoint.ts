/** Endpoints written from checked parts: each segment encoded by itself, queries without what was left out. */

/** A path's or branch's slashes stay; every segment is encoded by itself. */
export const segments = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

/** The path in a repository as the service wants it: from the root, without slashes around it. */
export const bare = (path: string): string => path.replace(/^\//, "").replace(/\/$/, "")

/** A repository's endpoint. */
export const inRepository = ({ owner, repo }: { readonly owner: string; readonly repo: string }, rest = ""): string =>
  `/repos/${owner}/${repo}${rest}`

/** What a query may hold; a list is joined by commas. */
export type Query = Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | undefined>>

/** An endpoint with a query; values that are left out are left out. */
export const withQuery = (endpoint: string, query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const written = parameters.toString()
  return written === "" ? endpoint : `${endpoint}?${written}`
}

/** An object's fields but those that are undefined, so that nothing is changed which was not named. */
export const given = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
