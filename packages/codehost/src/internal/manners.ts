/**
 * How the service wants to be called: writes one at a time and a second apart, searches two seconds apart, each resource
 * with a limit of its own. https://docs.github.com/en/rest/using-the-rest-api/best-practices-for-using-the-rest-api
 */
import type { CallRequest, Manners } from "@inlay/core-http/Client"

export const WRITE_LANE = "write"
export const SEARCH_LANE = "search"

/** Of a GraphQL document, what is no token of it: texts and comments. */
const NO_TOKENS = /"""(?:\\"""|(?!""")[\s\S])*"""|"(?:[^"\\\n\r]|\\.)*"|#[^\n\r]*/g

/** Whether a document may hold a mutation: the word is enough, wherever it stands. */
const isMutation = ({ body }: CallRequest): boolean =>
  typeof body?.["query"] !== "string" || /\bmutation\b/.test(body["query"].replace(NO_TOKENS, " "))

/** Whether a request changes nothing although it is a POST: a GraphQL query. */
export const onlyReads = (request: CallRequest): boolean =>
  request.method === "POST" && /^\/graphql\/?$/i.test(request.endpoint.split("?", 1)[0] ?? "") && !isMutation(request)

/** Which limit a call counts against, and in which lane it goes. */
export const manners = (request: CallRequest, path: string): Manners => {
  const found = path.toLowerCase()
  if (found === "/graphql") return { resource: "graphql", ...(isMutation(request) && { lane: WRITE_LANE }) }
  if (found === "/search/code") return { resource: "code_search", lane: SEARCH_LANE }
  if (found.startsWith("/search/")) return { resource: "search", lane: SEARCH_LANE }
  // Asking for the limits counts against none; it must work when they are used up.
  if (found === "/rate_limit") return { resource: "rate_limit" }
  return { resource: "core", ...(request.method !== "GET" && { lane: WRITE_LANE }) }
}

/** A record's other forms: `raw`, `html`, `diff`, `patch`, `sha`. Records with HTML in them are called JSON all the same. */
const OTHER_FORM = /^application\/vnd\.github(\.v3)?\.(raw|html|diff|patch|sha)(\+json)?$/

/** The few operations that answer a page or a line; anywhere else, such an answer is no answer of the API. */
const PAGES: Readonly<Record<string, RegExp>> = {
  "text/html": /^\/markdown(\/raw)?$/,
  "text/plain": /^\/zen$/,
  "application/octocat-stream": /^\/octocat$/
}

/** Whether an answer is text, not JSON. */
export const isText = (mediaType: string, path: string): boolean =>
  OTHER_FORM.test(mediaType) || (Object.hasOwn(PAGES, mediaType) && PAGES[mediaType]?.test(path) === true)
