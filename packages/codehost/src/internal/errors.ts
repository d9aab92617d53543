/** The one place where this service's statuses and bodies become reasons. One test for each row. */
import { readRateLimit, readRetryAfter } from "@inlay/core-http/Budget"
import { rateLimited, reasonOfStatus, type CallRequest, type RawAnswer } from "@inlay/core-http/Client"
import type { FieldError, Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { graphqlFailure } from "./graphql-errors.ts"
import { lackedScope, missingRight } from "./rights.ts"

/** Where neither header says: https://docs.github.com/en/rest/using-the-rest-api/rate-limits-for-the-rest-api */
const SECONDARY_WAIT_SECONDS = 60

/** What the service says is wrong with a field, in its own codes. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["missing", "does not exist"],
  ["missing_field", "is missing"],
  ["invalid", "is not valid"],
  ["already_exists", "exists already"],
  ["unprocessable", "cannot be used"]
])

const messageOf = (body: unknown): string =>
  typeof body === "object" && body !== null && "message" in body && typeof body.message === "string" ? body.message : ""

interface Problem extends FieldError {
  readonly code: string
}

const problemOf = (error: unknown): Problem => {
  const { field, message, code } = (
    typeof error === "object" && error !== null ? error : { message: error }
  ) as Readonly<Record<string, unknown>>
  const known = typeof code === "string" ? code : ""
  return {
    field: typeof field === "string" ? ProviderText.line(field, 60) : "",
    message: typeof message === "string" ? ProviderText.line(message) : (CODES.get(known) ?? "is not valid"),
    code: known
  }
}

const problemsOf = (body: unknown): ReadonlyArray<Problem> => {
  if (typeof body !== "object" || body === null || !("errors" in body)) return []
  const { errors } = body
  if (Array.isArray(errors)) return errors.slice(0, 20).map(problemOf)
  return typeof errors === "string" ? [problemOf(errors)] : []
}

const sentence = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`)

/** Somebody was faster, or it is there already: another try with the same input cannot work. */
const CONFLICTING =
  /already (exists|been taken)|reference already exists|\bsha\b.*(wasn't supplied|does not match)|is at \w+ but expected/is

const unprocessable = (body: unknown): Reason => {
  const problems = problemsOf(body)
  const words = ProviderText.line(messageOf(body))
  if (/^no commit found for sha/i.test(words)) {
    return {
      _tag: "NotFound",
      what: `The repository has no such commit, branch or tag: ${sentence(words)}`,
      fix: "Check the name or the hash."
    }
  }
  const said = [words, ...problems.map(({ field, message }) => `${field} ${message}`.trim())].filter(
    (text) => text !== ""
  )
  if (problems.some(({ code }) => code === "already_exists") || said.some((text) => CONFLICTING.test(text))) {
    return {
      _tag: "Conflict",
      what: `The service reports a conflict: ${sentence(said.join(": "))}`,
      fix: "Read the current state and try again."
    }
  }
  return {
    _tag: "Invalid",
    what: `The service rejected the input${said.length === 0 ? "." : `: ${sentence(said.join("; "))}`}`,
    fix: "Correct the input.",
    fields: problems.map(({ field, message }) => ({ field, message }))
  }
}

/** A wait, where the answer is about the rate and not about rights. A 403 may be either. */
const throttled = ({ status, headers, body, receivedAtMillis }: RawAnswer): Reason | undefined => {
  if (status !== 403 && status !== 429) return undefined
  const words = messageOf(body)
  const isSecondary = /secondary rate limit|abuse detection/i.test(words)
  const retryAfter = readRetryAfter(headers["retry-after"], receivedAtMillis)
  const limit = readRateLimit(headers, receivedAtMillis)
  const saysSo = status === 429 || words === "" || /rate limit/i.test(words)
  if (!isSecondary && retryAfter === undefined && limit?.remaining === 0 && saysSo) {
    return rateLimited(Math.max(1, Math.ceil((limit.resetsAtMillis - receivedAtMillis) / 1000)))
  }
  if (!isSecondary && retryAfter === undefined && status !== 429 && !/rate limit/i.test(words)) return undefined
  const wait = rateLimited(retryAfter ?? SECONDARY_WAIT_SECONDS)
  return wait._tag === "RateLimited"
    ? { ...wait, scope: "account", what: "The service asks the account to slow down (secondary rate limit)." }
    : wait
}

/** What to do about a redirect; `undefined` where the service's manners do not tell. */
export const redirected = (status: number, isSameHost: boolean): string | undefined => {
  if (isSameHost && [301, 307, 308].includes(status)) {
    return "What was named was renamed or moved: use its new name or number."
  }
  return !isSameHost && status === 302 ? "It is a download link, which is not followed." : undefined
}

/** The service hides what a token may not see, and answers a change that it may not make in the same words. */
const nothingThere = ({ headers }: RawAnswer, path: string, method: CallRequest["method"], said: string): Reason => {
  const needs = lackedScope(headers, path)
  if (needs !== undefined && method !== "GET") {
    return {
      _tag: "Forbidden",
      what: `The account's token may not do this: it lacks ${needs}.`,
      fix: `Give the token ${needs}, or use another account.`,
      needs
    }
  }
  return {
    _tag: "NotFound",
    what: `The service has nothing here, or the account's token may not see it${said}`,
    fix: `Check the names${needs === undefined ? ", and that the token reaches the repository" : `; what is private needs ${needs}, which the token lacks`}.`
  }
}

/** Why an answer is a failure; `undefined` for an outcome. The path is below the base address. */
export const failureOf = (answer: RawAnswer, path: string, method: CallRequest["method"]): Reason | undefined => {
  const { status, body, headers } = answer
  if (status < 400) return path === "/graphql" ? graphqlFailure(answer) : undefined
  const wait = throttled(answer)
  if (wait !== undefined) return wait
  const words = ProviderText.line(messageOf(body))
  const said = words === "" ? "." : `: ${sentence(words)}`
  switch (status) {
    case 401:
      return {
        _tag: "Unauthorized",
        what: `The service rejected the account's token${said}`,
        fix: "It may have expired or been revoked. Make another one, or sign in again, and connect the account again."
      }
    case 403: {
      const { needs, fix } = missingRight(headers)
      return {
        _tag: "Forbidden",
        what: `The account's token lacks a right for this call${said}`,
        fix,
        ...(needs !== undefined && { needs })
      }
    }
    case 404:
      return nothingThere(answer, path, method, /^not found\.?$/i.test(words) ? "." : said)
    case 405:
      return {
        _tag: "Conflict",
        what: `What this is about is in a state that does not allow it${said}`,
        fix: "Read it to see why: a pull request may be merged, closed, a draft, or in conflict with its base."
      }
    case 409:
      return {
        _tag: "Conflict",
        what: `The service reports a conflict${said}`,
        fix: "Read the current state and try again."
      }
    case 410:
      return {
        _tag: "NotFound",
        what: `What was here is gone or turned off${said}`,
        fix: "Check the repository's settings and the address."
      }
    case 422:
      return unprocessable(body)
    case 451:
      return {
        _tag: "Forbidden",
        what: `The service may not show this for legal reasons${said}`,
        fix: "There is nothing to do with another token; the repository's page tells more."
      }
  }
  return reasonOfStatus(answer, words)
}
