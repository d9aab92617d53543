/** The analytics service's operations, failures and decoders: those of core-http with the name of this plugin. */
import { decoder as decoderOf } from "@inlay/core-http/decoder"
import { isJsonObject } from "@inlay/core-http/json-object"
import * as Operation from "@inlay/core-http/Operation"
import { ProviderError, undocumented as undocumentedOf, type Reason } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

const PROVIDER = "analytics"

/** Makes an operation. */
/* @__NO_SIDE_EFFECTS__ */
export const operation = <F extends Schema.Struct.Fields, O>(
  statement: Operation.Statement<F, O>
): Operation.Operation<F, O> => Operation.make({ provider: PROVIDER, ...statement })

/** Returns the error of an operation. */
export const providerError = (name: string, reason: Reason): ProviderError =>
  new ProviderError({ provider: PROVIDER, operation: name, reason })

/** Decodes the response bodies of an operation. */
export const decoder = <A>(name: string, schema: Schema.Codec<A, unknown>) => decoderOf(PROVIDER, name, schema)

/**
 * Like `decoder`, for responses without required fields, because the service omits what is empty. A body that has
 * fields, but none of these, is something else and not an empty response.
 */
export const sparseDecoder = <A>(name: string, schema: Schema.Codec<A, unknown>, fields: ReadonlyArray<string>) => {
  const decode = decoder(name, schema)
  return (answer: { readonly body: unknown }): Effect.Effect<A, ProviderError> => {
    const names = isJsonObject(answer.body) ? Object.keys(answer.body) : []
    return names.length > 0 && !names.some((one) => fields.includes(one))
      ? Effect.fail(undocumented(name))
      : decode(answer)
  }
}

/** The error of a response that does not match the documentation. @param fields the affected fields, if known */
export const undocumented = (name: string, fields?: ReadonlyArray<string>): ProviderError =>
  undocumentedOf(PROVIDER, name, fields)
