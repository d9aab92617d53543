/**
 * Reads what is wrong with an input from a response of status 422: fields, values and messages, in every form that the
 * service documents. https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed
 */
import { isJsonObject } from "@inlay/core-http/json-object"
import type { FieldError, Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { conflict } from "./conflicts.ts"
import { after, fieldsOf, messageOf, opening } from "./service-words.ts"

/** The service's error codes and their meanings. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["missing", "does not exist"],
  ["missing_field", "is missing"],
  ["invalid", "is not valid"],
  ["already_exists", "exists already"],
  ["unprocessable", "cannot be used"],
  ["too_large", "is too large"]
])

/** One problem with the input. */
export interface Problem extends FieldError {
  readonly code: string
  /** True if the message is the service's own text. */
  readonly isTheirs?: true
}

const MAX_PROBLEMS = 20

const quote = (value: unknown): string => {
  if (Array.isArray(value)) return value.slice(0, 5).map(quote).filter(Boolean).join(", ")
  if (typeof value === "string") return value === "" ? "" : ProviderText.quote(value, 80)
  return typeof value === "number" || typeof value === "boolean" ? String(value) : ""
}

/** Reads an error record: `{ resource, field, code, value, message }`, each part of which may be missing. */
const problemOf = (error: Readonly<Record<string, unknown>>): Problem => {
  const { resource, field, message, code, value } = error
  const codeName = typeof code === "string" ? code : ""
  const fieldName = typeof field === "string" ? ProviderText.line(field, 60) : ""
  const meaning = CODES.get(codeName) ?? "is not valid"
  if (typeof message === "string" && message !== "") {
    return { field: fieldName, message: ProviderText.line(message), code: codeName, isTheirs: true }
  }
  const kind = fieldName === "" && typeof resource === "string" ? ProviderText.key(resource) : ""
  return { field: fieldName, message: [kind, quote(value), meaning].filter(Boolean).join(" "), code: codeName }
}

const flat = (error: unknown): ReadonlyArray<Problem> => {
  if (typeof error === "string") return [{ field: "", message: ProviderText.line(error), code: "", isTheirs: true }]
  if (Array.isArray(error)) return error.slice(0, MAX_PROBLEMS).flatMap(flat)
  const fields = fieldsOf(error)
  const { errors, index } = fields
  if (errors === undefined) return Object.keys(fields).length === 0 ? [] : [problemOf(fields)]
  // Problems of one item in a list, which is named by its index.
  const at = typeof index === "number" ? String(index) : ""
  return flat(errors).map((problem) => ({
    ...problem,
    field: [at, problem.field].filter(Boolean).join(".")
  }))
}

/**
 * Returns every problem that a response names, given as a list of records or sentences, as one sentence, or as messages
 * by field.
 */
export const problemsOf = (body: unknown): ReadonlyArray<Problem> => {
  const { errors } = fieldsOf(body)
  const byField = isJsonObject(errors)
    ? Object.entries(errors)
        .slice(0, MAX_PROBLEMS)
        .flatMap(([field, messages]) =>
          flat(messages).map((problem) => ({ ...problem, field: ProviderText.line(field, 60) }))
        )
    : undefined
  return (byField ?? flat(errors)).filter(({ message }) => message !== "").slice(0, MAX_PROBLEMS)
}

/** Returns the problems as field errors; messages of the service are quoted. */
export const fieldErrors = (body: unknown): ReadonlyArray<FieldError> =>
  problemsOf(body).map(({ field, message, isTheirs }) => ({
    field: field === "" ? "" : ProviderText.key(field),
    message: isTheirs ? ProviderText.quote(message) : message
  }))

/** Describes a problem. The service's message often begins with the field name already. */
const wordsOf = ({ field, message, code }: Problem): string => {
  if (field === "" || message.toLowerCase().startsWith(field.toLowerCase())) return message
  return code === "custom" || code === "" ? `${field}: ${message}` : `${field} ${message}`
}

/** Returns what is wrong as one clause without a full stop. A heading such as "Validation Failed" is left out. */
export const problemWords = (body: unknown): string => {
  const problems = problemsOf(body)
  const heading = messageOf(body)
  if (problems.length === 0) return heading
  const words = problems.map(wordsOf).map(opening).join("; ")
  return /^(validation failed)?\.?$/i.test(heading) ? words : `${opening(heading)}: ${words}`
}

/**
 * Messages of a conflict: the record exists already or has changed in the meantime. Retrying with the same input cannot
 * succeed.
 */
const CONFLICTING =
  /already (exists|been taken)|\bsha\b.*(wasn't supplied|does not match)|is at \w+ but expected|not a fast[- ]forward/is

/** Returns the reason of a response with status 422. */
export const unprocessable = (body: unknown): Reason => {
  const words = problemWords(body)
  if (/^no commit found for sha/i.test(words)) {
    return {
      _tag: "NotFound",
      what: `The repository has no such commit, branch or tag${after(words)}`,
      remedy: { to: "checkNames" }
    }
  }
  const problems = problemsOf(body)
  if (problems.some(({ code }) => code === "already_exists") || CONFLICTING.test(words)) {
    return conflict(words)
  }
  return {
    _tag: "Invalid",
    what: `The service rejected the input${after(words)}`,
    remedy: { to: "correctInput" },
    fields: fieldErrors(body)
  }
}
