/** Shared by the operations' inputs: text fields with a normaliser. */
import * as Schema from "effect/Schema"

import type { Normalised } from "../identity/identifiers.ts"

/**
 * An optional text with a normaliser, whose problem is reported as the field's error. The schema only validates; the
 * client applies the normalisation.
 */
/* @__NO_SIDE_EFFECTS__ */
export const optionalText = (normalise: (text: string) => Normalised, description?: string) =>
  // Annotate before adding the check: a description on a check does not reach the JSON Schema.
  Schema.optionalKey(
    Schema.String.annotate(description === undefined ? {} : { description }).check(
      Schema.makeFilter((value: string) => {
        const normal = normalise(value)
        return normal.ok ? undefined : normal.problem
      })
    )
  )
