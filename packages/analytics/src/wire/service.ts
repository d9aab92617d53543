/** Defines operations and failures with this plugin's provider name. */
import * as Operation from "@inlay/core-http/Operation"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type * as Schema from "effect/Schema"

const PROVIDER = "analytics"

/** Defines an operation of the analytics service. */
export const operation = <F extends Schema.Struct.Fields, O>(
  statement: Omit<Parameters<typeof Operation.make<F, O>>[0], "provider">
): Operation.Operation<F, O> => Operation.make({ provider: PROVIDER, ...statement })

/** A failure of an operation. */
export const failed = (name: string, reason: Reason): ProviderError =>
  new ProviderError({ provider: PROVIDER, operation: name, reason })

/** Validation rule for changes: in addition to the fields that identify the record, at least one must be given. */
export const changesBesides =
  (...names: ReadonlyArray<string>): Operation.Across =>
  (input) =>
    Object.keys(input).some((field) => !names.includes(field)) ? [] : [{ field: "", message: "no change is given" }]
