/** What every failure of this plugin names. */
import * as Operation from "@inlay/core-http/Operation"
import { ProviderError, type Reason } from "@inlay/core-http/ProviderError"
import type * as Schema from "effect/Schema"

const PROVIDER = "analytics"

/** An operation of the analytics service. */
export const operation = <F extends Schema.Struct.Fields, O>(
  statement: Omit<Parameters<typeof Operation.make<F, O>>[0], "provider">
): Operation.Operation<F, O> => Operation.make({ provider: PROVIDER, ...statement })

/** A failure of an operation. */
export const failed = (name: string, reason: Reason): ProviderError =>
  new ProviderError({ provider: PROVIDER, operation: name, reason })

/** The rule of a change: besides the fields that name the record, at least one must say what to change. */
export const changesBesides =
  (...names: ReadonlyArray<string>): Operation.Across =>
  (input) =>
    Object.keys(input).some((field) => !names.includes(field))
      ? []
      : [{ field: "", message: "nothing to change is given" }]
