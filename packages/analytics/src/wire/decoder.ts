/** Reads an answer's body by its schema. Another shape is a `Decode` failure that names the fields, never their values. */
import type { ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

import { failed } from "./service.ts"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Fields that an error names at most. */
const MAX_FIELDS = 10

const fieldsOf = ({ issue }: Schema.SchemaError) =>
  issuesOf(issue)
    .issues.slice(0, MAX_FIELDS)
    .map(({ path = [] }) => path.map((key) => String(typeof key === "object" ? key.key : key)).join("."))
    .filter((field) => field !== "")

/** An answer that is not what is documented. @param fields where, as far as that is known */
export const undocumented = (operation: string, fields: ReadonlyArray<string>): ProviderError =>
  failed(operation, {
    _tag: "Decode",
    what: `The answer is not as documented${fields.length === 0 ? "." : `: see ${fields.join(", ")}.`}`,
    remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
  })

/** Reads the bodies of an operation's answers. */
export const decoder = <A>(operation: string, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return ({ body }: { readonly body: unknown }): Effect.Effect<A, ProviderError> =>
    Effect.mapError(decode(body), (error) => undocumented(operation, fieldsOf(error)))
}
