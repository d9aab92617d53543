/**
 * What differs for requests that browsers do not send: GraphQL's limits, and failures in responses of success.
 */
import type { CallRequest, RawAnswer, RequestPolicy } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"

import * as Rest from "./errors.ts"
import { graphqlFailure } from "./reasons/graphql-errors.ts"
import * as RestPolicy from "./request-policy.ts"

/**
 * Matches the strings and comments of a GraphQL document. What follows a quotation mark that nothing closes is a group:
 * it is no string, but looking for its end again from each quotation mark in it would take minutes.
 */
const NO_TOKENS = /"""(?:\\"""|(?!""")[^])*"""|("""[^]*)|"(?:[^"\\\n\r]|\\.)*"|("[^\n\r]*)|#[^\n\r]*/g

/** Whether a document may contain a mutation. The word `mutation` outside strings and comments is enough. */
const isMutation = ({ body }: CallRequest): boolean =>
  typeof body?.["query"] !== "string" || /\bmutation\b/.test(body["query"].replace(NO_TOKENS, " $1$2"))

/** Whether a request is a GraphQL query: a POST that changes nothing. */
export const onlyReads = (request: CallRequest): boolean =>
  request.method === "POST" && /^\/graphql\/?$/i.test(request.endpoint.split("?", 1)[0] ?? "") && !isMutation(request)

/** Returns the rate limit that a call counts against, and the lane in which it waits its turn. */
export const requestPolicy = (request: CallRequest, path: string): RequestPolicy =>
  path.toLowerCase() === "/graphql"
    ? { resource: "graphql", ...(isMutation(request) && { lane: RestPolicy.WRITE_LANE }) }
    : RestPolicy.requestPolicy(request, path)

/** The service computes statistics when they are first asked for: https://docs.github.com/en/rest/metrics/statistics */
const NOT_YET: Reason = {
  _tag: "Unavailable",
  status: 202,
  what: "The service is still computing the answer.",
  remedy: { to: "retry" }
}

/** Returns why a response is a failure, or `undefined` if it is not one. The path is relative to the base address. */
export const failureOf = (answer: RawAnswer, path: string, method: CallRequest["method"]): Reason | undefined => {
  if (answer.status === 202 && method === "GET" && path.includes("/stats/")) return NOT_YET
  return answer.status < 400 && path === "/graphql" ? graphqlFailure(answer) : Rest.failureOf(answer, path, method)
}
