/** Turns schema issues into field errors in plain words. */
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import type { FieldError } from "./ProviderError.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

const plain = (message: string): string => {
  if (message === "Missing key") return "is required"
  if (message === "Expected no excess property" || message === "Expected never") return "is not a field of this input"
  return message
    .replace(/^Expected /, "must be ")
    .replace(/^must be array$/, 'must be a list in square brackets, such as [1] or ["bug"]')
    .replace(/^must be (integer|object)$/, "must be an $1")
    .replace(/^must be (string|number|boolean)$/, "must be a $1")
    .replace(/\bcode points\b/, "characters")
    .replaceAll(" | ", " or ")
}

const NO_FIELDS = Schema.Record(Schema.String, Schema.Never)

/**
 * Returns the schema that checks an input. A struct without fields would accept anything but null, so it is replaced by
 * one that accepts no field.
 */
export const judging = (input: Schema.Top): Schema.Top => {
  const isEmpty = "fields" in input && Reflect.ownKeys(Object(input.fields)).length === 0
  return isEmpty ? NO_FIELDS : input
}

/** Returns one error per schema issue. Nested fields are named by their path, such as `edits.0.old`. */
export const fieldErrorsOf = (error: Schema.SchemaError): ReadonlyArray<FieldError> =>
  issuesOf(error.issue).issues.map((issue) => ({
    field: (issue.path ?? []).map((key) => (typeof key === "object" ? String(key.key) : String(key))).join("."),
    message: plain(issue.message)
  }))
