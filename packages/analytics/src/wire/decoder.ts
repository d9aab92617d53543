/**
 * Decodes response bodies by schema. An unexpected shape is a `Decode` failure that names the fields but not their
 * values.
 */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import { failed } from "./service.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** The most fields that an error names. */
const MAX_FIELDS = 10

const fieldsOf = ({ issue }: Schema.SchemaError) =>
  issuesOf(issue)
    .issues.slice(0, MAX_FIELDS)
    .map(({ path = [] }) => path.map((key) => String(typeof key === "object" ? key.key : key)).join("."))
    .filter((field) => field !== "")

/**
 * The failure for a response that does not match the documentation.
 * @param fields the affected fields, if known
 */
export const undocumented = (operation: string, fields: ReadonlyArray<string>): ProviderError =>
  failed(operation, {
    _tag: "Decode",
    what: `The answer is not as documented${fields.length === 0 ? "." : `: see ${fields.join(", ")}.`}`,
    remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
  })

/** Decodes the response bodies of an operation. */
export const decoder = <A>(operation: string, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return ({ body }: { readonly body: unknown }): Effect.Effect<A, ProviderError> =>
    Effect.mapError(decode(body), (error) => undocumented(operation, fieldsOf(error)))
}
