/** Builds endpoints: each path segment is encoded, and query parameters that are undefined are left out. */

/** Encodes each segment of a path or branch and keeps the slashes. */
export const segments = (path: string): string => path.split("/").map(encodeURIComponent).join("/")

/** Removes the slash at the beginning and end of a repository path. */
export const trimSlashes = (path: string): string => path.replace(/^\//, "").replace(/\/$/, "")

interface Repository {
  readonly owner: string
  readonly repo: string
}

/** Returns `owner/repo`. */
export const fullName = ({ owner, repo }: Repository): string => `${owner}/${repo}`

/** Returns the endpoint of a repository, or one below it. */
export const inRepository = (repository: Repository, rest = ""): string => `/repos/${fullName(repository)}${rest}`

/** Query parameters; a list is joined with commas. */
export type Query = Readonly<Record<string, string | number | boolean | ReadonlyArray<string> | undefined>>

/** Appends a query to an endpoint; undefined parameters are left out. */
export const withQuery = (endpoint: string, query: Query): string => {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, String(value))
  }
  const text = parameters.toString()
  return text === "" ? endpoint : `${endpoint}?${text}`
}
