/**
 * Recognizes GraphQL failures, which have status 200. A partial response counts as a success; its `errors` list what
 * failed.
 */
import type { RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { failureOf } from "../errors.ts"
import { refusal } from "./refusals.ts"
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

/** The service gave up in the middle. A change was often made all the same. */
const BROKEN_OFF = /^something went wrong while executing your query|timed? ?out/i

type Words = Pick<Problem, "type" | "message">

const reasonOf = ({ type, message }: Words, what: string, answer: RawAnswer): Reason | undefined => {
  if (type === "NOT_FOUND") return { _tag: "NotFound", what, remedy: { to: "checkNames" } }
  const asRest = { ...answer, status: 403, body: { message } }
  if (type === "FORBIDDEN" || type === "INSUFFICIENT_SCOPES") {
    const scopes = /scopes?: \[([\w:'", ]*)\]/.exec(message)?.[1]?.replace(/['"]/g, "")
    const lacks = scopes !== undefined && { "x-oauth-scopes": "", "x-accepted-oauth-scopes": scopes }
    return failureOf({ ...asRest, headers: { ...answer.headers, ...lacks } }, "/graphql", "POST")
  }
  // Limits of this API have the status 200, and other APIs' words.
  const wait = waitOf({ ...asRest, ...(/^RATE_LIMIT(ED)?$/.test(type) && { status: 429 }) })
  if (wait !== undefined) return wait
  if (type === "UNPROCESSABLE") {
    return refusal(422, { message }) ?? { _tag: "Conflict", what, remedy: { to: "readAgain" } }
  }
  if (BROKEN_OFF.test(message)) {
    return { _tag: "Unavailable", status: 502, what, remedy: { to: "retry", orSee: "statusPage" } }
  }
  // A limit of one query, in nodes or in work: https://docs.github.com/en/graphql/overview/resource-limitations
  return { _tag: "Invalid", what, remedy: { to: /LIMIT/.test(type) ? "askForLess" : "correctInput" }, fields: [] }
}

/** Whether there is anything in a part of the data except nulls. */
const hasValue = (part: unknown): boolean =>
  part != null && (typeof part !== "object" || Object.values(part).some(hasValue))

/**
 * Returns why a query's partial response is a failure: an error that is about no part of the data, or a limit, so the
 * data may end anywhere; or any error but a wrong name if there are only nulls. Returns `undefined` if only named parts
 * are missing.
 */
export const queryFailure = (answer: RawAnswer): Reason | undefined => {
  const { data, errors } = fieldsOf(answer.body)
  const isPart = hasValue(data)
  const problem = problemsOf(errors).find(
    ({ hasPath, type }) => !hasPath || /LIMIT/.test(type) || !(isPart || type === "NOT_FOUND")
  )
  return problem && reasonOf(problem, `The service answered${after(problem.message)}`, answer)
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
  const what = `The service answered without data${after(message)}`
  const reason = reasonOf({ type: "", message }, what, answer)
  if (reason?._tag !== "Invalid") return reason
  return { _tag: "Decode", what, remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" } }
}
