/**
 * Recognizes GraphQL failures, which have status 200. A partial response counts as a success; its `errors` list what
 * failed.
 */
import type { RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { refusal } from "./refusals.ts"
import { missingRight } from "./rights.ts"
import { after, fieldsOf, messageOf } from "./service-words.ts"
import { waitOf } from "./waits.ts"

interface Problem {
  readonly type: string
  readonly message: string
  /** Whether the error names the part of the data that it is about. */
  readonly hasPath: boolean
}

const problemsOf = (errors: unknown): ReadonlyArray<Problem> =>
  (Array.isArray(errors) ? errors : []).slice(0, 20).map((error: unknown) => {
    const { type, message, path } = fieldsOf(error)
    return {
      type: typeof type === "string" ? type : "",
      message: typeof message === "string" ? ProviderText.line(message) : "it failed",
      hasPath: Array.isArray(path)
    }
  })

/** Whether any part of the data is there. */
export const isAnswered = (data: unknown): boolean => Object.values(fieldsOf(data)).some((value) => value !== null)

/** Returns the wait that a message asks for. Limits of this API have the status 200, and other APIs' words. */
const waitIn = (answer: RawAnswer, { type, message }: Pick<Problem, "type" | "message">): Reason | undefined =>
  waitOf({ ...answer, status: /^RATE_LIMIT(ED)?$/.test(type) ? 429 : 403, body: { message } })

/** The service gave up in the middle. A change was often made all the same. */
const BROKEN_OFF = /^something went wrong while executing your query|timed? ?out/i

const brokenOff = (what: string): Reason => ({
  _tag: "Unavailable",
  status: 502,
  what,
  remedy: { to: "retry", orSee: "statusPage" }
})

const reasonOf = (problem: Problem, what: string, answer: RawAnswer): Reason => {
  switch (problem.type) {
    case "NOT_FOUND":
      return { _tag: "NotFound", what, remedy: { to: "checkNames" } }
    case "FORBIDDEN":
    case "INSUFFICIENT_SCOPES": {
      const reason = refusal(403, { message: problem.message })
      if (reason !== undefined) return reason
      const scopes = /scopes?: \[([\w:'", ]*)\]/.exec(problem.message)?.[1]?.replace(/['"]/g, "")
      const { needs = scopes === undefined ? undefined : `the scope ${scopes}`, remedy } = missingRight(answer.headers)
      return { _tag: "Forbidden", what, remedy, ...(needs !== undefined && { needs }) }
    }
    case "UNPROCESSABLE":
      return (
        waitIn(answer, problem) ??
        refusal(422, { message: problem.message }) ?? { _tag: "Conflict", what, remedy: { to: "readAgain" } }
      )
    default: {
      const wait = waitIn(answer, problem)
      if (wait !== undefined) return wait
      if (BROKEN_OFF.test(problem.message)) return brokenOff(what)
      // A limit of one query, in nodes or in work: https://docs.github.com/en/graphql/overview/resource-limitations
      return {
        _tag: "Invalid",
        what,
        remedy: { to: /LIMIT/.test(problem.type) ? "askForLess" : "correctInput" },
        fields: []
      }
    }
  }
}

/**
 * Returns why a query's partial response is a failure: an error that is about no part of the data, or a limit, so the
 * data may end anywhere. Returns `undefined` if only named parts are missing.
 */
export const queryFailure = (answer: RawAnswer): Reason | undefined => {
  const problem = problemsOf(fieldsOf(answer.body)["errors"]).find(
    ({ hasPath, type }) => !hasPath || /LIMIT/.test(type)
  )
  if (problem === undefined) return undefined
  return reasonOf(problem, `The service answered a part of the query${after(problem.message)}`, answer)
}

/** Returns why a GraphQL response is a failure, or `undefined` if it contains any data. */
export const graphqlFailure = (answer: RawAnswer): Reason | undefined => {
  const { data, errors } = fieldsOf(answer.body)
  const problems = problemsOf(errors)
  const [first] = problems
  if (first !== undefined) {
    if (isAnswered(data)) return undefined
    const words = problems.map(({ message }) => message).join("; ")
    return reasonOf(first, `The service answered${ProviderText.quoted(words)}`, answer)
  }
  if (typeof data === "object" && data !== null) return undefined
  const message = messageOf(answer.body)
  const wait = waitIn(answer, { type: "", message })
  if (wait !== undefined) return wait
  const what = `The service answered without data${after(message)}`
  if (BROKEN_OFF.test(message)) return brokenOff(what)
  return { _tag: "Decode", what, remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" } }
}
