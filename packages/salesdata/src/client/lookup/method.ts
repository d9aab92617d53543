/**
 * Turns a lookup into a client method. `normalForm` validates identifiers with the operation's own rules, so a valid
 * input is validated once and a cached lookup has no further cost. The operation itself only reports inputs that are
 * not objects.
 */
import { isJsonObject } from "@inlay/core-http/json-object"
import type { Operation } from "@inlay/core-http/Operation"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import type { LookupInput } from "./requests.ts"

export const lookupMethod =
  <F extends Schema.Struct.Fields, O, A>(
    operation: Operation<F, O>,
    run: (input: LookupInput) => Effect.Effect<A, ProviderError>
  ) =>
  (input: unknown): Effect.Effect<A, ProviderError> =>
    isJsonObject(input)
      ? run(input)
      : Effect.fail(invalid(operation.provider, operation.name, operation.problems(input)))
