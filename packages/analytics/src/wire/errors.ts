/** Maps the service's statuses and error bodies to reasons. All mappings are here, and each has a test. */
import { reasonOfStatus, type CallRequest, type RawAnswer } from "@inlay/core-http/Client"
import type { Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { exhaustedQuota, type ExhaustedQuota } from "./quota/exhausted.ts"
import { COST_ADVICE } from "./quota/windows.ts"
import { forbidden } from "./reasons/rights.ts"
import { errorOf, type ServiceError } from "./reasons/status.ts"

const usedUp = (
  { name, window, seconds, isDaily }: ExhaustedQuota,
  receivedAtMillis: number,
  words: string
): Reason => {
  const isOfTokens = window !== undefined
  const what = `The service's quota is used up: ${name}${ProviderText.quoted(words)}${isOfTokens ? ` ${COST_ADVICE}.` : ""}`
  return isDaily
    ? {
        _tag: "QuotaExhausted",
        what,
        resetsAt: new Date(receivedAtMillis + seconds * 1000).toISOString(),
        remedy: isOfTokens ? { to: "askForLess" } : { to: "retry", afterSeconds: seconds }
      }
    : { _tag: "RateLimited", what, retryAfterSeconds: seconds, remedy: { to: "retry", afterSeconds: seconds } }
}

/** Converts a field name of the service, such as `requests[0].date_ranges`, to camel case as in the input. */
const fieldOf = (name: string): string =>
  name && ProviderText.key(name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))

const invalidOf = ({ message, violations }: ServiceError): Reason => ({
  _tag: "Invalid",
  what: `The service rejected the request${ProviderText.quoted(message)}`,
  remedy: { to: "correctInput" },
  fields: violations.map(({ field, description }) => ({
    field: fieldOf(field),
    message: ProviderText.line(description)
  }))
})

const EXISTS = /already exists/i

/**
 * The reason of a failed response, or undefined if the response is not a failure.
 * @param path the path below the base URL
 */
export const failureOf = (answer: RawAnswer, path: string, method: CallRequest["method"]): Reason | undefined => {
  const error = errorOf(answer)
  if (error === undefined) return undefined
  const { code, status, message, retryAfterSeconds } = error
  const words = ProviderText.quoted(message)
  const used = exhaustedQuota(answer)
  if (used !== undefined) return usedUp(used, answer.receivedAtMillis, message)
  if (code === 401) {
    return {
      _tag: "Unauthorized",
      what: `The service rejected the account's token: it has expired, was revoked or is invalid${words}`,
      remedy: { to: "renewKey" }
    }
  }
  if (code === 403) return forbidden(error, path, method)
  if (code === 404 && message === "") {
    // Where the service has no endpoint, a page of what is in front of it answers.
    return {
      _tag: "NotFound",
      what: "The service has no such endpoint.",
      remedy: { to: "checkAddress", of: "endpoint" }
    }
  }
  if (code === 404) {
    return {
      _tag: "NotFound",
      what: `The service has no resource with this name, or the account may not see it${words}`,
      remedy: { to: "checkNames" }
    }
  }
  if (code === 409 || (code === 400 && EXISTS.test(message))) {
    return {
      _tag: "Conflict",
      what: `The service reports a conflict${words}`,
      remedy: status === "ALREADY_EXISTS" || EXISTS.test(message) ? { to: "chooseAnotherName" } : { to: "readAgain" }
    }
  }
  // What is no quota that comes back is a limit of the property, such as that of its key events.
  if (status === "FAILED_PRECONDITION" || status === "RESOURCE_EXHAUSTED") {
    return {
      _tag: "Conflict",
      what: `The state of the resource does not allow this${words}`,
      remedy: { to: "changeState" }
    }
  }
  if (code === 400) return invalidOf(error)
  const headers = { ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }) }
  return reasonOfStatus({ ...answer, headers, status: code }, message)
}
