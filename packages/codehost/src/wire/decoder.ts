/**
 * Decodes a response body with a schema. A body of another shape is a `Decode` failure that names the fields but never
 * shows their values.
 */
import { jsonBeginning } from "@inlay/core-http/json-beginning"
import { ProviderError } from "@inlay/core-http/ProviderError"
import type { Answer } from "@inlay/core-http/Spend"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"

const issuesOf = SchemaIssue.makeFormatterStandardSchemaV1()

/** Maximum number of fields that an error names. */
const MAX_FIELDS = 10

const fieldsOf = ({ issue }: Schema.SchemaError) =>
  issuesOf(issue)
    .issues.slice(0, MAX_FIELDS)
    .map(({ path = [] }) => path.map((key) => String(typeof key === "object" ? key.key : key)).join("."))
    .filter((field) => field !== "")

const LONG_CHARS = 100_000

const ALL = { errors: "all" } as const

const isLong = (body: unknown): boolean => jsonBeginning(body, LONG_CHARS).length > LONG_CHARS

export const decoder = <A>(operation: string, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return ({ body }: Pick<Answer, "body">): Effect.Effect<A, ProviderError> =>
    Effect.mapError(
      decode(body).pipe(Effect.catch((first) => (isLong(body) ? Effect.fail(first) : decode(body, ALL)))),
      (error) => {
        const fields = fieldsOf(error)
        return new ProviderError({
          provider: "codehost",
          operation,
          reason: {
            _tag: "Decode",
            what: `The answer is not as documented${fields.length === 0 ? "." : `: see ${fields.join(", ")}.`}`,
            remedy: { to: "checkAddress", of: "base", unchanged: "serviceChanged" }
          }
        })
      }
    )
}
