/**
 * Decodes a response body with a schema. A body of another shape is a `Decode` failure that names the fields but never
 * shows their values.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

import { jsonBeginning } from "../json/beginning.ts"
import { fieldErrorsOf } from "./FieldErrors.ts"
import { undocumented, type ProviderError } from "./ProviderError.ts"

/** The most fields that an error names. */
const MAX_FIELDS = 10

const fieldsOf = (error: Schema.SchemaError): ReadonlyArray<string> =>
  fieldErrorsOf(error)
    .slice(0, MAX_FIELDS)
    .flatMap(({ field }) => (field === "" ? [] : [field]))

/** Of a longer body, only the first wrong field is named: finding all of them would take as long as decoding it. */
const LONG_CHARS = 100_000

const ALL = { errors: "all" } as const

const isLong = (body: unknown): boolean => jsonBeginning(body, LONG_CHARS).length > LONG_CHARS

/** Makes a function that decodes the responses of an operation, or fails as `Decode` under its name. */
export const decoder = <A>(provider: string, operation: string, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return ({ body }: { readonly body: unknown }): Effect.Effect<A, ProviderError> =>
    Effect.mapError(
      decode(body).pipe(Effect.catch((first) => (isLong(body) ? Effect.fail(first) : decode(body, ALL)))),
      (error) => undocumented(provider, operation, fieldsOf(error))
    )
}
