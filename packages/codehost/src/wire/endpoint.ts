/** Builds endpoints: each path segment is encoded, and query parameters that are undefined are left out. */

/** Encodes each segment of a path or branch; slashes stay. */
export const segments = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

/** A path in a repository without a slash at its beginning or end. */
export const trimSlashes = (path: string): string => path.replace(/^\//, "").replace(/\/$/, "")

/** A repository's endpoint. */
export const inRepository = ({ owner, repo }: { readonly owner: string; readonly repo: string }, rest = ""): string =>
  `/repos/${owner}/${repo}${rest}`

/** The parameters of a query; a list is joined by commas. */
export type Query = Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | undefined>>

/** An endpoint with its query; undefined parameters are left out. */
export const withQuery = (endpoint: string, query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === "" ? endpoint : `${endpoint}?${text}`
}

/** The fields of an object that are not undefined, so that a change holds only what the caller named. */
export const defined = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
