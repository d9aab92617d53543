/**
 * A lookup as a client's method. What brings identifiers to their normal form judges them by the operation's own rules, so a
 * good input is judged once, and a cached lookup costs no more than that; what is wrong is said by the operation.
 */
import type { Operation } from "@inlay/core-http/Operation"
import { invalid, type ProviderError } from "@inlay/core-http/ProviderError"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"

import { isObject } from "../wire/reading/json-path.ts"
import type { LookupInput } from "./lookup.ts"

export const lookupMethod =
  <F extends Schema.Struct.Fields, O, A>(
    operation: Operation<F, O>,
    run: (input: LookupInput) => Effect.Effect<A, ProviderError>
  ) =>
  (input: unknown): Effect.Effect<A, ProviderError> =>
    isObject(input) ? run(input) : Effect.fail(invalid(operation.provider, operation.name, operation.problems(input)))
