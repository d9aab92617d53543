/** Operations of the code host. */
import * as Operation from "@inlay/core-http/Operation"
import type * as Schema from "effect/Schema"

/** Makes an operation of the code host. */
/* @__NO_SIDE_EFFECTS__ */
export const operation = <F extends Schema.Struct.Fields, O>(
  statement: Omit<Parameters<typeof Operation.make<F, O>>[0], "provider">
): Operation.Operation<F, O> => Operation.make({ provider: "codehost", ...statement })

/** The rule for inputs of a change: besides the fields that name the record, at least one field must be given. */
export const changesBesides =
  (...names: ReadonlyArray<string>): Operation.Across =>
  (input) =>
    Object.keys(input).some((field) => !names.includes(field)) ? [] : [{ field: "", message: "no change is given" }]
