/**
 * Recognizes GraphQL failures, which have status 200. A partial response counts as a success; its `errors` list what
 * failed.
 */
import { readRateLimit } from "@inlay/core-http/Budget"
import { rateLimited, type RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { missingRight } from "./rights.ts"

interface Problem {
  readonly type: string
  readonly message: string
}

const problemsOf = (errors: unknown): ReadonlyArray<Problem> =>
  (Array.isArray(errors) ? errors : []).slice(0, 20).map((error: unknown) => {
    const { type, message } = (typeof error === "object" && error !== null ? error : {}) as Readonly<
      Record<string, unknown>
    >
    return {
      type: typeof type === "string" ? type : "",
      message: typeof message === "string" ? ProviderText.line(message) : "it failed"
    }
  })

const isAnswered = (data: unknown): boolean =>
  typeof data === "object" && data !== null && Object.values(data).some((value) => value !== null)

const reasonOf = (problem: Problem, what: string, answer: RawAnswer): Reason => {
  switch (problem.type) {
    case "NOT_FOUND":
      return { _tag: "NotFound", what, remedy: { to: "checkNames" } }
    case "FORBIDDEN":
    case "INSUFFICIENT_SCOPES": {
      const scopes = /scopes?: \[([\w:'", ]*)\]/.exec(problem.message)?.[1]?.replace(/['"]/g, "")
      const { needs = scopes === undefined ? undefined : `the scope ${scopes}`, remedy } = missingRight(answer.headers)
      return { _tag: "Forbidden", what, remedy, ...(needs !== undefined && { needs }) }
    }
    case "RATE_LIMITED": {
      const limit = readRateLimit(answer.headers, answer.receivedAtMillis)
      return rateLimited(
        limit === undefined
          ? undefined
          : Math.max(1, Math.ceil((limit.resetsAtMillis - answer.receivedAtMillis) / 1000))
      )
    }
    case "UNPROCESSABLE":
      return { _tag: "Conflict", what, remedy: { to: "readAgain" } }
    default:
      return { _tag: "Invalid", what, remedy: { to: "correctInput" }, fields: [] }
  }
}

/** Returns why a GraphQL response is a failure, or `undefined` if it contains any data. */
export const graphqlFailure = (answer: RawAnswer): Reason | undefined => {
  const { body } = answer
  if (typeof body !== "object" || body === null || !("errors" in body)) return undefined
  const problems = problemsOf(body.errors)
  const [first] = problems
  if (first === undefined || ("data" in body && isAnswered(body.data))) return undefined
  const words = problems.map(({ message }) => message).join("; ")
  return reasonOf(first, `The service answered${ProviderText.quoted(words)}`, answer)
}
