/**
 * The service's rules for clients: send writes one at a time, one second apart, and searches two seconds apart; every
 * resource has its own rate limit.
 * https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
 */
import type { CallRequest, RequestPolicy } from "@inlay/core-http/Client"

export const WRITE_LANE = "write"
export const SEARCH_LANE = "search"

/** Returns the rate limit that a REST call counts against, and the lane in which it waits its turn. */
export const requestPolicy = (request: CallRequest, path: string): RequestPolicy => {
  const lowerPath = path.toLowerCase()
  if (lowerPath === "/search/code") return { resource: "code_search", lane: SEARCH_LANE }
  if (lowerPath.startsWith("/search/")) return { resource: "search", lane: SEARCH_LANE }
  // Reading the rate limits counts against none of them, and must work when they are used up.
  if (lowerPath === "/rate_limit") return { resource: "rate_limit" }
  return { resource: "core", ...(request.method !== "GET" && { lane: WRITE_LANE }) }
}

/** Media types of records in a form other than JSON: `raw`, `html`, `diff`, `patch`, `sha`. */
const OTHER_FORM = /^application\/vnd\.github(\.v3)?\.(raw|html|diff|patch|sha)(\+json)?$/

/**
 * The few endpoints that return HTML or plain text. Such a response from any other endpoint does not come from the API.
 */
const PAGES: Readonly<Record<string, RegExp>> = {
  "text/html": /^\/markdown(\/raw)?$/,
  "text/plain": /^\/zen$/,
  "application/octocat-stream": /^\/octocat$/
}

/** Whether a response is text instead of JSON. */
export const isText = (mediaType: string, path: string): boolean =>
  OTHER_FORM.test(mediaType) || (Object.hasOwn(PAGES, mediaType) && PAGES[mediaType]?.test(path) === true)
