/**
 * What the service says is wrong with an input (status 422): its own fields, values and messages, in every form that it
 * documents. https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed
 */
import type { FieldError, Reason } from "@inlay/core-http/ProviderError"
import * as ProviderText from "@inlay/core-http/ProviderText"

import { after, fieldsOf, messageOf, opening } from "./service-words.ts"

/** The service's own codes. */
const CODES: ReadonlyMap<string, string> = new Map([
  ["missing", "does not exist"],
  ["missing_field", "is missing"],
  ["invalid", "is not valid"],
  ["already_exists", "exists already"],
  ["unprocessable", "cannot be used"],
  ["too_large", "is too large"]
])

/** One thing that is wrong. */
export interface Problem extends FieldError {
  readonly code: string
  /** The message is the service's own, not ours. */
  readonly isTheirs?: true
}

const MAX_PROBLEMS = 20

const shown = (value: unknown): string => {
  if (Array.isArray(value)) return value.slice(0, 5).map(shown).filter(Boolean).join(", ")
  if (typeof value === "string") return value === "" ? "" : ProviderText.quote(value, 80)
  return typeof value === "number" || typeof value === "boolean" ? String(value) : ""
}

/** A record: `{ resource, field, code, value, message }`, of which each part may be missing. */
const problemOf = (error: Readonly<Record<string, unknown>>): Problem => {
  const { resource, field, message, code, value } = error
  const known = typeof code === "string" ? code : ""
  const named = typeof field === "string" ? ProviderText.line(field, 60) : ""
  const meaning = CODES.get(known) ?? "is not valid"
  if (typeof message === "string" && message !== "") {
    return { field: named, message: ProviderText.line(message), code: known, isTheirs: true }
  }
  const kind = named === "" && typeof resource === "string" ? ProviderText.key(resource) : ""
  return { field: named, message: [kind, shown(value), meaning].filter(Boolean).join(" "), code: known }
}

const flat = (error: unknown): ReadonlyArray<Problem> => {
  if (typeof error === "string") return [{ field: "", message: ProviderText.line(error), code: "", isTheirs: true }]
  if (Array.isArray(error)) return error.slice(0, MAX_PROBLEMS).flatMap(flat)
  const fields = fieldsOf(error)
  const { errors, index } = fields
  if (errors === undefined) return Object.keys(fields).length === 0 ? [] : [problemOf(fields)]
  // Problems of one item of a list, by its place.
  const at = typeof index === "number" ? String(index) : ""
  return flat(errors).map((problem) => ({
    ...problem,
    field: [at, problem.field].filter(Boolean).join(".")
  }))
}

/** All that an answer names as wrong: a list of records or sentences, one sentence, or messages by field. */
export const problemsOf = (body: unknown): ReadonlyArray<Problem> => {
  const { errors } = fieldsOf(body)
  const byField =
    typeof errors === "object" && errors !== null && !Array.isArray(errors)
      ? Object.entries(errors)
          .slice(0, MAX_PROBLEMS)
          .flatMap(([field, messages]) =>
            flat(messages).map((problem) => ({ ...problem, field: ProviderText.line(field, 60) }))
          )
      : undefined
  return (byField ?? flat(errors)).filter(({ message }) => message !== "").slice(0, MAX_PROBLEMS)
}

/** The problems as an error's fields: what the service says is marked as its own. */
export const fieldErrors = (body: unknown): ReadonlyArray<FieldError> =>
  problemsOf(body).map(({ field, message, isTheirs }) => ({
    field: field === "" ? "" : ProviderText.key(field),
    message: isTheirs ? ProviderText.quote(message) : message
  }))

/** A problem in words. The service's message often begins with the field already. */
const told = ({ field, message, code }: Problem): string => {
  if (field === "" || message.toLowerCase().startsWith(field.toLowerCase())) return message
  return code === "custom" || code === "" ? `${field}: ${message}` : `${field} ${message}`
}

/** What is wrong, in one clause without its last stop. The service's own heading is left out where it says nothing. */
export const problemWords = (body: unknown): string => {
  const problems = problemsOf(body)
  const heading = messageOf(body)
  if (problems.length === 0) return heading
  const words = problems.map(told).map(opening).join("; ")
  return /^(validation failed)?\.?$/i.test(heading) ? words : `${opening(heading)}: ${words}`
}

/** Somebody was faster, or it is there already: another try with the same input cannot work. */
const CONFLICTING =
  /already (exists|been taken)|reference already exists|\bsha\b.*(wasn't supplied|does not match)|is at \w+ but expected/is

/** What an answer of status 422 means. */
export const unprocessable = (body: unknown): Reason => {
  const words = problemWords(body)
  if (/^no commit found for sha/i.test(words)) {
    return {
      _tag: "NotFound",
      what: `The repository has no such commit, branch or tag${after(words)}`,
      fix: "Check the name or the hash."
    }
  }
  const problems = problemsOf(body)
  if (problems.some(({ code }) => code === "already_exists") || CONFLICTING.test(words)) {
    return {
      _tag: "Conflict",
      what: `The service reports a conflict${after(words)}`,
      fix: "Read the current state and try again."
    }
  }
  return {
    _tag: "Invalid",
    what: `The service rejected the input${after(words)}`,
    fix: "Correct the input.",
    fields: fieldErrors(body)
  }
}
