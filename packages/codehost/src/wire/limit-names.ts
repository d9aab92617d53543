/** User-facing names of the service's rate limits: https://docs.github.com/rest/rate-limit/rate-limit */
const NAMES: Readonly<Record<string, string>> = {
  core: "Requests",
  search: "Searches",
  code_search: "Code searches",
  graphql: "GraphQL points",
  rate_limit: "Rate limit checks"
}

/** @returns `undefined` for a limit that this package does not use */
export const limitName = (resource: string): string | undefined =>
  Object.hasOwn(NAMES, resource) ? NAMES[resource] : undefined
